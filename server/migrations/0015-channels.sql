-- Channels as their keepers set them up: addresses where venues have to go, texts, limits, commission. Two may edit at once: `version`.
alter table channels
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column subscribe_url text,
  add column connect_url text,
  add column check_url text,
  add column texts jsonb not null default '{}',
  add column limits jsonb not null default '{}',
  add column commission jsonb;

-- What a commission must be, wherever it stands.
create function is_commission(value jsonb) returns boolean language sql immutable parallel safe as $$
  select value is null or (
    jsonb_typeof(value -> 'amount') = 'number' and (value ->> 'amount')::numeric >= 0
    and case value ->> 'kind'
      when 'percent' then (value ->> 'amount')::numeric <= 10000 and value ->> 'currency' is null
      when 'per_cover' then value ->> 'currency' ~ '^[A-Z]{3}$'
      else false end)
$$;
alter table channels add constraint channels_commission check (is_commission(commission));

-- Keys are told apart and ended one by one.
alter table channel_keys
  add column id uuid not null default gen_random_uuid(),
  add column last_used_at timestamptz;
create unique index channel_keys_id on channel_keys (id);

-- The legal moves of a link and who may make them (CH1); contracts/src/channels.rules.ts holds the same table, a test compares them.
create table link_moves (
  move text not null,
  from_state text not null,
  to_state text not null,
  side text not null,
  primary key (move, from_state, to_state, side)
);
insert into link_moves (move, from_state, to_state, side)
  select m.move, f.state, t.state, s.side
  from (values
    ('connect', '{not_enabled,rejected,error}'::text[], '{live,action_required,requested}'::text[], '{venue,admin}'::text[]),
    ('done', '{action_required}', '{requested}', '{venue,admin}'),
    ('review', '{action_required,requested}', '{in_review}', '{admin,channel,hub}'),
    ('approve', '{action_required,requested,in_review,rejected}', '{live}', '{admin,channel,hub}'),
    ('reject', '{action_required,requested,in_review}', '{rejected}', '{admin,channel,hub}'),
    ('pause', '{live,error}', '{paused}', '{venue,admin,channel}'),
    ('resume', '{paused}', '{live}', '{venue,admin}'),
    ('fail', '{action_required,requested,in_review,live}', '{error}', '{channel,hub}'),
    ('recover', '{error}', '{live}', '{admin,channel,hub}'),
    ('disconnect', '{action_required,requested,in_review,live,paused,rejected,error}', '{not_enabled}', '{venue,admin,channel}')
  ) as m (move, froms, tos, sides), unnest(m.froms) as f (state), unnest(m.tos) as t (state), unnest(m.sides) as s (side);

alter table channel_venues
  add column version integer not null default 1,
  add column reason text,
  add column limits jsonb,
  add column commission jsonb check (is_commission(commission)),
  add column booking_message jsonb,
  add column next_check_at timestamptz,
  add column last_check_at timestamptz,
  add column checks integer not null default 0;
create index channel_venues_state on channel_venues (channel_id, state, venue_id);
create index channel_venues_any_state on channel_venues (state, venue_id);
create index channel_venues_check on channel_venues (next_check_at) where next_check_at is not null;

-- Whoever writes: application, import or a hand at a prompt. Error TW007.
create function guard_link_move() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from link_moves m where m.from_state = old.state and m.to_state = new.state) then
    raise exception 'a link does not go from % to %', old.state, new.state using errcode = 'TW007';
  end if;
  return new;
end $$;
create trigger channel_venues_move before update of state on channel_venues for each row execute function guard_link_move();

create table link_events (
  venue_id uuid not null references venues (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  move text not null,
  from_state text not null,
  to_state text not null,
  side text not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  reason text,
  at timestamptz not null default now(),
  primary key (venue_id, channel_id, id),
  foreign key (move, from_state, to_state, side) references link_moves (move, from_state, to_state, side)
);
create index link_events_channel on link_events (channel_id);
create index link_events_latest on link_events (venue_id, channel_id, at desc);
create function link_history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a link is never changed' using errcode = 'TW009';
end $$;
create trigger link_events_append_only before update on link_events for each row execute function link_history_is_append_only();

-- What a channel did last at a venue, written by the minute and apart from the link, which people edit.
create table channel_health (
  channel_id uuid not null references channels (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  searched_at timestamptz,
  refused_at timestamptz,
  refusal jsonb,
  primary key (channel_id, venue_id)
);
create index channel_health_venue on channel_health (venue_id);
-- The last booking of a venue on a channel.
create index reservations_link on reservations (channel_id, venue_id, created_at) where channel_id is not null;

create table channel_users (
  channel_id uuid not null references channels (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index channel_users_user on channel_users (user_id);

-- Covers a channel may place on a service day, as it stood when this was booked; null = not limited, or booked by the venue's people.
alter table reservations add column channel_covers_max integer;
-- One lock per venue, channel and evening, so that two who count at once cannot both be the last. Error TW006.
create function guard_channel_covers() returns trigger language plpgsql as $$
declare
  placed reservations%rowtype;
  covers integer;
begin
  select * into placed from reservations r where r.venue_id = new.venue_id and r.id = new.id;
  if not found or placed.channel_covers_max is null or placed.override or not occupies(placed.status) then
    return null;
  end if;
  -- A hold committed in time keeps its place, as in guard_capacity.
  if tg_op = 'UPDATE' then
    if placed.party_size <= old.party_size and placed.service_on = old.service_on and occupies(old.status)
      and (old.status <> 'held' or old.hold_expires_at > clock_timestamp()) then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(placed.venue_id::text || placed.channel_id::text || placed.service_on::text, 4712));
  select sum(r.party_size) into covers from reservations r
  where r.venue_id = placed.venue_id and r.service_on = placed.service_on and r.channel_id = placed.channel_id
    and occupies(r.status) and (r.id = placed.id or r.status <> 'held' or r.hold_expires_at > clock_timestamp());
  if covers > placed.channel_covers_max then
    raise exception 'the channel has no covers left that day' using errcode = 'TW006';
  end if;
  return null;
end $$;
create constraint trigger reservations_channel_covers after insert or update on reservations
  deferrable initially deferred for each row when (new.channel_covers_max is not null) execute function guard_channel_covers();
create index channel_venues_limits on channel_venues (channel_id) where limits is not null;
-- Partners name venues by their own ids.
create index venues_by_external on venues (external_id) where external_id is not null;
