import { transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { CHANNELS } from '#messengers';
import { recordAudit } from '#projects';
import { type Broadcast, type BroadcastStatus, broadcastNotFound, isOver } from './broadcast.ts';
import { forgetRate, lockBroadcast, setStatus } from './broadcast-store.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { hasBegun } from './progress.ts';

type Dependencies = Pick<BroadcastsOptions, 'database' | 'clock' | 'messages'>;

/** What is on its way still counts by its outcome; nothing more is taken. Pausing twice is pausing once. */
export function pauseBroadcast(options: Dependencies, caller: Caller, id: string): Promise<Broadcast> {
  return setRunning(options, caller, id, false);
}

export function resumeBroadcast(options: Dependencies, caller: Caller, id: string): Promise<Broadcast> {
  return setRunning(options, caller, id, true);
}

async function setRunning(options: Dependencies, caller: Caller, id: string, runs: boolean): Promise<Broadcast> {
  const { projectId, actor } = caller;
  return transact(options.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, projectId, id);
    if (broadcast === undefined) throw broadcastNotFound();
    if (isOver(broadcast.status)) throw new AppError('conflict', `This broadcast is ${broadcast.status} already.`);
    if (runs === (broadcast.status !== 'paused')) return broadcast;
    const status: BroadcastStatus = runs ? (hasBegun(broadcast) ? 'processing' : 'pending') : 'paused';
    await setStatus(tx, id, status);
    await forgetRate(tx, id);
    if (runs) options.messages.wake(tx, CHANNELS);
    const action = runs ? 'broadcast.resumed' : 'broadcast.paused';
    const detail = { job_id: id };
    await recordAudit(tx, { projectId, actor, action, detail, at: options.clock.now() });
    return { ...broadcast, status, rate: null };
  });
}
