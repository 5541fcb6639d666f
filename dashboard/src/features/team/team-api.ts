import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { type Channel, meQuery, type Role } from '#api/me.ts';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export const ROLES: Role[] = ['owner', 'admin', 'viewer'];

export type Member = {
  account_id: string;
  name: string;
  role: Role;
  identities: { channel: Channel; username: string | null }[];
  is_you: boolean;
  created_at: string;
};

export type Invitation = {
  id: string;
  role: Role;
  /** The name of who invited; null where that account is gone. */
  created_by: string | null;
  created_at: string;
  expires_at: string;
};

export type NewInvitation = { id: string; url: string; role: Role; expires_at: string };

const path = (projectId: string, rest: string) => `/dashboard/api/projects/${projectId}/${rest}`;

export const membersQuery = ({ project, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'team', 'members'],
    queryFn: async ({ signal }) =>
      (await callApi<{ members: Member[] }>(path(project.project_id, 'members'), { signal })).members,
  });

/** Viewers are refused. */
export const invitationsQuery = ({ project, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'team', 'invites'],
    queryFn: async ({ signal }) =>
      (await callApi<{ invites: Invitation[] }>(path(project.project_id, 'invites'), { signal })).invites,
    enabled: project.role !== 'viewer',
  });

/** What changes the team; what is shown of it follows, one's own roles too. */
export function useTeamActs() {
  const { project, key } = useProject();
  const queries = useQueryClient();
  const call = async <Answer>(method: 'POST' | 'PATCH' | 'DELETE', rest: string, body?: unknown): Promise<Answer> => {
    const answer = await callApi<Answer>(path(project.project_id, rest), { method, body });
    await queries.invalidateQueries({ queryKey: [...key, 'team'] });
    return answer;
  };
  const refreshMe = () => queries.invalidateQueries({ queryKey: meQuery.queryKey });
  return {
    invite: (role: Role) => call<NewInvitation>('POST', 'invites', { role }),
    withdraw: (id: string) => call('DELETE', `invites/${id}`),
    changeRole: async (accountId: string, role: Role) => {
      await call('PATCH', `members/${accountId}`, { role });
      await refreshMe();
    },
    remove: (accountId: string) => call('DELETE', `members/${accountId}`),
    /** One's own; the project is out of reach afterwards, so nothing of it is asked for again. */
    leave: async (accountId: string) => {
      await callApi(path(project.project_id, `members/${accountId}`), { method: 'DELETE' });
      await refreshMe();
    },
  };
}
