import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export type ApiKey = {
  key_id: string;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

export type CreatedKey = Pick<ApiKey, 'key_id' | 'name' | 'prefix' | 'created_at'> & { api_key: string };

const path = (projectId: string) => `/dashboard/api/projects/${projectId}/keys`;

/** Viewers are refused. */
export const keysQuery = ({ project, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'keys'],
    queryFn: async ({ signal }) => (await callApi<{ keys: ApiKey[] }>(path(project.project_id), { signal })).keys,
    enabled: project.role !== 'viewer',
  });

export function useKeyActs() {
  const { project, key } = useProject();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [...key, 'keys'] });
  return {
    create: async (name: string) => {
      const created = await callApi<CreatedKey>(path(project.project_id), { method: 'POST', body: { name } });
      await refresh();
      return created;
    },
    revoke: async (keyId: string) => {
      await callApi(`${path(project.project_id)}/${keyId}`, { method: 'DELETE' });
      await refresh();
    },
  };
}
