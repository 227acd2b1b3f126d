-- HU3: what happens to a channel's bookings is told to the addresses it names. An endpoint is called only after it has proved that it is the channel's.
create table webhook_endpoints (
  id uuid primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  url text not null check (length(url) <= 500),
  auth_kind text not null default 'none' check (auth_kind in ('none', 'bearer', 'basic', 'header')),
  -- The user of `basic`, the name of `header`.
  auth_name text,
  auth_sealed text,
  -- Whether the channel also wants to hear of what it did itself.
  own_changes boolean not null default false,
  state text not null default 'unverified' check (state in ('unverified', 'active', 'failing', 'paused')),
  paused_by text check (paused_by in ('person', 'hub')),
  failures integer not null default 0,
  failing_since timestamptz,
  -- Nothing is sent before this.
  retry_at timestamptz,
  last_delivered_at timestamptz,
  last_error text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((auth_kind = 'none') = (auth_sealed is null)),
  check ((auth_kind in ('basic', 'header')) = (auth_name is not null)),
  check ((state = 'paused') = (paused_by is not null))
);
create unique index webhook_endpoints_url on webhook_endpoints (channel_id, url);

-- The legal moves of an endpoint. Error TW029.
create table webhook_endpoint_moves (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into webhook_endpoint_moves (from_state, to_state) values
  ('unverified', 'active'), ('active', 'failing'), ('active', 'paused'), ('active', 'unverified'), ('failing', 'active'), ('failing', 'paused'),
  ('failing', 'unverified'), ('paused', 'active'), ('paused', 'unverified');
create function guard_webhook_endpoint_move() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (select from webhook_endpoint_moves m where m.from_state = old.state and m.to_state = new.state) then
    raise exception 'an endpoint does not go from % to %', old.state, new.state using errcode = 'TW029';
  end if;
  return new;
end $$;
create trigger webhook_endpoints_move before update of state on webhook_endpoints for each row execute function guard_webhook_endpoint_move();

-- Sealed, at most two good ones: the newest, and the one before until its time is over.
create table webhook_secrets (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  sealed text not null,
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);
create unique index webhook_secrets_one_newest on webhook_secrets (endpoint_id) where expires_at is null;

-- What there is to tell; `sequence` grows with every event of a booking. Guests' data is never in it.
create table webhook_events (
  id uuid primary key,
  sequence bigint generated always as identity,
  channel_id uuid not null references channels (id) on delete cascade,
  venue_id uuid not null,
  reservation_id uuid not null,
  action text not null check (action in ('update', 'canceled')),
  data jsonb not null,
  occurred_at timestamptz not null
);
create index webhook_events_channel on webhook_events (channel_id);
create index webhook_events_old on webhook_events (occurred_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event_id uuid not null references webhook_events (id) on delete cascade,
  channel_id uuid not null,
  reservation_id uuid not null,
  sequence bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  -- Lists show first what failed, then what waits.
  rank smallint generated always as (case state when 'dead' then 0 when 'waiting' then 1 else 2 end) stored,
  attempts integer not null default 0,
  -- How many steps of the schedule are used up; a replay starts again.
  step integer not null default 0,
  -- When it is tried next, or taken over from whoever has it now.
  next_at timestamptz not null,
  lease uuid,
  http_status integer,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at, sequence) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (endpoint_id, reservation_id, sequence) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, rank, sequence desc, id);
create index webhook_deliveries_channel on webhook_deliveries (channel_id, rank, sequence desc, id);
create index webhook_deliveries_all on webhook_deliveries (rank, sequence desc, id);
create index webhook_deliveries_reservation on webhook_deliveries (reservation_id);

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  n integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  error text,
  -- The beginning of what the endpoint said.
  answer text,
  primary key (delivery_id, n)
);

-- The channels' words (contracts/src/bc-objects.ts); a seated guest is a confirmed booking to them.
create function webhook_status(status text) returns text language sql immutable parallel safe as $$
  select case status
    when 'pending_confirmation' then 'pending' when 'requires_payment' then 'require_payment' when 'rejected' then 'declined'
    when 'no_show' then 'no-show' when 'seated' then 'confirmed' else status end
$$;

-- Written by the statement that writes the history: an event exists exactly when its change does, whoever made it.
create function write_webhook_event() returns trigger language plpgsql as $$
declare
  booking record;
  own boolean;
  said jsonb;
  word text;
  number bigint;
begin
  select r.channel_id, r.party_size, r.starts_at, r.area_id into booking
  from reservations r where r.venue_id = new.venue_id and r.id = new.reservation_id;
  if booking.channel_id is null then
    return null;
  end if;
  own := new.actor_kind = 'channel' and new.actor_id = booking.channel_id::text;
  if not exists (
    select from webhook_endpoints e where e.channel_id = booking.channel_id and e.state <> 'unverified' and (e.own_changes or not own)
  ) then
    return null;
  end if;
  word := case when new.from_status is distinct from new.to_status then webhook_status(new.to_status) end;
  said := case when new.kind = 'booked'
    then jsonb_build_object('partySize', booking.party_size, 'date', extract(epoch from booking.starts_at)::bigint, 'areaId', booking.area_id, 'status', word)
    else jsonb_strip_nulls(jsonb_build_object('partySize', new.after -> 'partySize',
      'date', extract(epoch from (new.after ->> 'startsAt')::timestamptz)::bigint, 'areaId', new.after -> 'areaId', 'status', word))
  end;
  if said = '{}' then
    return null;
  end if;
  insert into webhook_events (id, channel_id, venue_id, reservation_id, action, data, occurred_at)
  values (new.id, booking.channel_id, new.venue_id, new.reservation_id,
    case when word = 'canceled' then 'canceled' else 'update' end, said, new.at)
  on conflict do nothing returning sequence into number;
  insert into webhook_deliveries (endpoint_id, event_id, channel_id, reservation_id, sequence, next_at, created_at)
  select e.id, new.id, booking.channel_id, new.reservation_id, number, new.at, new.at
  from webhook_endpoints e
  where number is not null and e.channel_id = booking.channel_id and e.state <> 'unverified' and (e.own_changes or not own);
  return null;
end $$;
-- A hold that ends was never a booking to anybody.
create trigger reservation_events_webhook after insert on reservation_events for each row
  when (new.kind in ('booked', 'changed', 'moved') and (new.from_status is distinct from 'held' or new.to_status not in ('canceled', 'expired')))
  execute function write_webhook_event();
