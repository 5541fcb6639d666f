import type { Database, Transaction } from '#db';
import type { Events } from '#events';
import type { Clock } from '#lib/clock.ts';
import type { Channel, Lang, OutgoingMessage, Person } from '#messengers';
import { findProjectBySlug } from '#projects';
import { textsIn } from '#texts';
import { endSubscriptions } from './end-subscriptions.ts';
import { subscribe } from './subscribe.ts';
import { markBlocked, setPersonLang } from './subscriber-store.ts';

type FromPerson = { channel: Channel; person: Person; lang: Lang };

export type SubscriptionBotOptions = {
  database: Database;
  clock: Clock;
  events: Events;
  /** An answer in the chat. */
  reply: (tx: Transaction, to: { channel: Channel; personId: string; message: OutgoingMessage }) => Promise<void>;
};

/** What people do about subscriptions in a bot; app.ts registers these with it. */
export class SubscriptionBot {
  readonly #options: SubscriptionBotOptions;

  constructor(options: SubscriptionBotOptions) {
    this.#options = options;
  }

  /** `proj_<slug>`: a plain subscription. */
  async openLink(tx: Transaction, update: FromPerson & { rest: string }): Promise<void> {
    const { channel, person, lang } = update;
    const texts = textsIn(lang);
    const project = await findProjectBySlug(tx, update.rest);
    if (project === undefined || project.status !== 'active') return this.#say(tx, update, texts.bot.unknownLink);
    await subscribe(tx, this.#options, { projectId: project.id, channel, person, lang });
    await this.#say(tx, update, texts.subscription.subscribed(project.look.display_name ?? project.name));
  }

  /** `/stop`: ends all of the person's subscriptions on this bot. */
  async stop(tx: Transaction, update: FromPerson): Promise<void> {
    const { channel, person, lang } = update;
    const ended = await endSubscriptions(tx, this.#options, { channel, personId: person.id, blocked: false });
    await this.#say(tx, update, ended > 0 ? textsIn(lang).subscription.stopped : textsIn(lang).bot.nothingToStop);
  }

  async blocked(tx: Transaction, { channel, person }: FromPerson): Promise<void> {
    await endSubscriptions(tx, this.#options, { channel, personId: person.id, blocked: true });
  }

  /** Unblocking alone does not subscribe again. */
  async unblocked(tx: Transaction, { channel, person }: FromPerson): Promise<void> {
    await markBlocked(tx, { channel, personId: person.id, blocked: false });
  }

  async languageChosen(tx: Transaction, { channel, person, lang }: FromPerson): Promise<void> {
    await setPersonLang(tx, { channel, personId: person.id, lang });
  }

  #say(tx: Transaction, { channel, person }: FromPerson, text: string): Promise<void> {
    return this.#options.reply(tx, { channel, personId: person.id, message: { text, format: 'plain' } });
  }
}
