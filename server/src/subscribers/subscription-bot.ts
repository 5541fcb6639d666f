import type { Transaction } from '#db';
import type { Channel, Lang, OutgoingMessage, Person } from '#messengers';
import { findProject, findProjectBySlug, type Project } from '#projects';
import { textsIn } from '#texts';
import { type EndingOptions, endSubscriptions } from './end-subscriptions.ts';
import { holdMarks } from './mark-store.ts';
import { findPermissions } from './permission-store.ts';
import { shownName } from './settings-bot.ts';
import { type Subscription, subscribe } from './subscribe.ts';
import { findSubscribeLink } from './subscribe-link-store.ts';
import { markBlocked, setPersonLang } from './subscriber-store.ts';
import { tagNames } from './tag-store.ts';

type FromPerson = { channel: Channel; person: Person; lang: Lang };

export type SubscriptionBotOptions = EndingOptions & {
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
    await this.#subscribe(tx, update, await findProjectBySlug(tx, update.rest));
  }

  /** `subs_<token>`: with a permission or a tag; one that was deleted meanwhile is left out. */
  async openTokenLink(tx: Transaction, update: FromPerson & { rest: string }): Promise<void> {
    const found = await findSubscribeLink(tx, update.rest);
    if (found === undefined) return this.#say(tx, update, textsIn(update.lang).bot.unknownLink);
    const { projectId } = found;
    await holdMarks(tx, projectId);
    // Once more: names stay as they are from here on.
    const wish = (await findSubscribeLink(tx, update.rest)) ?? found;
    const permissions = (await findPermissions(tx, projectId)).map(({ name }) => name);
    const add = {
      tags: (await tagNames(tx, projectId)).filter((name) => name === wish.tag),
      permissions: permissions.filter((name) => name === wish.permission),
    };
    await this.#subscribe(tx, update, await findProject(tx, projectId), add);
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

  async #subscribe(
    tx: Transaction,
    update: FromPerson,
    project: Project | undefined,
    add?: Subscription['add'],
  ): Promise<void> {
    const { channel, person, lang } = update;
    const texts = textsIn(lang);
    if (project === undefined || project.status !== 'active') return this.#say(tx, update, texts.bot.unknownLink);
    const wish = { projectId: project.id, channel, person, lang };
    await subscribe(tx, this.#options, add === undefined ? wish : { ...wish, add });
    await this.#say(tx, update, texts.subscription.subscribed(shownName(project)));
  }

  #say(tx: Transaction, { channel, person }: FromPerson, text: string): Promise<void> {
    return this.#options.reply(tx, { channel, personId: person.id, message: { text, format: 'plain' } });
  }
}
