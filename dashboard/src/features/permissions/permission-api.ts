import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

/** How people read it in the bot, by language; its name where there is none. */
type PermissionTitle = { ru?: string; en?: string };
export type Permission = { name: string; title: PermissionTitle; subscribers: number; created_at: string };
export type PermissionWish = { name: string; title: PermissionTitle };

export const permissionsQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'permissions'],
    queryFn: async ({ signal }) =>
      (await api.get<{ permissions: Permission[] }>('/v1/permissions', {}, signal)).permissions,
  });

/** People hold permissions by name, so they are asked for again too. */
export function usePermissionActs() {
  const { api, key } = useProject();
  const queries = useQueryClient();
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer;
    await Promise.all(
      ['permissions', 'subscribers'].map((kind) => queries.invalidateQueries({ queryKey: [...key, kind] })),
    );
    return result;
  };
  const path = (name: string) => `/v1/permissions/${encodeURIComponent(name)}`;
  return {
    create: (wish: PermissionWish & { grant_to_all: boolean }) => after(api.post<Permission>('/v1/permissions', wish)),
    change: (name: string, wish: PermissionWish) => after(api.patch<Permission>(path(name), wish)),
    remove: (name: string) => after(api.delete(path(name))),
  };
}
