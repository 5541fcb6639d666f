import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export type Tag = { name: string; subscribers: number; created_at: string };

export const tagsQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'tags'],
    queryFn: async ({ signal }) => (await api.get<{ tags: Tag[] }>('/v1/tags', {}, signal)).tags,
  });

/** People carry tags by name, so they are asked for again too. */
export function useTagActs() {
  const { api, key } = useProject();
  const queries = useQueryClient();
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer;
    await Promise.all(['tags', 'subscribers'].map((kind) => queries.invalidateQueries({ queryKey: [...key, kind] })));
    return result;
  };
  const path = (name: string) => `/v1/tags/${encodeURIComponent(name)}`;
  return {
    create: (name: string) => after(api.post<Tag>('/v1/tags', { name })),
    rename: (name: string, to: string) => after(api.patch<Tag>(path(name), { name: to })),
    remove: (name: string) => after(api.delete(path(name))),
  };
}
