import { isLoginCapReached } from '#billing';
import type { Transaction } from '#db';
import { uuidv7 } from '#lib/ids.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { type Content, textContent } from '#messages';
import { findProject, findProjectBySlug, type Project } from '#projects';
import { textsIn } from '#texts';
import { confirmLogin, type FromPerson, wakePollers } from './confirm-login.ts';
import { isPaused, noteMistake, takeInWindow } from './limit-store.ts';
import type { LoginOptions } from './login-options.ts';
import { loginPrompt, projectName, readTap } from './login-prompt.ts';
import { type LoginSession, sessionEnd, statusOf } from './session.ts';
import {
  claimSession,
  decideSession,
  findSession,
  findSessionByLink,
  findStaticSession,
  insertSession,
  restartSession,
  setPrompt,
} from './session-store.ts';
import { registerConfirmed } from './way-back.ts';

type Opened = FromPerson & { rest: string };
type Tapped = FromPerson & { rest: string; messageId: string | null };

const HOUR = 3600;
const STATIC_CONFIRMATIONS = 5;
const MISTAKES = { most: 3, seconds: 600 };

/** The bot's side of a login; app.ts registers these with the bots. Every method runs in the update's transaction. */
export class LoginBot {
  readonly #options: LoginOptions;
  readonly #confirmed: (data: { session: string; lang: 'ru' | 'en' }) => Content;

  constructor(options: LoginOptions) {
    this.#options = options;
    this.#confirmed = registerConfirmed(options.messages, options);
  }

