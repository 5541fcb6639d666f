-- What people in a project can be marked with, and the kinds of messages that they allow.
create table tag (
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (project_id, name)
);
create table permission (
  id uuid primary key,
  project_id uuid not null,
  name text not null,
  -- How people read it in the bot, by language: {"ru": …, "en": …}.
  title jsonb not null default '{}',
  created_at timestamptz not null,
  constraint permission_name_key unique (project_id, name)
);

-- What `subs_<token>` subscribes to besides the project itself.
create table subscribe_link (
  token text primary key,
  project_id uuid not null,
  permission text,
  tag text,
  created_at timestamptz not null,
  constraint subscribe_link_wish_key unique nulls not distinct (project_id, permission, tag)
);

create index subscriber_list on subscriber (project_id, id);
create index subscriber_external on subscriber (project_id, external_id) where external_id is not null;

create table template (
  project_id uuid not null,
  key text not null,
  format text not null,
  -- {"ru": …, "en": …, "fallback": …}, at least one of them.
  texts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, key)
);

-- A project's credits, brought forward with every row of the ledger, in its transaction. Monthly credits go first and
-- end with the month; packs stay.
create table credit_account (
  project_id uuid primary key,
  -- The month (UTC) that the monthly credits are of, and how many there were; null is no cap.
  month date not null,
  granted bigint,
  monthly bigint not null,
  packs bigint not null,
  -- When they ran out; null while there are some.
  exhausted_at timestamptz
) with (fillfactor = 50);
-- Messages are charged by the batch; those of a broadcast name it.
alter table ledger_entry add column job_id uuid;
alter table ledger_entry alter column amount type bigint;

-- Taking a message for sending touches no index of it, as long as its page has room: what is being sent stands apart.
alter table message set (fillfactor = 50);
alter table message drop constraint message_state_check, drop constraint message_check;
drop index message_sending;
update message set state = 'queued' where state = 'sending';
alter table message add constraint message_state_check check (state in ('queued', 'sent', 'failed', 'skipped'));
-- By whom it is being sent now.
alter table message add constraint message_taken_check check (taken_by is null or state = 'queued');
create table message_taking (
  message_id uuid primary key,
  lane int not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
insert into message_taking (message_id, lane) select id, lane from message where taken_by is not null;

-- Who speaks: Bellhop itself (prompts, answers), or a project, whose messages are charged, listed and told of.
alter table message add column author text not null default 'bellhop' check (author in ('bellhop', 'project'));
-- The broadcast it belongs to, or the request that asked for it.
alter table message add column job_id uuid;
alter table message add column request_id uuid;
drop index message_due;
create index message_due on message (lane, priority, next_attempt_at, position) where state = 'queued' and job_id is null;
-- Each queue has one index whose condition its statements imply, and no other: the planner, to whom a queue that was empty
-- when it last looked is empty for good, must have no choice.
drop index message_chat;
create index message_chat on message (lane, recipient, priority, position) where finished_at is null;
-- Queue and list of a broadcast; queue first of all.
create index message_job on message (job_id, state, lane, id) where job_id is not null;
create index message_request on message (request_id) where request_id is not null;
-- The log, newest first, by any mix of filters.
create index message_log on message (project_id, state, lane, id) where author = 'project';
create index message_subscriber on message (subscriber_id, id) where author = 'project';

-- One message to many; its messages are rows of `message`.
create table broadcast (
  id uuid primary key,
  project_id uuid not null,
  status text not null check (status in ('pending', 'processing', 'paused', 'completed', 'cancelled')),
  -- What is said, as it was when it was asked for, and to whom.
  composition jsonb not null,
  audience jsonb not null,
  messages_per_minute int,
  retry_of uuid,
  total int not null,
  sent int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  -- Batches told of, and what they counted in all.
  batches int not null default 0,
  batched_sent int not null default 0,
  batched_failed int not null default 0,
  batched_skipped int not null default 0,
  -- Messages a minute, measured since the mark before the last one.
  rate real,
  rate_marked_at timestamptz,
  rate_marked_done int,
  created_at timestamptz not null,
  -- When everything is accounted for.
  finished_at timestamptz
) with (fillfactor = 50);
create index broadcast_project on broadcast (project_id, id);
create index broadcast_unfinished on broadcast (id) where finished_at is null;

-- Up to when a broadcast with a pace of its own has used it. Apart from its counts: taking does not wait for finishing.
create unlogged table broadcast_pace (
  broadcast_id uuid primary key,
  used_until timestamptz not null
) with (fillfactor = 50);
