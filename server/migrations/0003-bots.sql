-- One bot per messenger: who it is, which process receives for it, how far, and how it fares.
-- Read and written often and short: the room keeps its updates in place.
create table bot (
  channel text primary key,
  -- As the platform told it; null before the first contact.
  bot_id text,
  username text,
  name text,
  mode text not null,
  -- Where the next poll goes on; belongs to bot_id and starts anew with another one.
  position text,
  -- Who may poll, or keep the webhook; every write of a holder is guarded by its token.
  lease_token uuid,
  lease_until timestamptz,
  last_ok_at timestamptz,
  last_update_at timestamptz,
  last_error text,
  last_error_at timestamptz
) with (fillfactor = 50);

-- What was told by a platform and is done with. Written in the transaction of everything that follows from it.
create table bot_update (
  channel text not null,
  bot_id text not null,
  key text not null,
  kind text not null,
  -- Given up after several tries.
  failed boolean not null default false,
  handled_at timestamptz not null,
  primary key (channel, bot_id, key)
);
create index bot_update_handled on bot_update (handled_at);

create table bot_person (
  channel text not null,
  person_id text not null,
  -- Chosen by the person; overrides the messenger's locale.
  lang text,
  -- When the bot last said that it did not understand.
  puzzled_at timestamptz,
  primary key (channel, person_id)
);
create index bot_person_puzzled on bot_person (puzzled_at) where lang is null;
