-- How far this database has come: counted up every few seconds, and remembered outside of it, in the store of files. A database that is behind what is
-- remembered was restored, or a standby without everything took over: what was acknowledged since is not known here any more.
create table time_marks (
  one boolean primary key default true check (one),
  -- Of this course of things; another one after each restore.
  lineage uuid not null default gen_random_uuid(),
  -- Those before it, newest first.
  earlier uuid[] not null default '{}',
  mark bigint not null default 0,
  at timestamptz not null default now(),
  -- What was remembered at the last looks while it was ahead of this, and at how many in a row.
  seen text,
  unmoved integer not null default 0,
  -- Nobody else looks before.
  next_at timestamptz not null default now()
) with (fillfactor = 50);
insert into time_marks default values;

create table restores (
  id uuid primary key,
  -- Where the database stood, and how far it had come before: what lies between is lost.
  from_at timestamptz not null,
  to_at timestamptz not null,
  found_at timestamptz not null,
  check (from_at <= to_at)
);
-- What health and the metrics tell of, for a week.
create view restored_lately as select id, from_at, to_at, found_at from restores where found_at > now() - interval '7 days';

alter table webhook_events
  drop constraint webhook_events_entity_check,
  drop constraint webhook_events_name_check,
  drop constraint webhook_events_action_check;
alter table webhook_events
  add constraint webhook_events_entity_check check (entity in ('booking', 'review', 'onboarding', 'guest', 'installation')),
  add constraint webhook_events_name_check check (name in ('booking.created', 'booking.updated', 'booking.canceled', 'review.reply_requested',
    'review.reply_withdrawn', 'onboarding.moved', 'guest.erased', 'installation.restored')),
  add constraint webhook_events_action_check check (action in ('update', 'canceled', 'reply', 'withdrawn', 'moved', 'erased', 'restored'));

-- Numbers that partners have seen already must not come again for other events.
create function skip_webhook_numbers() returns void language sql as $$
  select setval(pg_get_serial_sequence('webhook_events', 'sequence'), nextval(pg_get_serial_sequence('webhook_events', 'sequence')) + 1000000);
$$;
-- Every partner with an endpoint is told once, in the transaction that notes it.
create function tell_restore() returns trigger language plpgsql as $$
declare
  partner record;
  event uuid;
  number bigint;
begin
  for partner in select distinct channel_id, system_id from webhook_endpoints where state <> 'unverified' loop
    event := gen_random_uuid();
    insert into webhook_events (id, channel_id, system_id, venue_id, reservation_id, entity, action, name, own, data, occurred_at)
    values (event, partner.channel_id, partner.system_id, new.id, new.id, 'installation', 'restored', 'installation.restored', false,
      jsonb_build_object('from', to_char(new.from_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'to', to_char(new.to_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), new.found_at)
    returning sequence into number;
    insert into webhook_deliveries (endpoint_id, event_id, channel_id, system_id, reservation_id, sequence, next_at, created_at)
    select e.id, event, partner.channel_id, partner.system_id, new.id, number, new.found_at, new.found_at
    from webhook_endpoints e
    where e.channel_id is not distinct from partner.channel_id and e.system_id is not distinct from partner.system_id and e.state <> 'unverified';
  end loop;
  return null;
end $$;
create trigger restores_told after insert on restores for each row execute function tell_restore();
