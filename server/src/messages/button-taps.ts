import type { Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import { timestamp } from '#lib/timestamp.ts';
import type { Channel, Lang, Person } from '#messengers';
import { findSubscriber } from '#subscribers';
import { textsIn } from '#texts';
import { parseButtonTap } from './compose/buttons.ts';
import { type FindBroadcastComposition, spokenIn } from './compose/spoken.ts';
import { aboutMessage } from './delivery-events.ts';
import { findLoggedMessage } from './message-log-store.ts';

export type ButtonTapOptions = {
  clock: Clock;
  events: Events;
  findBroadcastComposition: FindBroadcastComposition;
};

type Tapped = { channel: Channel; person: Person; lang: Lang; rest: string };

/** A person taps a button of a project's message: the project hears of it, each time. Registered with the bots. */
export function buttonTaps({ clock, events, findBroadcastComposition }: ButtonTapOptions) {
  return async (tx: Transaction, { channel, person, lang, rest }: Tapped): Promise<string | undefined> => {
    const unknown = textsIn(lang).bot.unknownButton;
    const tap = parseButtonTap(rest);
    const message = tap && (await findLoggedMessage(tx, tap.messageId));
    // A tap names a message, and anybody can invent one: it counts from its recipient alone.
    if (message === undefined || message.channel !== channel || message.recipient !== person.id) return unknown;
    const spoken = await spokenIn(message, findBroadcastComposition);
    const button = spoken?.composition.buttons?.[tap?.row ?? -1]?.[tap?.column ?? -1];
    if (button === undefined || !('callback_data' in button)) return unknown;
    const subscriber = await findSubscriber(tx, message.subscriberId);
    const now = clock.now();
    await events.emit(tx, {
      projectId: message.projectId,
      name: 'button.clicked',
      data: {
        ...aboutMessage(message),
        external_id: subscriber?.externalId ?? null,
        button_text: button.text,
        callback_data: button.callback_data,
        clicked_at: timestamp(now),
      },
      at: now,
    });
    return undefined;
  };
}
