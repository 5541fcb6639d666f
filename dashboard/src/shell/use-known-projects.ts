import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/browser-client.ts';
import { type MyProject, meQuery } from '#api/me.ts';

type OperatorsProject = Omit<MyProject, 'role'>;

/** One's own projects; an operator knows all, and acts in them like an owner. */
export function useKnownProjects(): MyProject[] {
  const { data: me } = useQuery(meQuery);
  const isOperator = me?.account.is_operator ?? false;
  const { data: all } = useQuery({
    queryKey: ['operator', 'projects', 'known'],
    queryFn: ({ signal }) =>
      callApi<{ projects: OperatorsProject[] }>('/admin/v1/projects', { query: { limit: 200 }, signal }),
    enabled: isOperator,
    staleTime: 60_000,
  });
  return useMemo(() => {
    const mine = me?.projects ?? [];
    const others = (all?.projects ?? []).filter((one) => !mine.some(({ project_id }) => project_id === one.project_id));
    return [...mine, ...others.map((one): MyProject => ({ ...one, role: 'owner' }))];
  }, [me, all]);
}
