import { chargeMessages } from '#billing';
import type { Notifications } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import { endUnreachable, findExternalIds } from '#subscribers';
import { deliveryEvent, type OwnMessage } from './delivery-events.ts';
import type { FinishedMessage } from './queue/message.ts';
import type { OutcomeHandler } from './queue/messages.ts';
import { flagsOf } from './reasons.ts';
import { wakeSenders } from './send-watch.ts';

export type ProjectOutcomesOptions = { clock: Clock; events: Events; notifications: Notifications };

/** What follows when messages of projects end: a credit for each that was sent, an event, an answer for who waits. */
export function projectOutcomes(options: ProjectOutcomesOptions): OutcomeHandler {
  const { clock, events, notifications } = options;
  return async (tx, finished) => {
    const own = finished.filter(isOwn);
    const told = own.filter(({ state }) => state !== 'skipped');
    wakeSenders(tx, notifications, own);
    if (told.length === 0) return;
    const externalIds = await findExternalIds(tx, [...new Set(told.map(({ subscriberId }) => subscriberId))]);
    const happened = told.map((message) => deliveryEvent(message, externalIds.get(message.subscriberId) ?? null));
    await events.emitAll(
      tx,
      happened.filter((event) => event !== undefined),
    );
    // Last: whoever charges the same project waits from here to the commit.
    const sent = told.filter(({ state }) => state === 'sent');
    await chargeMessages(
      tx,
      clock,
      sent.map(({ projectId, jobId }) => ({ projectId, jobId, count: 1 })),
    );
  };
}

export type UnreachableOptions = Parameters<typeof endUnreachable>[1];

/**
 * Whoever turns out not to be reachable any more is subscribed no longer, whoever it was that wrote to them. Registered
 * before what charges, as a login subscribes before it charges. It withdraws other messages of these people, and that is
 * told to all handlers in turn.
 */
export function unreachableRecipients(options: UnreachableOptions): OutcomeHandler {
  return async (tx, finished) => {
    const lost = finished.filter(({ state, reason }) => state === 'failed' && flagsOf(reason).shouldUnsubscribe);
    if (lost.length === 0) return;
    const people = lost.map(({ channel, recipient }) => ({ channel, personId: recipient }));
    await endUnreachable(tx, options, people);
  };
}

function isOwn(message: FinishedMessage): message is OwnMessage {
  return message.author === 'project' && message.projectId !== null && message.subscriberId !== null;
}
