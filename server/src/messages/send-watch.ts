import { afterCommit, type Database, type Notifications, RowWatch, type Transaction } from '#db';
import type { FinishedMessage } from './queue/message.ts';
import { settledAmong } from './send-store.ts';

const CHANNEL = 'message_request';
/** Far below PostgreSQL's 8,000 bytes. */
const REQUESTS_PER_HINT = 200;

/** Lets calls of `/v1/send` wait for what becomes of their messages. */
export class SendWatch extends RowWatch {
  constructor(database: Database, notifications: Notifications) {
    super({ notifications, channel: CHANNEL, decidedAmong: (ids) => settledAmong(database, ids) });
  }
}

/** After the commit, as a hint: who misses it finds out by itself. */
export function wakeSenders(tx: Transaction, notifications: Notifications, finished: FinishedMessage[]): void {
  const ids = [...new Set(finished.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])))];
  if (ids.length === 0) return;
  afterCommit(tx, () => {
    for (let n = 0; n < ids.length; n += REQUESTS_PER_HINT) {
      notifications.notify(CHANNEL, ids.slice(n, n + REQUESTS_PER_HINT).join(' ')).catch(() => {});
    }
  });
}
