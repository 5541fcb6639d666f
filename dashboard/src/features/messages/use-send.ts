import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useProject } from '#shell/project-context.tsx';
import type { SendAnswer } from './message-api.ts';

/** Sends once: the same words pressed again after a lost connection carry the same key. Once sent, the next is new. */
export function useSend() {
  const { api, key } = useProject();
  const queries = useQueryClient();
  const last = useRef<{ body: string; key: string }>(undefined);
  return useMutation({
    mutationFn: (wish: object) => {
      const body = JSON.stringify(wish);
      if (last.current?.body !== body) last.current = { body, key: newKey() };
      return api.post<SendAnswer>('/v1/send', wish, { idempotencyKey: last.current.key });
    },
    onSuccess: async () => {
      last.current = undefined;
      await queries.invalidateQueries({ queryKey: [...key, 'messages'] });
    },
  });
}

/** Not randomUUID, which a page served over plain http does not have. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
