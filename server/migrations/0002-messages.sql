-- Workers own lanes, not rows: a lane belongs to the shard `lane & 63` of its ledger, a shard to whoever holds its lease.
create table lane_shard (
  ledger text not null,
  shard smallint not null,
  -- New with every taking; what was fetched under an older token can no longer be finished.
  token uuid,
  -- Free from then on. Also when it was last held, for who takes it next.
  until timestamptz not null default '-infinity',
  primary key (ledger, shard)
) with (fillfactor = 50);

-- Workers that are alive, those that hold nothing yet included: they share the shards evenly.
create table lane_worker (
  ledger text not null,
  worker uuid not null,
  until timestamptz not null,
  primary key (ledger, worker)
) with (fillfactor = 50);

-- Outgoing messages: queue and log in one. No foreign keys: this is the hottest insert of all.
create table message (
  id uuid primary key,
  -- Order of queueing: within a chat and a priority, earlier messages go first.
  position bigint generated always as identity,
  lane int not null,
  priority smallint not null,
  channel text not null,
  recipient text not null,
  kind text not null check (kind in ('send', 'edit')),
  -- What an edit replaces: a message of this table, or the platform's own id.
  edits uuid,
  edits_platform_message_id text,
  -- Null for what the bot itself says.
  project_id uuid,
  subscriber_id uuid,
  content jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- Not sent after it.
  deadline timestamptz,
  -- The shard's token of who is sending it now.
  taken_by uuid check ((taken_by is not null) = (state = 'sending')),
  platform_message_id text,
  reason text,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz check ((finished_at is not null) = (state in ('sent', 'failed', 'skipped')))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index message_due on message (lane, priority, next_attempt_at, position) where state = 'queued';
create index message_chat on message (lane, recipient, priority, position) where state in ('queued', 'sending');
create index message_sending on message (lane) where state = 'sending';
