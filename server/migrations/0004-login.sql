-- A person in a project, on one channel. The messenger's id is text: it is an address, not a number.
create table subscriber (
  id uuid primary key,
  project_id uuid not null,
  channel text not null,
  person_id text not null,
  external_id text,
  first_name text not null,
  username text,
  lang text not null,
  permissions text[] not null default '{}',
  tags text[] not null default '{}',
  active boolean not null,
  blocked boolean not null default false,
  created_at timestamptz not null,
  constraint subscriber_person_key unique (project_id, channel, person_id)
);
create index subscriber_person on subscriber (channel, person_id);

-- A login from its link to the verified code; the session and the code of the specification in one row.
create table login_session (
  id uuid primary key,
  project_id uuid not null,
  -- api: by POST /v1/auth/session; page: by the hosted page; static: by somebody who opened auth_<slug>.
  kind text not null,
  -- Hashes of the session_id and of the token in the bot link. Null for static logins, which have neither.
  public_hash bytea constraint login_session_public_key unique,
  link_hash bytea constraint login_session_link_key unique,
  state text,
  -- Where the person goes back to; fixed when the session starts.
  return_url text,
  lang text,
  client_ip text,
  client_agent text,
  -- The number the browser shows, and the six that the bot offers.
  number smallint,
  choices smallint[],
  -- Hash of the cookie of the browser that started it on the hosted page.
  browser_hash bytea,
  -- pending, confirmed, declined; that a session or code has expired follows from the time.
  status text not null default 'pending',
  expires_at timestamptz not null,
  -- The first person to open the link.
  channel text,
  person_id text,
  -- The prompt in the chat (ours), to be edited when the session expires.
  prompt_id uuid,
  -- Set with status confirmed.
  confirmed_at timestamptz,
  subscriber_id uuid,
  code_hash bytea constraint login_session_code_key unique,
  code_sealed bytea,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  created_at timestamptz not null
);
-- Prompts that wait for an answer, by the end of their session.
create index login_session_expiring on login_session (expires_at) where status = 'pending' and prompt_id is not null;
create index login_session_log on login_session (project_id, confirmed_at desc, id) where status = 'confirmed';

create unique index login_session_static on login_session (project_id, channel, person_id) where kind = 'static' and status = 'pending';

-- Wrong numbers of a person, and until when there are no prompts after too many.
create table login_mistake (
  channel text not null,
  person_id text not null,
  times timestamptz[] not null,
  paused_until timestamptz,
  primary key (channel, person_id)
);

-- Exact sliding windows: the n-th thing that a subject did, and when.
create table window_counter (subject text primary key, last bigint not null);
create table window_entry (subject text not null, n bigint not null, at timestamptz not null, primary key (subject, n));
create index window_entry_at on window_entry (at);

-- Counts one more for the subject unless `most` happened within the last `seconds`; null where it was counted, else
-- when the oldest of those leaves the window. The counter's row lock makes it exact; what is refused leaves no trace.
create function take_in_window(subject_ text, most bigint, seconds double precision, now_ timestamptz) returns timestamptz
language plpgsql as $$
declare
  seen bigint;
  oldest timestamptz;
begin
  loop
    insert into window_counter (subject, last) values (subject_, 0) on conflict do nothing;
    select c.last into seen from window_counter c where c.subject = subject_ for update;
    -- Removed in between as no longer needed.
    exit when found;
  end loop;
  select e.at into oldest from window_entry e where e.subject = subject_ and e.n = seen - most + 1;
  if oldest > now_ - make_interval(secs => seconds) then
    return oldest + make_interval(secs => seconds);
  end if;
  insert into window_entry (subject, n, at) values (subject_, seen + 1, now_);
  update window_counter c set last = seen + 1 where c.subject = subject_;
  return null;
end $$;

-- Logins of a month (UTC), against the plan's cap.
create table login_month (
  project_id uuid not null,
  month date not null,
  logins int not null,
  primary key (project_id, month)
);

-- Who did what in a project, when.
create table audit_entry (
  id uuid primary key,
  project_id uuid not null,
  actor text not null,
  action text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_entry_project on audit_entry (project_id, id desc);
