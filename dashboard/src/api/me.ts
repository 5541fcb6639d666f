import { queryOptions } from '@tanstack/react-query';
import { callApi } from './browser-client.ts';

export const CHANNELS = ['telegram', 'max'] as const;
export type Channel = (typeof CHANNELS)[number];

export type Role = 'owner' | 'admin' | 'viewer';
export type Plan = 'free' | 'basic' | 'unlimited';

export type MyProject = {
  project_id: string;
  name: string;
  slug: string;
  plan: Plan;
  status: 'active' | 'inactive';
  role: Role;
};

export type Me = {
  account: {
    id: string;
    name: string;
    is_operator: boolean;
    identities: { channel: Channel; first_name: string | null; username: string | null }[];
  };
  projects: MyProject[];
  sandbox: boolean;
  version: string;
  base_url: string;
  bots: Record<Channel, string | null>;
};

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => callApi<Me>('/dashboard/api/me', { signal }),
  staleTime: 60_000,
});
