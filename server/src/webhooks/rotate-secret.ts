import { transact } from '#db';
import type { Caller } from '#http';
import { AppError } from '#lib/app-error.ts';
import { addSeconds } from '#lib/clock.ts';
import { recordAudit } from '#projects';
import { issueSecret } from './create-endpoint.ts';
import { endpointNotFound } from './endpoint-rules.ts';
import { lockEndpoint } from './endpoint-store.ts';
import { GRACE_SECONDS, MOST_SECRETS } from './secret.ts';
import { countSecretsInUse, endPresentSecret } from './secret-store.ts';
import type { WebhooksOptions } from './webhooks.ts';

/** A new secret signs from now on; the one before it signs beside it for another day. */
export async function rotateSecret(
  options: WebhooksOptions,
  { projectId, actor }: Caller,
  id: string,
): Promise<{ secret: string; previousExpiresAt: Date }> {
  const { database, clock } = options;
  return transact(database, async (tx) => {
    if ((await lockEndpoint(tx, projectId, id)) === undefined) throw endpointNotFound();
    const now = clock.now();
    if ((await countSecretsInUse(tx, id, now)) >= MOST_SECRETS) {
      throw new AppError(
        'conflict',
        `${MOST_SECRETS} secrets of this endpoint are in use. Each ends 24 hours after it was replaced; rotate again then.`,
      );
    }
    const previousExpiresAt = addSeconds(now, GRACE_SECONDS);
    await endPresentSecret(tx, id, previousExpiresAt);
    const secret = await issueSecret(tx, options, id);
    const detail = { endpoint_id: id };
    await recordAudit(tx, { projectId, actor, action: 'webhook.secret_rotated', detail, at: now });
    return { secret, previousExpiresAt };
  });
}
