import type { Channel } from '#api/me.ts';
import type { Recipient } from './compose/preview-api.ts';

/** What the form holds about whom it goes to. */
export type RecipientDraft = {
  by: 'person' | 'external';
  subscriberId: string | undefined;
  externalId: string;
  /** Empty: all where the person is. */
  channels: Channel[];
  permission: string;
};

/** Undefined until somebody is named. */
export function recipientOf({ by, subscriberId, externalId }: RecipientDraft): Recipient | undefined {
  if (by === 'person') return subscriberId === undefined ? undefined : { subscriber_id: subscriberId };
  return externalId.trim() === '' ? undefined : { external_id: externalId.trim() };
}

/** The part of the body that says to whom. */
export function recipientBody(draft: RecipientDraft) {
  const { channels, permission } = draft;
  return {
    ...recipientOf(draft),
    ...(draft.by === 'external' && channels.length > 0 && { channels }),
    ...(permission !== '' && { permission }),
  };
}
