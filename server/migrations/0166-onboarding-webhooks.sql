-- Both partners of an onboarding request hear of each of its moves (ON3) by the outbox that tells channels of bookings: signed, in order for each request,
-- tried again. An endpoint belongs to one channel or to one reservation system.
alter table webhook_endpoints
  alter column channel_id drop not null,
  add column system_id uuid references systems (id) on delete cascade,
  add constraint webhook_endpoints_party check (num_nonnulls(channel_id, system_id) = 1);
create unique index webhook_endpoints_system_url on webhook_endpoints (system_id, url) where system_id is not null;

-- A request may be about a venue that the hub does not know yet.
alter table webhook_events
  alter column channel_id drop not null,
  alter column venue_id drop not null,
  add column system_id uuid references systems (id) on delete cascade,
  add constraint webhook_events_party check (num_nonnulls(channel_id, system_id) = 1),
  drop constraint webhook_events_name_check,
  drop constraint webhook_events_action_check,
  drop constraint webhook_events_entity_check;
alter table webhook_events
  add constraint webhook_events_entity_check check (entity in ('booking', 'review', 'onboarding')),
  add constraint webhook_events_name_check
    check (name in ('booking.created', 'booking.updated', 'booking.canceled', 'review.reply_requested', 'review.reply_withdrawn', 'onboarding.moved')),
  add constraint webhook_events_action_check check (action in ('update', 'canceled', 'reply', 'withdrawn', 'moved')),
  add constraint webhook_events_venue check (venue_id is not null or entity = 'onboarding');
create index webhook_events_system on webhook_events (system_id) where system_id is not null;

alter table webhook_deliveries
  alter column channel_id drop not null,
  add column system_id uuid,
  add constraint webhook_deliveries_party check (num_nonnulls(channel_id, system_id) = 1);
create index webhook_deliveries_system on webhook_deliveries (system_id, rank, sequence desc, id) where system_id is not null;

-- Written by the statement that writes the history: an event exists exactly when its move does. What a side notes for itself, whom it has for this, and where
-- the restaurant is reached are never in it.
create function write_onboarding_event() returns trigger language plpgsql as $$
declare
  request record;
  told record;
  event uuid;
  said jsonb;
  number bigint;
begin
  select * into strict request from onboarding_requests r where r.id = new.request_id;
  said := jsonb_build_object('from', new.from_status, 'to', new.to_status, 'by', new.side, 'reason', new.data -> 'reason',
    'requester', request.requester, 'systemId', request.system_id, 'channelId', request.channel_id, 'mozrestId', request.venue_id,
    'rmsVenueId', request.rms_venue_id, 'bookingChannelVenueId', request.booking_channel_venue_id, 'venueName', request.venue_name,
    'reference', request.reference);
  for told in
    select request.channel_id as channel_id, null::uuid as system_id,
      new.actor_kind = 'channel' and new.actor_id = request.channel_id::text as own,
      exists (select from webhook_streams s where s.channel_id = request.channel_id and s.until > new.at) as streamed
    union all
    select null, request.system_id, new.actor_kind = 'system' and new.actor_id is not distinct from request.system_id::text, false
  loop
    if not told.streamed and not exists (
      select from webhook_endpoints e where (e.channel_id = told.channel_id or e.system_id = told.system_id) and e.state <> 'unverified'
        and (e.own_changes or not told.own)
    ) then
      continue;
    end if;
    event := gen_random_uuid();
    insert into webhook_events (id, channel_id, system_id, venue_id, reservation_id, entity, action, name, own, data, occurred_at)
    values (event, told.channel_id, told.system_id, request.venue_id, request.id, 'onboarding', 'moved', 'onboarding.moved', told.own, said, new.at)
    returning sequence into number;
    insert into webhook_deliveries (endpoint_id, event_id, channel_id, system_id, reservation_id, sequence, next_at, created_at)
    select e.id, event, told.channel_id, told.system_id, request.id, number, new.at, new.at
    from webhook_endpoints e
    where (e.channel_id = told.channel_id or e.system_id = told.system_id) and e.state <> 'unverified' and (e.own_changes or not told.own);
  end loop;
  return null;
end $$;
create trigger onboarding_history_webhook after insert on onboarding_history for each row when (new.to_status is not null)
  execute function write_onboarding_event();
