-- Who tries the API out hears a channel's events in a stream, without an address that we could call. While somebody listens, and for a while after, events are written
-- down although no endpoint asks for them.
create table webhook_streams (
  channel_id uuid primary key references channels (id) on delete cascade,
  until timestamptz not null
);

alter table webhook_events
  add column name text not null default 'booking.updated' check (name in ('booking.created', 'booking.updated', 'booking.canceled')),
  -- What the channel did itself.
  add column own boolean not null default false,
  -- Sent on demand, about no booking.
  add column test boolean not null default false,
  -- By what a reader goes on: see 0047. Those from before have none, nobody reads them in a stream.
  add column xid xid8;
alter table webhook_events alter column xid set default pg_current_xact_id();
create index webhook_events_stream on webhook_events (channel_id, xid);
drop index webhook_events_channel;

create or replace function write_webhook_event() returns trigger language plpgsql as $$
declare
  booking record;
  own_doing boolean;
  said jsonb;
  word text;
  number bigint;
begin
  select r.channel_id, r.party_size, r.starts_at, r.area_id into booking
  from reservations r where r.venue_id = new.venue_id and r.id = new.reservation_id;
  if booking.channel_id is null then
    return null;
  end if;
  own_doing := new.actor_kind = 'channel' and new.actor_id = booking.channel_id::text;
  if not exists (
    select from webhook_endpoints e where e.channel_id = booking.channel_id and e.state <> 'unverified' and (e.own_changes or not own_doing)
  ) and not exists (select from webhook_streams s where s.channel_id = booking.channel_id and s.until > new.at) then
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
  insert into webhook_events (id, channel_id, venue_id, reservation_id, action, name, own, data, occurred_at)
  values (new.id, booking.channel_id, new.venue_id, new.reservation_id,
    case when word = 'canceled' then 'canceled' else 'update' end,
    case when word = 'canceled' then 'booking.canceled' when new.kind = 'booked' then 'booking.created' else 'booking.updated' end,
    own_doing, said, new.at)
  on conflict do nothing returning sequence into number;
  insert into webhook_deliveries (endpoint_id, event_id, channel_id, reservation_id, sequence, next_at, created_at)
  select e.id, new.id, booking.channel_id, new.reservation_id, number, new.at, new.at
  from webhook_endpoints e
  where number is not null and e.channel_id = booking.channel_id and e.state <> 'unverified' and (e.own_changes or not own_doing);
  return null;
end $$;
