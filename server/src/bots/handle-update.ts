import type { Logger } from 'pino';
import { type Database, isDatabaseAway, transact } from '#db';
import type { Clock } from '#lib/clock.ts';
import type { BotIdentity, Incoming, Messenger } from '#messengers';
import { textsIn } from '#texts';
import type { Background } from './background.ts';
import type { BotTimings } from './bot-timings.ts';
import { cleanUpdate } from './clean-update.ts';
import type { Manners } from './manners.ts';
import { pause } from './pause.ts';
import { routeUpdate } from './route-update.ts';
import type { Routes } from './routes.ts';
import { claimUpdate, lockPerson, recordFailedUpdate } from './update-store.ts';

export type HandleDependencies = {
  database: Database;
  clock: Clock;
  log: Logger;
  routes: Routes;
  manners: Manners;
  background: Background;
  timings: Pick<BotTimings, 'retryPausesMs'>;
};

export type Bot = { messenger: Messenger; identity: BotIdentity };

/** `repeated`: handled or given up before, so nothing was done now. */
export type Handled = { outcome: 'handled' | 'repeated' | 'failed'; notice?: string };

/**
 * Handles an update exactly once. A handler that keeps throwing is given up, on record, so that it
 * blocks nobody. Throws only where the database cannot even record that: then nothing has happened,
 * and the update must come again.
 */
export async function handleUpdate(
  deps: HandleDependencies,
  bot: Bot,
  incoming: Incoming,
  signal: AbortSignal,
): Promise<Handled> {
  const update = cleanUpdate(incoming);
  const handled = await tryUpdate(deps, bot, update, signal);
  if (update.kind === 'tap') await deps.background.add(() => bot.messenger.answerTap(update.tapId, handled.notice));
  if (update.kind === 'group' && handled.outcome !== 'repeated') {
    await deps.background.add(() => bot.messenger.leaveGroup(update.groupId));
  }
  return handled;
}

async function tryUpdate(deps: HandleDependencies, bot: Bot, update: Incoming, signal: AbortSignal): Promise<Handled> {
  let failure: unknown;
  for (const pauseMs of [0, ...deps.timings.retryPausesMs]) {
    if (pauseMs > 0) await pause(pauseMs, signal);
    // Not the failure itself: its text may quote the person, and whoever catches this logs it.
    if (signal.aborted && failure !== undefined) throw new Error('Stopped before the update was handled.');
    try {
      return await handleOnce(deps, bot, update);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failure = error;
    }
  }
  return giveUp(deps, bot, update, failure);
}

function handleOnce(deps: HandleDependencies, { messenger, identity }: Bot, update: Incoming): Promise<Handled> {
  const { channel } = messenger;
  const name = { channel, botId: identity.id, key: update.key, kind: update.kind };
  return transact(deps.database, async (tx): Promise<Handled> => {
    if (update.kind === 'group' || update.kind === 'other') {
      const { fresh } = await claimUpdate(tx, name, null, deps.clock.now());
      return { outcome: fresh ? 'handled' : 'repeated' };
    }
    const { person, at } = update;
    await lockPerson(tx, channel, person.id);
    const { fresh, chosenLang } = await claimUpdate(tx, name, person.id, deps.clock.now());
    if (!fresh) return { outcome: 'repeated' };
    const lang = chosenLang ?? person.lang;
    const from = { channel, bot: identity, person: { ...person, lang }, lang, at };
    const notice = await routeUpdate(tx, update, from, deps);
    return { outcome: 'handled', ...(notice === undefined ? {} : { notice }) };
  });
}

async function giveUp(deps: HandleDependencies, bot: Bot, update: Incoming, failure: unknown): Promise<Handled> {
  const { channel } = bot.messenger;
  const { key, kind } = update;
  const mine = await recordFailedUpdate(
    deps.database,
    { channel, botId: bot.identity.id, key, kind },
    deps.clock.now(),
  );
  if (!mine) return { outcome: 'repeated' };
  deps.log.error({ channel, key, kind, ...describeWithoutText(failure) }, 'an update could not be handled; given up');
  return { outcome: 'failed', ...(update.kind === 'tap' ? { notice: textsIn(update.person.lang).bot.failed } : {}) };
}

/** An error's message may quote what a person typed (PostgreSQL quotes values): only its kind and place are told. */
function describeWithoutText(error: unknown): { error: string; code?: unknown; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const { code } = error as { code?: unknown };
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, ...(code === undefined ? {} : { code }), at: at.slice(0, 6).map((line) => line.trim()) };
}
