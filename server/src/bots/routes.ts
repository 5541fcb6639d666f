import type { Transaction } from '#db';
import type { BotIdentity, Channel, Lang, Person } from '#messengers';

/** Who did something and where. `lang` is the person's own choice, else the messenger's locale; `person.lang` says the same. */
export type FromPerson = { channel: Channel; bot: BotIdentity; person: Person; lang: Lang; at: Date };

/** `rest` is what follows the prefix. */
export type Started = FromPerson & { payload: string; rest: string };
export type Tapped = FromPerson & { data: string; rest: string; messageId: string | null };
export type Commanded = FromPerson & { argument: string };

/**
 * Handlers run in the transaction that holds the update's deduplication key: all they do happens once or
 * not at all. They may run again after a failure, so whatever leaves the database goes through
 * queued messages or `afterCommit`.
 */
export type Handler<Update> = (tx: Transaction, update: Update) => Promise<void>;
/** Answers with a short notice that the messenger shows over the chat, or with nothing. */
export type TapHandler = (tx: Transaction, update: Tapped) => Promise<string | undefined>;

/** What features registered, by payload prefix, tap prefix and command. */
export class Routes {
  readonly starts = new Map<string, Handler<Started>>();
  readonly taps = new Map<string, TapHandler>();
  readonly commands = new Map<string, Handler<Commanded>>();
  readonly stopped: Handler<FromPerson>[] = [];
  readonly unblocked: Handler<FromPerson>[] = [];
  readonly language: Handler<FromPerson>[] = [];

  addStart(prefix: string, handler: Handler<Started>): void {
    add(this.starts, prefix, /^[A-Za-z0-9-]{1,16}$/, handler);
  }

  addTap(prefix: string, handler: TapHandler): void {
    add(this.taps, prefix, /^[A-Za-z0-9_-]{1,16}$/, handler);
  }

  addCommand(name: string, handler: Handler<Commanded>): void {
    add(this.commands, name, /^[a-z0-9_]{1,32}$/, handler);
  }
}

function add<H>(routes: Map<string, H>, name: string, form: RegExp, handler: H): void {
  if (!form.test(name)) throw new Error(`"${name}" cannot be routed to.`);
  if (routes.has(name)) throw new Error(`"${name}" is routed already.`);
  routes.set(name, handler);
}
