import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export const LANGS = ['ru', 'en'] as const;
export type Lang = (typeof LANGS)[number];

export type Subscriber = {
  subscriber_id: string;
  channel: Channel;
  external_id: string | null;
  first_name: string;
  username: string | null;
  lang: Lang;
  permissions: string[];
  tags: string[];
  active: boolean;
  blocked: boolean;
  created_at: string;
};

export type SubscriberPage = { subscribers: Subscriber[]; next_cursor: string | null; total: number };
export type SubscriberChange = Partial<Pick<Subscriber, 'external_id' | 'lang' | 'tags' | 'permissions'>>;
export type SubscribeLinks = { telegram_link: string | null; max_link: string | null };

const pathOf = (id: string) => `/v1/subscribers/${encodeURIComponent(id)}`;
const keyOf = ({ key }: CurrentProject, id: string) => [...key, 'subscribers', 'one', id];

export const subscriberQuery = (project: CurrentProject, id: string) =>
  queryOptions({
    queryKey: keyOf(project, id),
    queryFn: ({ signal }) => project.api.get<Subscriber>(pathOf(id), {}, signal),
  });

/** A few whose name, username or external id has the words in it. */
export const foundSubscribersQuery = ({ api, key }: CurrentProject, q: string) =>
  queryOptions({
    queryKey: [...key, 'subscribers', 'found', q],
    queryFn: async ({ signal }) =>
      (await api.get<SubscriberPage>('/v1/subscribers', { q, limit: 8 }, signal)).subscribers,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const subscribeLinksQuery = ({ api, key }: CurrentProject, wish: { permission: string; tag: string }) =>
  queryOptions({
    queryKey: [...key, 'subscribe-link', wish],
    queryFn: ({ signal }) => api.get<SubscribeLinks>('/v1/subscribe-link', wish, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export function useSubscriberActs() {
  const project = useProject();
  const queries = useQueryClient();
  const { api, key } = project;
  const refreshLists = () =>
    Promise.all(
      [['subscribers', 'list'], ['subscribers', 'found'], ['tags'], ['permissions']].map((part) =>
        queries.invalidateQueries({ queryKey: [...key, ...part] }),
      ),
    );
  return {
    change: async (id: string, change: SubscriberChange) => {
      const changed = await api.patch<Subscriber>(pathOf(id), change);
      queries.setQueryData(keyOf(project, id), changed);
      await refreshLists();
      return changed;
    },
    remove: async (id: string) => {
      await api.delete(pathOf(id));
      await refreshLists();
    },
    /** For when they have left the page: nobody asks for them again. */
    forget: (id: string) => queries.removeQueries({ queryKey: keyOf(project, id) }),
  };
}
