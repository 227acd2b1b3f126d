-- GO1: what Google has not been told yet. Written by triggers with the change itself, so that whatever changes a booking or a place, nothing is lost.
-- Rows are only added and removed: of one matter the newest state is told, however many rows stand for it.
create table google_changes (
  id bigint generated always as identity primary key,
  account_id uuid not null references google_accounts (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  kind text not null check (kind in ('booking', 'availability', 'merchant')),
  -- A reservation, a local date, or * for all of them.
  ref text not null,
  at timestamptz not null default clock_timestamp(),
  next_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  error text,
  -- Google will not take it however often it is asked.
  refused boolean not null default false
);
create index google_changes_subject on google_changes (account_id, kind, venue_id, ref) where not refused;
create index google_changes_age on google_changes (account_id, at) where not refused;
create index google_changes_venue on google_changes (venue_id);

-- One process tells Google for an account at a time, so that its quota is kept.
create table google_update_states (
  account_id uuid primary key references google_accounts (id) on delete cascade,
  leased_until timestamptz,
  leased_by text,
  paused_until timestamptz,
  strikes integer not null default 0,
  error text,
  error_since timestamptz,
  told_at timestamptz
);

-- To every account with the means to tell that sells this venue; nothing of one that goes together with its bookings.
create function google_change(of_venue uuid, of_kind text, of_ref text, wait interval) returns void language sql as $$
  insert into google_changes (account_id, venue_id, kind, ref, next_at)
  select a.id, of_venue, of_kind, of_ref, clock_timestamp() + wait
  from google_accounts a join channel_venues cv on cv.channel_id = a.channel_id and cv.venue_id = of_venue join venues v on v.id = of_venue
  where a.active and a.partner_id is not null
    and exists (select from google_secrets s where s.account_id = a.id and s.name = 'oauthKey')
$$;

create function google_booking_changed() returns trigger language plpgsql as $$
begin
  if exists (select from google_bookings g where g.venue_id = new.venue_id and g.reservation_id = new.reservation_id) then
    insert into google_changes (account_id, venue_id, kind, ref)
    select a.id, new.venue_id, 'booking', new.reservation_id::text
    from google_bookings g join google_accounts a on a.id = g.account_id
    where g.venue_id = new.venue_id and g.reservation_id = new.reservation_id and a.active and a.partner_id is not null
      and not (new.actor_kind = 'channel' and new.actor_id = a.channel_id::text)
      and exists (select from google_secrets s where s.account_id = a.id and s.name = 'oauthKey');
  end if;
  return null;
end $$;
create trigger reservation_events_google after insert on reservation_events for each row
  when (new.kind in ('changed', 'moved', 'expired')) execute function google_booking_changed();

-- A few seconds are waited, as one evening's changes come together.
create function google_place_changed() returns trigger language plpgsql as $$
begin
  if not exists (select from google_accounts) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform google_change(old.venue_id, 'availability', old.service_on::text, interval '5 seconds');
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.service_on <> old.service_on) then
    perform google_change(new.venue_id, 'availability', new.service_on::text, interval '5 seconds');
  end if;
  return null;
end $$;
create trigger reservations_google_made after insert or delete on reservations for each row execute function google_place_changed();
create trigger reservations_google_changed after update on reservations for each row
  when ((old.status, old.starts_at, old.ends_at, old.party_size, old.area_id) is distinct from (new.status, new.starts_at, new.ends_at, new.party_size, new.area_id))
  execute function google_place_changed();

create function google_book_changed() returns trigger language plpgsql as $$
begin
  perform google_change(new.venue_id, 'availability', '*', interval '10 seconds');
  perform google_change(new.venue_id, 'merchant', '*', interval '10 seconds');
  return null;
end $$;
create trigger books_google after update on books for each row when (old.rules is distinct from new.rules) execute function google_book_changed();
create trigger channel_venues_google after update of state on channel_venues for each row when (old.state is distinct from new.state)
  execute function google_book_changed();

create function google_venue_changed() returns trigger language plpgsql as $$
begin
  perform google_change(new.id, 'availability', '*', interval '10 seconds');
  perform google_change(new.id, 'merchant', '*', interval '10 seconds');
  return null;
end $$;
create trigger venues_google after update on venues for each row when (
  (old.name, old.display_name, old.phone_number, old.address, old.postal_code, old.city, old.country_code, old.latitude, old.longitude, old.website, old.cuisine,
    old.active, old.archived_at, old.rwg_max_days, old.max_party_size, old.time_zone)
  is distinct from (new.name, new.display_name, new.phone_number, new.address, new.postal_code, new.city, new.country_code, new.latitude, new.longitude, new.website,
    new.cuisine, new.active, new.archived_at, new.rwg_max_days, new.max_party_size, new.time_zone)
) execute function google_venue_changed();
