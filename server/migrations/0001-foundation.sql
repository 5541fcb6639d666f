-- People who manage projects. Projects made by the operator have no owner.
create table account (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table project (
  id uuid primary key,
  owner_id uuid references account,
  name text not null,
  slug text not null constraint project_slug_key unique,
  callback_url text,
  redirect_uris text[] not null default '{}',
  plan text not null,
  -- What this project has instead of its plan's limits, by name.
  limits jsonb not null default '{}',
  look jsonb not null default '{}',
  status text not null default 'active',
  created_at timestamptz not null
);
-- An account may own one free project: more need a higher plan on them.
create unique index project_one_free_per_owner on project (owner_id) where plan = 'free';

create table api_key (
  id uuid primary key,
  project_id uuid not null references project,
  name text not null,
  hash bytea not null constraint api_key_hash_key unique,
  -- The first characters, to tell keys apart in a list.
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_project on api_key (project_id, created_at);

-- Every change of a project's credits; a balance is the sum of its rows.
create table ledger_entry (
  id uuid primary key,
  project_id uuid not null references project,
  kind text not null,
  amount int not null,
  created_at timestamptz not null
);
create index ledger_entry_project on ledger_entry (project_id, created_at);

-- Fixed windows of the request rate limit. Unlogged: a crash of the database may forget a minute.
create unlogged table rate_window (
  subject text primary key,
  started_at timestamptz not null,
  quota int not null,
  used int not null,
  -- How many of the last batch of requests were let in.
  granted int not null
) with (fillfactor = 50);

create table idempotency_key (
  project_id uuid not null,
  path text not null,
  key text not null,
  -- Hash of the body as parsed JSON.
  fingerprint bytea not null,
  -- Stable across take-overs: what the request creates is stored under it, and so is created once.
  operation_id uuid not null,
  -- Who runs it now; a run whose lease has ended is taken over.
  run_token uuid not null,
  lease_until timestamptz not null,
  -- Null while it runs.
  status smallint,
  answer text,
  created_at timestamptz not null,
  primary key (project_id, path, key)
);
create index idempotency_key_created on idempotency_key (created_at);
