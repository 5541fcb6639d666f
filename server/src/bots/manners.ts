import type { Transaction } from '#db';
import { addSeconds, type Clock } from '#lib/clock.ts';
import type { Channel, Lang, OutgoingMessage } from '#messengers';
import { textsIn } from '#texts';
import { keepChosenLang, takePuzzlement } from './person-store.ts';
import type { Commanded, FromPerson, Handler, Routes, Tapped } from './routes.ts';

/** How the bot itself speaks: stored in the transaction, sent once that is committed. */
export type Reply = (
  tx: Transaction,
  answer: { channel: Channel; personId: string; message: OutgoingMessage },
) => Promise<void>;

const LANG_TAP = 'lang';
const LANGUAGES: { lang: Lang; name: string }[] = [
  { lang: 'ru', name: 'Русский' },
  { lang: 'en', name: 'English' },
];
const QUIET_SECONDS = 60;

/** What the bot does when no feature knows better. A feature's command of the same name takes its place. */
export class Manners {
  readonly #reply: Reply;
  readonly #clock: Clock;
  readonly #routes: Routes;
  readonly #commands = new Map<string, Handler<Commanded>>([
    ['start', (tx, update) => this.say(tx, update, textsIn(update.lang).bot.greeting(update.person.firstName))],
    ['help', (tx, update) => this.say(tx, update, this.#help(update.lang))],
    ['stop', (tx, update) => this.say(tx, update, textsIn(update.lang).bot.nothingToStop)],
    ['lang', (tx, update) => this.#offerLanguages(tx, update)],
  ]);

  constructor(options: { reply: Reply; clock: Clock; routes: Routes }) {
    this.#reply = options.reply;
    this.#clock = options.clock;
    this.#routes = options.routes;
    this.#routes.addTap(LANG_TAP, (tx, update) => this.#chooseLanguage(tx, update));
  }

  command(name: string): Handler<Commanded> | undefined {
    return this.#commands.get(name);
  }

  async say(tx: Transaction, to: FromPerson, text: string, buttons?: OutgoingMessage['buttons']): Promise<void> {
    const message: OutgoingMessage = { text, format: 'plain', ...(buttons === undefined ? {} : { buttons }) };
    await this.#reply(tx, { channel: to.channel, personId: to.person.id, message });
  }

  /** At most once a minute: two bots that talk to each other must come to an end. */
  async notUnderstood(tx: Transaction, update: FromPerson): Promise<void> {
    const now = this.#clock.now();
    const span = { now, quietSince: addSeconds(now, -QUIET_SECONDS) };
    if (await takePuzzlement(tx, update.channel, update.person.id, span)) {
      await this.say(tx, update, textsIn(update.lang).bot.notUnderstood);
    }
  }

  async unknownLink(tx: Transaction, update: FromPerson): Promise<void> {
    await this.say(tx, update, textsIn(update.lang).bot.unknownLink);
  }

  #help(lang: Lang): string {
    const { help, commands } = textsIn(lang).bot;
    const known = Object.entries(commands).filter(([name]) => this.#routes.commands.has(name) || this.command(name));
    return help(known.map(([name, meaning]) => `/${name} – ${meaning}`).join('\n'));
  }

  async #offerLanguages(tx: Transaction, update: Commanded): Promise<void> {
    const wish = update.argument.toLowerCase();
    const known = LANGUAGES.find(({ lang, name }) => wish === lang || wish === name.toLowerCase());
    if (known !== undefined) return this.#keepLanguage(tx, update, known.lang);
    const buttons = LANGUAGES.map(({ lang, name }) => ({ text: name, tap: `${LANG_TAP}:${lang}` }));
    await this.say(tx, update, textsIn(update.lang).bot.chooseLanguage, [buttons]);
  }

  async #chooseLanguage(tx: Transaction, update: Tapped): Promise<string | undefined> {
    const chosen = LANGUAGES.find(({ lang }) => lang === update.rest)?.lang;
    if (chosen === undefined) return textsIn(update.lang).bot.unknownButton;
    if (chosen !== update.lang) {
      await this.#keepLanguage(tx, update, chosen);
      return undefined;
    }
    // Chosen all the same: the messenger's own language may change later.
    await keepChosenLang(tx, update.channel, update.person.id, chosen);
    return textsIn(chosen).bot.languageStays;
  }

  async #keepLanguage(tx: Transaction, update: FromPerson, lang: Lang): Promise<void> {
    await keepChosenLang(tx, update.channel, update.person.id, lang);
    const changed = { ...update, lang, person: { ...update.person, lang } };
    for (const handler of this.#routes.language) await handler(tx, changed);
    await this.say(tx, changed, textsIn(lang).bot.languageChosen);
  }
}
