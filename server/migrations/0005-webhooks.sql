-- Where a project wants to hear of its events. A removed endpoint stays as long as its deliveries are shown.
create table webhook_endpoint (
  id uuid primary key,
  -- Deliveries are queued by it.
  lane int generated always as identity constraint webhook_endpoint_lane_key unique,
  project_id uuid not null,
  url text not null,
  -- Empty: all events.
  events text[] not null,
  description text,
  status text not null check (status in ('active', 'disabled')),
  -- Grows with every change of the row or its secrets: workers remember what they read under it.
  version int not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index webhook_endpoint_project on webhook_endpoint (project_id, id);
create index webhook_endpoint_removed on webhook_endpoint (removed_at) where removed_at is not null;

-- The newest one of an endpoint has no end; those before it still sign until theirs.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  sealed bytea not null,
  expires_at timestamptz
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id, id desc);
create index webhook_secret_expiring on webhook_secret (expires_at) where expires_at is not null;

-- What happened, once for all of its deliveries: the bytes that are sent and signed.
-- No foreign keys from here on: these are hot inserts.
create table webhook_event (
  id uuid primary key,
  name text not null,
  body text not null,
  created_at timestamptz not null
);

-- One event for one endpoint: queue and log in one. Ids are in order of time, and of the same millisecond as the event's.
create table webhook_delivery (
  id uuid primary key,
  lane int not null,
  event_id uuid not null,
  event text not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'skipped')),
  -- All that were ever made; the number of the last one.
  attempts int not null default 0,
  -- How many of them were made before the retry schedule was begun anew.
  restarted_after int not null default 0,
  -- The first of the present schedule; its retries are counted from here.
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  last_status_code int,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz check ((finished_at is null) = (state = 'pending'))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index webhook_delivery_due on webhook_delivery (lane, next_attempt_at, id) where finished_at is null;
-- The log, newest first, by any mix of filters: a project has few endpoints and there are four states, so a page is
-- merged from the tops of a few ranges.
create index webhook_delivery_log on webhook_delivery (lane, state, id);
create index webhook_delivery_event on webhook_delivery (lane, event, state, id);

create table webhook_attempt (
  delivery_id uuid not null,
  attempt int not null,
  started_at timestamptz not null,
  duration_ms int not null,
  status_code int,
  error text,
  error_detail text,
  request_headers json not null,
  response_body text,
  primary key (delivery_id, attempt)
);
