import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { type MyProject, meQuery } from '#api/me.ts';

const NONE: MyProject[] = [];

/** One's own projects, and an operator's are all; the server lists 200 at most. */
export function useKnownProjects(): MyProject[] {
  return useQuery(meQuery).data?.projects ?? NONE;
}

/** The project of an address. One that is not listed is asked for: it may be new, or beyond the list's end. */
export function useProjectAt(slug: string | undefined) {
  const me = useQuery(meQuery);
  const listed = me.data?.projects.find((one) => one.slug === slug);
  const asked = useQuery({
    queryKey: ['project at', slug],
    queryFn: ({ signal }) => callApi<MyProject>(`/dashboard/api/projects/${slug}`, { signal }),
    enabled: slug !== undefined && me.data !== undefined && listed === undefined,
    staleTime: 60_000,
  });
  return { project: listed ?? asked.data, asked };
}
