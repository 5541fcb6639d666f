-- Who of a broadcast still waits: compact, and gone from here as soon as it is taken. It becomes a row of `message` when
-- it has come to an end; so whoever is counted stands in exactly one place: here, in a taking, or there.
create table broadcast_recipient (
  job_id uuid not null,
  lane int not null,
  -- Of the message that it becomes.
  id uuid not null,
  subscriber_id uuid not null,
  channel text not null,
  -- The platform's id of the person.
  recipient text not null,
  content json not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  primary key (job_id, lane, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index broadcast_recipient_subscriber on broadcast_recipient (subscriber_id);

-- What was taken of a broadcast for sending in one go, and under which token of its shard: one row for all of it, kept until everyone in
-- it has a row of `message`, or waits again.
create table broadcast_taking (
  id uuid primary key,
  job_id uuid not null,
  lane int not null,
  channel text not null,
  token uuid not null,
  -- JSON, of each: [id, subscriber_id, recipient, content, attempts].
  recipients text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
-- It is read once at most: to compress it costs more than it saves.
alter table broadcast_taking alter column recipients set storage external;

with waiting as (
  delete from message where job_id is not null and state = 'queued' and taken_by is null returning *
)
insert into broadcast_recipient (job_id, lane, id, subscriber_id, channel, recipient, content, attempts, next_attempt_at)
select job_id, lane, id, subscriber_id, channel, recipient, content, attempts, next_attempt_at from waiting;

-- Only what stands alone is queued here now, and a broadcast's message is written once. What an older process was sending
-- is settled as before, and ends here.
alter table message set (fillfactor = 80);
-- All messages of a broadcast have ids of the millisecond in which it was made: the log's index finds them by that.
drop index message_job;

-- An outcome writes a delivery a second time under the same key: with room left for that its page need not be tidied first.
alter index webhook_delivery_pkey set (fillfactor = 45);
