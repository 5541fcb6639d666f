/**
 * A PostgreSQL of Bellhop's own: real server binaries from npm, run as a child on `DATA_DIR`.
 * Order of a start: lock, account, binaries, cluster, orphans, server. One process per data directory.
 */
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
