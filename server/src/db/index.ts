/** The one shared state: PostgreSQL, embedded or given; its pool, transactions and schema. */
export { arrayBytes } from './array-bytes.ts';
export { arrayText, shortArrayText } from './array-text.ts';
export { connectDatabase } from './connect.ts';
export { type Database, type OpenDatabase, openDatabase } from './database.ts';
export { startDatabaseClock } from './database-clock.ts';
export { isDatabaseAway, isUniqueViolation } from './database-errors.ts';
export { DatabaseUrlError } from './database-url.ts';
export { deleteSome } from './delete-some.ts';
export { EmbeddedPostgresError } from './embedded/index.ts';
export { migrate, SchemaTooNew } from './migrate.ts';
export { type NotificationHandler, Notifications } from './notifications.ts';
export { byKey } from './queue-connections.ts';
export { RowWatch } from './row-watch.ts';
export { afterCommit, type Transaction, transact } from './transaction.ts';
export { waitForDatabase } from './wait-for-database.ts';
