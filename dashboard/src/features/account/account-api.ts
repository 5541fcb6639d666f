import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/browser-client.ts';
import { meQuery } from '#api/me.ts';

export type BrowserSession = {
  id: string;
  /** This very browser. */
  current: boolean;
  created_at: string;
  last_seen_at: string;
  ip: string | null;
  user_agent: string | null;
};

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await callApi<{ sessions: BrowserSession[] }>('/dashboard/api/sessions', { signal })).sessions,
});

export function useAccountActs() {
  const queries = useQueryClient();
  const refreshSessions = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return {
    rename: async (name: string) => {
      await callApi('/dashboard/api/me', { method: 'PATCH', body: { name } });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    signOut: async (id: string) => {
      await callApi(`/dashboard/api/sessions/${id}`, { method: 'DELETE' });
      await refreshSessions();
    },
    signOutOthers: async () => {
      const answer = await callApi<{ signed_out: number }>('/dashboard/api/sign-out-others', { method: 'POST' });
      await refreshSessions();
      return answer.signed_out;
    },
  };
}
