import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Channel } from '#api/me.ts';
import { useProject } from '#shell/project-context.tsx';
import type { Format, MediaType, MessageBody } from './composition.ts';

export type Lang = 'ru' | 'en';

export type Recipient = { subscriber_id: string } | { external_id: string };

export type Preview = {
  /** Null where nobody was named. */
  subscriber_id: string | null;
  channel: Channel | null;
  lang: Lang;
  format: Format;
  text: string;
  plain_text: string;
  length: number;
  buttons: { text: string; url?: string; callback_data?: string }[][];
  media: { type: MediaType; url: string } | null;
};

export type PreviewRequest = MessageBody & Partial<{ subscriber_id: string; external_id: string; lang: Lang }>;

const PAUSE_MS = 350;

/** What the server makes of it, once the person pauses. Undefined asks nothing. The last answer stays until the next. */
export function usePreview(request: PreviewRequest | undefined) {
  const { api, key } = useProject();
  const wish = request === undefined ? '' : JSON.stringify(request);
  const [asked] = useDebouncedValue(wish, PAUSE_MS);
  const query = useQuery({
    queryKey: [...key, 'preview', asked],
    queryFn: async ({ signal }) =>
      (await api.post<{ previews: Preview[] }>('/v1/send/preview', JSON.parse(asked), { signal })).previews,
    enabled: asked !== '',
    placeholderData: (before) => before,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  const isCurrent = asked === wish && !query.isPlaceholderData;
  return {
    previews: wish === '' ? [] : (query.data ?? []),
    error: asked === wish && query.isError ? query.error : undefined,
    /** Whether it shows what is written now. */
    isCurrent: isCurrent && query.isSuccess,
  };
}
