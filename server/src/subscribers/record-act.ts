import type { Transaction } from '#db';
import type { Caller } from '#http';
import type { Clock } from '#lib/clock.ts';
import { recordAudit } from '#projects';

/** An act of a project's key, for its audit trail. */
export async function recordAct(
  tx: Transaction,
  { clock }: { clock: Clock },
  { projectId, actor }: Caller,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { projectId, actor, action, detail, at: clock.now() });
}
