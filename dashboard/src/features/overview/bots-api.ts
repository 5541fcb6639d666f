import { queryOptions } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import type { CurrentProject } from '#shell/project-context.tsx';

export type Bot = {
  channel: Channel;
  /** Null before the first contact with the platform. */
  username: string | null;
  name: string | null;
  up: boolean;
  last_ok_at: string | null;
};

export const botsQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'bots'],
    queryFn: async ({ signal }) => (await api.get<{ bots: Bot[] }>('/v1/bots', {}, signal)).bots,
    refetchInterval: 30_000,
  });
