import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { type Me, meQuery, type Plan } from '#api/me.ts';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export type Look = { display_name?: string; logo_url?: string; accent_color?: string };

export type ProjectSettings = {
  project_id: string;
  name: string;
  slug: string;
  callback_url: string | null;
  redirect_uris: string[];
  plan: Plan;
  limits: Record<string, number | null>;
  look: Look;
  status: 'active' | 'inactive';
  created_at: string;
};

/** In `look`, null clears a field. */
export type SettingsChange = {
  name?: string;
  callback_url?: string | null;
  redirect_uris?: string[];
  look?: { [Field in keyof Look]: string | null };
};

export const settingsQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'settings'],
    queryFn: ({ signal }) => api.get<ProjectSettings>('/v1/project', {}, signal),
  });

/** Changes the project; what is shown of it follows at once. */
export function useChangeSettings(): (change: SettingsChange) => Promise<void> {
  const project = useProject();
  const queries = useQueryClient();
  const id = project.project.project_id;
  return async (change) => {
    const body = change;
    await callApi(`/dashboard/api/projects/${id}`, { method: 'PATCH', body });
    await queries.invalidateQueries({ queryKey: [...project.key, 'settings'] });
    if (change.name === undefined) return;
    const { name } = change;
    queries.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) =>
        me && { ...me, projects: me.projects.map((one) => (one.project_id === id ? { ...one, name } : one)) },
    );
  };
}
