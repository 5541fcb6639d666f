import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { type Channel, meQuery, type Plan } from '#api/me.ts';
import { projectApi } from '#api/project-api.ts';
import type { ProjectSettings } from '../settings/settings-api.ts';
import type { Usage } from '../usage/usage-api.ts';

/** The same as its own team sees. */
export type OperatorProject = ProjectSettings;
export type OperatorProjectPage = { projects: OperatorProject[]; next_cursor: string | null };

export const PLANS: Plan[] = ['free', 'basic', 'unlimited'];

/** In `limits`, null takes a limit back to what the plan gives. */
export type ProjectChange = {
  plan?: Plan;
  status?: 'active' | 'inactive';
  limits?: Record<string, number | null>;
  add_credits?: number;
};

export type ProjectWish = { name: string; slug: string; plan: Plan };

export type BotHealth = {
  channel: Channel;
  /** Null before the first contact with the platform. */
  username: string | null;
  name: string | null;
  mode: 'polling' | 'webhook';
  up: boolean;
  last_ok_at: string | null;
  last_update_at: string | null;
  last_error: string | null;
  last_error_at: string | null;
};

export const operatorProjectQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'projects', 'one', id],
    queryFn: ({ signal }) => callApi<OperatorProject>(`/admin/v1/projects/${id}`, { signal }),
  });

/** Credits of somebody's project, as its own team sees them. */
export const projectUsageQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'projects', 'usage', id],
    queryFn: ({ signal }) => projectApi(id).get<Usage>('/v1/usage', { limit: 1 }, signal),
  });

export const botsQuery = queryOptions({
  queryKey: ['operator', 'bots'],
  queryFn: async ({ signal }) => (await callApi<{ bots: BotHealth[] }>('/admin/v1/bots', { signal })).bots,
  refetchInterval: 10_000,
});

/** Every list in which a project stands is asked for again; so is what its own pages show. */
function useRefreshProjects() {
  const queries = useQueryClient();
  return (id?: string) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['operator', 'projects'] }),
      queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ...(id === undefined ? [] : [queries.invalidateQueries({ queryKey: [id] })]),
    ]);
}

export function useChangeProject() {
  const refresh = useRefreshProjects();
  return async (id: string, change: ProjectChange): Promise<OperatorProject> => {
    const changed = await callApi<OperatorProject>(`/admin/v1/projects/${id}`, { method: 'PATCH', body: change });
    await refresh(id);
    return changed;
  };
}

export function useCreateProject() {
  const refresh = useRefreshProjects();
  return async (wish: ProjectWish) => {
    const created = await callApi<OperatorProject & { api_key: string }>('/admin/v1/projects', {
      method: 'POST',
      body: wish,
    });
    await refresh();
    return created;
  };
}
