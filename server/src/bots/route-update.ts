import type { Transaction } from '#db';
import type { Incoming } from '#messengers';
import { textsIn } from '#texts';
import { parseCommand, splitPrefix } from './command.ts';
import type { Manners } from './manners.ts';
import type { FromPerson, Routes } from './routes.ts';

/** Updates that come from a person; groups and the rest are nobody's. */
export type PersonUpdate = Exclude<Incoming, { kind: 'group' | 'other' }>;

const PAYLOAD = /^[A-Za-z0-9_-]{1,64}$/;

/** Finds who is concerned and lets them act. Answers the notice for a tap, where there is one. */
export async function routeUpdate(
  tx: Transaction,
  update: PersonUpdate,
  from: FromPerson,
  { routes, manners }: { routes: Routes; manners: Manners },
): Promise<string | undefined> {
  switch (update.kind) {
    case 'started':
      // Whoever starts the bot does not block it any more; MAX says so in no other way.
      for (const handler of routes.unblocked) await handler(tx, from);
      await start(update.payload ?? '');
      return undefined;
    case 'text':
      await read(update.text);
      return undefined;
    case 'tap':
      return tap(update.data, update.messageId);
    case 'stopped':
      for (const handler of routes.stopped) await handler(tx, from);
      return undefined;
    case 'unblocked':
      for (const handler of routes.unblocked) await handler(tx, from);
      return undefined;
    default:
      return undefined;
  }

  async function start(payload: string): Promise<void> {
    if (payload === '') return command('start', '');
    const parts = PAYLOAD.test(payload) ? splitPrefix(payload, '_') : undefined;
    const handler = parts && routes.starts.get(parts.prefix);
    if (handler === undefined) return manners.unknownLink(tx, from);
    await handler(tx, { ...from, payload, rest: parts?.rest ?? '' });
  }

  async function read(text: string): Promise<void> {
    const typed = parseCommand(text);
    if (typed === undefined) return manners.notUnderstood(tx, from);
    if (typed.name === 'start') return start(typed.argument);
    await command(typed.name, typed.argument);
  }

  async function command(name: string, argument: string): Promise<void> {
    const handler = routes.commands.get(name) ?? manners.command(name);
    if (handler === undefined) return manners.notUnderstood(tx, from);
    await handler(tx, { ...from, argument });
  }

  async function tap(data: string, messageId: string | null): Promise<string | undefined> {
    const parts = splitPrefix(data, ':');
    const handler = parts && routes.taps.get(parts.prefix);
    if (handler === undefined) return textsIn(from.lang).bot.unknownButton;
    return handler(tx, { ...from, data, rest: parts?.rest ?? '', messageId });
  }
}
