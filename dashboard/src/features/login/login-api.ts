import { queryOptions } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import type { CurrentProject } from '#shell/project-context.tsx';

export type StaticLinks = { telegram_link: string | null; max_link: string | null; configured: boolean };

export type Login = {
  login_id: string;
  kind: 'session' | 'page' | 'static';
  subscriber_id: string;
  /** Null where the subscriber was removed. */
  first_name: string | null;
  username: string | null;
  channel: Channel;
  state?: string;
  client_ip?: string;
  client_agent?: string;
  confirmed_at: string;
  /** Null: nobody has exchanged the code. */
  verified_at: string | null;
};

export type LoginPage = { logins: Login[]; next_cursor: string | null };

export const staticLinksQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'login', 'links'],
    queryFn: ({ signal }) => api.get<StaticLinks>('/v1/auth/link', {}, signal),
  });
