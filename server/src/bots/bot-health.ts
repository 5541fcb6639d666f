import type { Database } from '#db';
import { secondsBetween } from '#lib/clock.ts';
import type { BotIdentity, Channel } from '#messengers';
import { type BotRow, listBots, type UpdateMode } from './bot-store.ts';

export type BotHealth = {
  channel: Channel;
  /** Null before the first contact. */
  identity: BotIdentity | null;
  mode: UpdateMode;
  /** Receives updates as far as is known. */
  up: boolean;
  /** The last successful poll, or check of the webhook. */
  lastOkAt: Date | null;
  lastUpdateAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
};

/** Several polls, or two checks of the webhook, without a word. */
const SILENT_SECONDS: Record<UpdateMode, number> = { polling: 90, webhook: 1_500 };

export async function readBotHealth(database: Database, now: Date): Promise<BotHealth[]> {
  return (await listBots(database)).map((row) => {
    const { channel, botId, username, name, mode, lastOkAt, lastUpdateAt, lastError, lastErrorAt } = row;
    const identity = botId === null ? null : { id: botId, username: username ?? '', name: name ?? '' };
    return { channel, identity, mode, up: isUp(row, now), lastOkAt, lastUpdateAt, lastError, lastErrorAt };
  });
}

function isUp({ mode, lastOkAt, lastErrorAt }: BotRow, now: Date): boolean {
  if (lastOkAt === null || secondsBetween(lastOkAt, now) > SILENT_SECONDS[mode]) return false;
  return lastErrorAt === null || lastErrorAt <= lastOkAt;
}
