import { requireCredits } from '#billing';
import { type Database, transact } from '#db';
import type { Operation } from '#http';
import type { Clock } from '#lib/clock.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';
import type { Channel } from '#messengers';
import { findSubscribers, requireKnownPermission, type Subscriber } from '#subscribers';
import type { Composition } from './compose/composition.ts';
import type { MessageBody } from './compose/message-body.ts';
import { readComposition } from './compose/read-composition.ts';
import { messageIdOf } from './message-id.ts';
import type { Content } from './queue/content.ts';
import type { MessageWish } from './queue/message.ts';
import type { Messages } from './queue/messages.ts';
import {
  findRecipients,
  type RecipientFields,
  recipientNotFound,
  requireRecipientName,
  skipReasonOf,
} from './recipients.ts';
import type { SendData } from './send-content.ts';
import { findRequested, holdSubscribers, type RequestedMessage } from './send-store.ts';
import type { SendWatch } from './send-watch.ts';

const WAIT_MS = 5_000;

export type SendOptions = {
  database: Database;
  clock: Clock;
  messages: Messages;
  outgoing: Pick<Outgoing, 'checkUrl'>;
  watch: SendWatch;
  /** Where this system has a bot. */
  bots: ReadonlySet<Channel>;
  /** What `registerSendContent` answered. */
  content: (data: SendData) => Content;
  /** How long a call waits for its messages; 5 seconds unless given. */
  waitMs?: number;
};

export type SendBody = MessageBody & RecipientFields & { channels?: Channel[]; permission?: string };

/**
 * Stores a message for each recipient under the request's id, then waits for what becomes of them. A request that is
 * resumed finds its messages and waits for those; should its first run live on, both store the same ones.
 */
export async function send(
  options: SendOptions,
  projectId: string,
  body: SendBody,
  request: Operation,
): Promise<RequestedMessage[]> {
  const isStored = request.resumed && (await findRequested(options.database, projectId, request.id)).length > 0;
  if (!isStored) await storeMessages(options, projectId, body, request.id);
  return awaitOutcomes(options, projectId, request.id);
}

async function storeMessages(
  options: SendOptions,
  projectId: string,
  body: SendBody,
  requestId: string,
): Promise<void> {
  const { database, clock, messages } = options;
  const name = requireRecipientName(body);
  const composition = await readComposition(options, projectId, body);
  if (body.permission !== undefined) await requireKnownPermission(database, projectId, body.permission);
  await requireCredits(database, clock, projectId);
  const recipients = await findRecipients(database, projectId, name, body.channels);
  await transact(database, async (tx) => {
    const ids = recipients.map(({ id }) => id);
    await holdSubscribers(tx, ids);
    const held = await findSubscribers(tx, ids);
    const present = ids.flatMap((id) => held.get(id) ?? []);
    if (present.length === 0) throw recipientNotFound();
    const wishOf = (subscriber: Subscriber) => toWish(options, subscriber, composition, body.permission, requestId);
    await messages.queueAll(tx, present.map(wishOf));
  });
}

function toWish(
  { content, bots }: SendOptions,
  subscriber: Subscriber,
  composition: Composition,
  permission: string | undefined,
  requestId: string,
): MessageWish {
  const { id, projectId, channel, personId, firstName, username, lang } = subscriber;
  const skipped = skipReasonOf(subscriber, permission, bots);
  return {
    id: messageIdOf(requestId, id),
    ...{ channel, recipient: personId, priority: 'single', author: 'project', projectId, subscriberId: id, requestId },
    content: content({ composition, person: { first_name: firstName, username, lang } }),
    ...(skipped && { skipped }),
  };
}

async function awaitOutcomes(
  { database, watch, waitMs = WAIT_MS }: SendOptions,
  projectId: string,
  requestId: string,
): Promise<RequestedMessage[]> {
  const until = performance.now() + waitMs;
  const read = () => findRequested(database, projectId, requestId);
  let requested = await read();
  while (requested.some(isUnderWay) && performance.now() < until && !watch.stopped) {
    await watch.changed(requestId, until - performance.now(), undefined, async () => {
      requested = await read();
      return !requested.some(isUnderWay);
    });
    if (requested.some(isUnderWay)) requested = await read();
  }
  return requested;
}

const isUnderWay = ({ state }: RequestedMessage): boolean => state === 'queued';
