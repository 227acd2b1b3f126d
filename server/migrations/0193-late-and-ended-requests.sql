-- When people are reminded of an open onboarding request, and when others hear of it: by the limits of the partner who has to act; while the restaurant
-- has to, by those of who asked; else by those of the installation. What is late is counted, listed and told by it.
create view onboarding_deadlines as
  select r.id as request_id,
    r.status_since + make_interval(days => case r.status
      when 'rms_activation' then coalesce(s.rms_remind_days, d.rms_remind_days)
      when 'bc_activation' then coalesce(c.bc_remind_days, d.bc_remind_days)
      else case r.requester when 'rms' then coalesce(s.restaurant_remind_days, c.restaurant_remind_days, d.restaurant_remind_days)
        else coalesce(c.restaurant_remind_days, s.restaurant_remind_days, d.restaurant_remind_days) end end) as remind_at,
    r.status_since + make_interval(days => case r.status
      when 'rms_activation' then coalesce(s.rms_escalate_days, d.rms_escalate_days)
      when 'bc_activation' then coalesce(c.bc_escalate_days, d.bc_escalate_days)
      else case r.requester when 'rms' then coalesce(s.restaurant_escalate_days, c.restaurant_escalate_days, d.restaurant_escalate_days)
        else coalesce(c.restaurant_escalate_days, s.restaurant_escalate_days, d.restaurant_escalate_days) end end) as escalate_at
  from onboarding_requests r left join onboarding_limits s on s.system_id = r.system_id
    left join onboarding_limits c on c.channel_id = r.channel_id join onboarding_limits d on d.system_id is null and d.channel_id is null
  where r.status in ('rms_activation', 'restaurant_activation', 'bc_activation');

-- As before, and says by a word of its own why a request ended where nobody wrote the reason: the text beside it is English.
create or replace function write_onboarding_event() returns trigger language plpgsql as $$
declare
  request record;
  told record;
  event uuid;
  said jsonb;
  number bigint;
begin
  select * into strict request from onboarding_requests r where r.id = new.request_id;
  said := jsonb_build_object('from', new.from_status, 'to', new.to_status, 'by', new.side, 'reason', new.data -> 'reason',
    'because', new.data -> 'because',
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