  /** `auths_<token>`: the first person to open it claims the session; opening it again prompts again. */
  async openSession(tx: Transaction, opened: Opened): Promise<void> {
    const session = await findSessionByLink(tx, secretHash(opened.rest));
    if (session === undefined) return this.#say(tx, opened, textsIn(opened.lang).bot.unknownLink);
    // The website may have said which language the person reads it in.
    const update = { ...opened, lang: session.lang ?? opened.lang };
    const texts = textsIn(update.lang);
    const project = await findProject(tx, session.projectId);
    if (project === undefined) return this.#say(tx, update, texts.bot.unknownLink);
    const status = statusOf(session, this.#options.clock.now());
    if (status !== 'pending') {
      return this.#say(
        tx,
        update,
        status === 'expired' && session.status === 'pending' ? texts.login.expiredLink : texts.login.used,
      );
    }
    if (!(await this.#mayAsk(tx, update, project))) return;
    if (!(await claimSession(tx, session.id, { channel: update.channel, personId: update.person.id }))) {
      return this.#say(tx, update, texts.login.notYours);
    }
    // The hosted page shows its number now.
    wakePollers(tx, this.#options, session.id);
    await this.#prompt(tx, update, session, project);
  }

  /** `auth_<slug>`: the permanent link of a project. */
  async openStatic(tx: Transaction, update: Opened): Promise<void> {
    const texts = textsIn(update.lang);
    const project = await findProjectBySlug(tx, update.rest);
    if (project === undefined) return this.#say(tx, update, texts.bot.unknownLink);
    if (project.callbackUrl === null) return this.#say(tx, update, texts.login.notSetUp(projectName(project)));
    if (!(await this.#mayAsk(tx, update, project))) return;
    await this.#prompt(tx, update, await this.#staticSession(tx, update, project), project);
  }

  /** Yes, No or a number. Answers the notice that the messenger shows, if any. */
  async tap(tx: Transaction, update: Tapped): Promise<string | undefined> {
    const tap = readTap(update.rest);
    const session = tap && (await findSession(tx, tap.id));
    const project = session && (await findProject(tx, session.projectId));
    const texts = textsIn(session?.lang ?? update.lang).login;
    if (tap === undefined || session === undefined || project === undefined) return texts.settled;
    if (session.channel !== update.channel || session.personId !== update.person.id) return texts.notYours;
    if (statusOf(session, this.#options.clock.now()) !== 'pending') return texts.settled;
    if (tap.answer === 'no') return this.#decline(tx, update, session, texts.declined(projectName(project)));
    const right = session.number === null ? tap.answer === 'yes' : tap.answer === session.number;
    if (!right) return this.#wrongNumber(tx, update, session, project);
    return this.#confirm(tx, update, session, project);
  }

  async #confirm(
    tx: Transaction,
    update: Tapped,
    session: LoginSession,
    project: Project,
  ): Promise<string | undefined> {
    const texts = textsIn(session.lang ?? update.lang).login;
    const name = projectName(project);
    if (project.status !== 'active') return this.#decline(tx, update, session, texts.unavailable(name));
    if (session.kind === 'static' && (await this.#tooManyStatic(tx, update, project))) {
      return this.#decline(tx, update, session, texts.tooMany);
    }
    const confirmation = await confirmLogin(tx, this.#options, project, session.id, update);
    if (confirmation.outcome === 'too_late') return texts.settled;
    if (confirmation.outcome === 'cap_reached') {
      await this.#edit(tx, update, session, plain(texts.unavailable(name)));
      return undefined;
    }
    await this.#edit(tx, update, session, this.#confirmed({ session: session.id, lang: session.lang ?? update.lang }));
    return undefined;
  }

  async #wrongNumber(
    tx: Transaction,
    update: Tapped,
    session: LoginSession,
    project: Project,
  ): Promise<string | undefined> {
    const { channel, person } = update;
    await noteMistake(tx, { channel, personId: person.id, ...MISTAKES, now: this.#options.clock.now() });
    return this.#decline(
      tx,
      update,
      session,
      textsIn(session.lang ?? update.lang).login.wrongNumber(projectName(project)),
    );
  }

  async #decline(tx: Transaction, update: Tapped, session: LoginSession, text: string): Promise<string | undefined> {
    const { channel, person } = update;
    const now = this.#options.clock.now();
    const decided = await decideSession(tx, session.id, { status: 'declined', channel, personId: person.id, now });
    if (decided === undefined) return textsIn(session.lang ?? update.lang).login.settled;
    wakePollers(tx, this.#options, session.id);
    await this.#edit(tx, update, session, plain(text));
    return undefined;
  }

  async #mayAsk(tx: Transaction, update: FromPerson, project: Project): Promise<boolean> {
    const texts = textsIn(update.lang).login;
    const { channel, person } = update;
    if (project.status !== 'active') {
      await this.#say(tx, update, texts.unavailable(projectName(project)));
      return false;
    }
    if (await isPaused(tx, { channel, personId: person.id, now: this.#options.clock.now() })) {
      await this.#say(tx, update, texts.paused);
      return false;
    }
    return true;
  }

  async #staticSession(
    tx: Transaction,
    { channel, person, lang }: FromPerson,
    project: Project,
  ): Promise<LoginSession> {
    const now = this.#options.clock.now();
    const expiresAt = sessionEnd(now);
    const of = { projectId: project.id, channel, personId: person.id };
    const waiting = await findStaticSession(tx, of);
    if (waiting !== undefined) {
      await restartSession(tx, waiting.id, { expiresAt, returnUrl: project.callbackUrl });
      return { ...waiting, expiresAt, returnUrl: project.callbackUrl };
    }
    const id = uuidv7(now);
    await insertSession(tx, {
      id,
      projectId: project.id,
      kind: 'static',
      publicHash: null,
      linkHash: null,
      state: null,
      returnUrl: project.callbackUrl,
      lang,
      clientIp: null,
      clientAgent: null,
      number: null,
      choices: null,
      browserHash: null,
      expiresAt,
      createdAt: now,
    });
    await claimSession(tx, id, of);
    const session = await findSession(tx, id);
    if (session === undefined) throw new Error('A session that was just made is not there.');
    return session;
  }

  /** Counts this one, unless the plan's cap will refuse it anyway. */
  async #tooManyStatic(tx: Transaction, { channel, person }: FromPerson, project: Project): Promise<boolean> {
    if (await isLoginCapReached(tx, this.#options.clock, project)) return false;
    const subject = `static:${project.id}:${channel}:${person.id}`;
    const now = this.#options.clock.now();
    return (await takeInWindow(tx, { subject, most: STATIC_CONFIRMATIONS, seconds: HOUR, now })) !== undefined;
  }

  async #prompt(tx: Transaction, update: FromPerson, session: LoginSession, project: Project): Promise<void> {
    const { channel, person, lang } = update;
    const to = { channel, recipient: person.id, priority: 'login', projectId: project.id } as const;
    if (session.promptId !== null) {
      const content = plain(textsIn(lang).login.movedDown);
      await this.#options.messages.queue(tx, { ...to, content, edits: { messageId: session.promptId } });
    }
    const content = textContent(loginPrompt(session, project, lang));
    const id = await this.#options.messages.queue(tx, { ...to, content, deadline: session.expiresAt });
    await setPrompt(tx, session.id, { id, lang });
  }

  async #edit(tx: Transaction, update: Tapped, session: LoginSession, content: Content): Promise<void> {
    const edits =
      update.messageId !== null
        ? { platformMessageId: update.messageId }
        : session.promptId !== null
          ? { messageId: session.promptId }
          : undefined;
    const to = {
      channel: update.channel,
      recipient: update.person.id,
      priority: 'login',
      projectId: session.projectId,
    } as const;
    const { messages } = this.#options;
    await messages.queue(tx, { ...to, content, ...(edits === undefined ? {} : { edits }) });
    // The person may have tapped an older prompt: the newest one must not ask any more.
    if (session.promptId === null) return;
    const newest = await messages.withdraw(tx, session.promptId);
    if (newest === null || newest === update.messageId) return;
    const settled = plain(textsIn(session.lang ?? update.lang).login.settled);
    await messages.queue(tx, { ...to, content: settled, edits: { messageId: session.promptId } });
  }

  async #say(tx: Transaction, { channel, person }: FromPerson, text: string): Promise<void> {
    await this.#options.messages.queue(tx, { channel, recipient: person.id, priority: 'login', content: plain(text) });
  }
}

function plain(text: string): Content {
  return textContent({ text, format: 'plain' });
}
