import Type, { type Static } from 'typebox';
import { secretHash } from '#lib/secret-hash.ts';
import { CHANNELS } from '#messengers';
import type { LoginOptions } from '../login-options.ts';
import { expiresIn, type LoginSession, statusOf } from '../session.ts';
import { addressWithCode } from '../way-back.ts';

/** What the page shows of its session. */
export const LiveStatus = Type.Object({
  login: Type.String({ description: 'Tells one login of this browser from the next.' }),
  status: Type.Enum(['pending', 'completed', 'verified', 'declined', 'expired']),
  opened: Type.Boolean({ description: 'Somebody has opened the link.' }),
  channel: Type.Optional(Type.Enum([...CHANNELS])),
  number: Type.Optional(Type.Integer({ description: 'To be tapped in the messenger.' })),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  redirect: Type.Optional(Type.String({ description: 'Once completed: where the page goes, with the code.' })),
});

export type LiveStatus = Static<typeof LiveStatus>;

export function liveStatus(options: Pick<LoginOptions, 'seal' | 'clock'>, session: LoginSession): LiveStatus {
  const now = options.clock.now();
  const status = statusOf(session, now);
  const redirect = status === 'completed' ? addressWithCode(options, session) : undefined;
  return {
    login: secretHash(session.id).toString('base64url').slice(0, 12),
    status,
    opened: session.personId !== null,
    ...(session.channel === null ? {} : { channel: session.channel }),
    ...(session.number === null ? {} : { number: session.number }),
    expires_in: expiresIn(session, now),
    ...(redirect === undefined ? {} : { redirect }),
  };
}
