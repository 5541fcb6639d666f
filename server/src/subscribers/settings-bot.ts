import type { Transaction } from '#db';
import type { Channel, Lang, OutgoingMessage, Person } from '#messengers';
import { findProject, type Project } from '#projects';
import { textsIn } from '#texts';
import { type EndingOptions, endSubscription } from './end-subscriptions.ts';
import { holdMarks } from './mark-store.ts';
import { tellPermissionChange } from './permission-change.ts';
import { findPermissions } from './permission-store.ts';
import { readSettingsTap, settingsMessage } from './settings-message.ts';
import type { Subscriber } from './subscriber.ts';
import { findSubscriber, lockSubscriber, updateSubscriber } from './subscriber-store.ts';
import { listActiveOf } from './subscription-store.ts';

type FromPerson = { channel: Channel; person: Person; lang: Lang };
type Tapped = FromPerson & { rest: string; messageId: string | null };
type InChat = { channel: Channel; personId: string; message: OutgoingMessage };

export type SettingsBotOptions = EndingOptions & {
  /** An answer in the chat. */
  reply: (tx: Transaction, to: InChat) => Promise<void>;
  /** In place of what the platform calls by this id. */
  edit: (tx: Transaction, to: InChat & { platformMessageId: string }) => Promise<void>;
};

/** Subscriptions that are shown at once, one message each. */
const MOST_SHOWN = 10;

/** `/settings`: a person's subscriptions on this bot, and the switches under them; app.ts registers these with it. */
export class SettingsBot {
  readonly #options: SettingsBotOptions;

  constructor(options: SettingsBotOptions) {
    this.#options = options;
  }

  async show(tx: Transaction, update: FromPerson): Promise<void> {
    const { channel, person, lang } = update;
    const texts = textsIn(lang).settings;
    const { newest, count } = await listActiveOf(tx, { channel, personId: person.id }, MOST_SHOWN);
    if (count === 0) return this.#say(tx, update, plain(texts.none));
    for (const subscriber of newest) await this.#say(tx, update, await this.#composed(tx, subscriber, lang));
    if (count > newest.length) await this.#say(tx, update, plain(texts.more(newest.length, count)));
  }

  /** A switch or the end of a subscription. Answers the notice that the messenger shows, if any. */
  async tap(tx: Transaction, update: Tapped): Promise<string | undefined> {
    const { unknownButton } = textsIn(update.lang).bot;
    const tap = readSettingsTap(update.rest);
    if (tap === undefined) return unknownButton;
    const found = await findSubscriber(tx, tap.subscriberId);
    if (found === undefined) return this.#gone(tx, update);
    if (found.channel !== update.channel || found.personId !== update.person.id) return unknownButton;
    await holdMarks(tx, found.projectId);
    const subscriber = await lockSubscriber(tx, found.projectId, found.id);
    if (subscriber === undefined) return this.#gone(tx, update);
    if (!subscriber.active || tap.act === 'end') {
      await endSubscription(tx, this.#options, subscriber.id);
      const name = await this.#projectName(tx, subscriber);
      await this.#change(tx, update, plain(textsIn(update.lang).settings.unsubscribed(name)));
      return undefined;
    }
    return this.#switch(tx, update, subscriber, tap.act);
  }

  async #switch(
    tx: Transaction,
    update: Tapped,
    subscriber: Subscriber,
    { permissionId, on }: { permissionId: string; on: boolean },
  ): Promise<string | undefined> {
    const permission = (await findPermissions(tx, subscriber.projectId)).find(({ id }) => id === permissionId);
    const others = subscriber.permissions.filter((name) => name !== permission?.name);
    let after = subscriber;
    if (permission !== undefined && subscriber.permissions.includes(permission.name) !== on) {
      after = { ...subscriber, permissions: on ? [...others, permission.name] : others };
      await updateSubscriber(tx, after);
      await tellPermissionChange(tx, this.#options, subscriber, after);
    }
    // Also where nothing changed: what the person sees is out of date then.
    await this.#change(tx, update, await this.#composed(tx, after, update.lang));
    return permission === undefined ? textsIn(update.lang).bot.unknownButton : undefined;
  }

  /** The project removed the person: nobody knows any more whose settings these were. */
  async #gone(tx: Transaction, update: Tapped): Promise<undefined> {
    await this.#change(tx, update, plain(textsIn(update.lang).settings.gone));
  }

  async #composed(tx: Transaction, subscriber: Subscriber, lang: Lang): Promise<OutgoingMessage> {
    const permissions = await findPermissions(tx, subscriber.projectId);
    return settingsMessage(subscriber, await this.#projectName(tx, subscriber), permissions, lang);
  }

  async #projectName(tx: Transaction, { projectId }: Subscriber): Promise<string> {
    const project = await findProject(tx, projectId);
    if (project === undefined) throw new Error('The project of a subscriber is not there.');
    return shownName(project);
  }

  async #change(tx: Transaction, update: Tapped, message: OutgoingMessage): Promise<void> {
    const { channel, person, messageId } = update;
    if (messageId === null) return this.#say(tx, update, message);
    await this.#options.edit(tx, { channel, personId: person.id, platformMessageId: messageId, message });
  }

  #say(tx: Transaction, { channel, person }: FromPerson, message: OutgoingMessage): Promise<void> {
    return this.#options.reply(tx, { channel, personId: person.id, message });
  }
}

export function shownName({ look, name }: Pick<Project, 'look' | 'name'>): string {
  return look.display_name ?? name;
}

function plain(text: string): OutgoingMessage {
  return { text, format: 'plain' };
}
