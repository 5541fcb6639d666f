-- People who manage projects sign in with a messenger. The operator's accounts see every project.
alter table account add column is_operator boolean not null default false;
create index account_operator on account (id) where is_operator;

create table account_identity (
  channel text not null,
  person_id text not null,
  account_id uuid not null references account,
  -- As the messenger told it at the last sign-in.
  first_name text not null,
  username text,
  created_at timestamptz not null,
  primary key (channel, person_id)
);
create index account_identity_account on account_identity (account_id);

-- A signed-in browser. Read with every request of the dashboard, written once a minute: the room keeps that in place.
create table browser_session (
  id uuid primary key,
  account_id uuid not null references account,
  token_hash bytea not null constraint browser_session_token_key unique,
  -- The token before the last rotation, for requests that were on their way.
  previous_hash bytea,
  previous_until timestamptz,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text
) with (fillfactor = 50);
create index browser_session_previous on browser_session (previous_hash) where previous_hash is not null;
create index browser_session_account on browser_session (account_id);
create index browser_session_expires on browser_session (expires_at);

-- Who may do what in a project. The owner is project.owner_id as well: both change together.
create table project_member (
  project_id uuid not null references project,
  account_id uuid not null references account,
  role text not null check (role in ('owner', 'admin', 'viewer')),
  created_at timestamptz not null,
  primary key (project_id, account_id)
);
create unique index project_member_one_owner on project_member (project_id) where role = 'owner';
create index project_member_account on project_member (account_id);
insert into project_member (project_id, account_id, role, created_at)
select id, owner_id, 'owner', created_at from project where owner_id is not null;

-- What makes an account: nobody gets one by signing in alone.
create table one_time_link (
  id uuid primary key,
  purpose text not null check (purpose in ('setup', 'operator', 'invite')),
  token_hash bytea not null constraint one_time_link_token_key unique,
  -- Of an invitation.
  project_id uuid references project,
  role text check (role in ('owner', 'admin', 'viewer')),
  -- Null: the operator, by the command line or at a start.
  created_by uuid references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references account,
  check ((purpose = 'invite') = (project_id is not null and role is not null)),
  check ((used_at is null) = (used_by is null))
);
create index one_time_link_open on one_time_link (project_id) where used_at is null;
create index one_time_link_expires on one_time_link (expires_at);
