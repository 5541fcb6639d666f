import { type Database, type Notifications, RowWatch } from '#db';
import { SESSION_CHANNEL } from './login-options.ts';
import { decidedAmong } from './session-store.ts';

/** Lets pollers and pages wait for what people decide about their logins. */
export class SessionWatch extends RowWatch {
  constructor(database: Database, notifications: Notifications) {
    super({ notifications, channel: SESSION_CHANNEL, decidedAmong: (ids) => decidedAmong(database, ids) });
  }
}
