import type { LoginOptions } from '../login-options.ts';
import type { LoginSession } from '../session.ts';
import { findSession } from '../session-store.ts';
import type { SessionWatch } from '../session-watch.ts';
import { liveStatus } from './live-status.ts';

/** Proxies cut what is silent for longer; also how late a lost notification makes us. */
const HEARTBEAT_MS = 15_000;
/** That somebody opened the link is only hinted at by a notification; the page must not miss it for long. */
const LOOK_FOR_OPENING_MS = 5_000;

/** Server-sent events: the status now and after each change, until it is final or nobody listens any more. */
export async function* followSession(
  options: LoginOptions,
  watch: SessionWatch,
  started: LoginSession,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let session: LoginSession | undefined = started;
  let said = '';
  let saidAt = performance.now();
  while (session !== undefined) {
    const status = liveStatus(options, session);
    const worth = `${status.status} ${status.opened}`;
    if (worth !== said || performance.now() - saidAt >= HEARTBEAT_MS) {
      yield worth === said ? ': still here\n\n' : `data: ${JSON.stringify(status)}\n\n`;
      said = worth;
      saidAt = performance.now();
    }
    if (status.status !== 'pending' || watch.stopped || gone.aborted) return;
    const untilExpiry = session.expiresAt.getTime() - options.clock.now().getTime();
    await watch.changed(session.id, Math.min(LOOK_FOR_OPENING_MS, untilExpiry), gone);
    session = await findSession(options.database, started.id);
  }
}
