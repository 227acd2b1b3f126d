-- What of a venue, or of one of its days, has changed: processes that keep them in memory forget them by it. Rows are only added, so that no two bookings wait
-- for each other here. A day is that of UTC on which somebody comes; without one it is the venue itself, and without a venue all of them.
create table kept_changes (
  xid xid8 not null default pg_current_xact_id(),
  venue_id uuid,
  day date
);
create index kept_changes_order on kept_changes (xid) include (venue_id, day);
-- Each row lives for minutes.
alter table kept_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.5);

-- Up to where changes were removed: whoever has read less far has missed some, and begins anew. `next`: up to where they are removed next time.
create table kept_floor (
  xid xid8 not null,
  next xid8 not null
);
insert into kept_floor values ('0', '0');

create function note_place_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into kept_changes (venue_id, day) values (old.venue_id, (old.starts_at at time zone 'UTC')::date);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.venue_id, new.starts_at) is distinct from (old.venue_id, old.starts_at)) then
    insert into kept_changes (venue_id, day) values (new.venue_id, (new.starts_at at time zone 'UTC')::date);
  end if;
  return null;
end $$;
create trigger reservations_kept_made after insert or delete on reservations for each row execute function note_place_changed();
create trigger reservations_kept_changed after update on reservations for each row
  when ((old.venue_id, old.status, old.starts_at, old.ends_at, old.party_size, old.area_id, old.hold_expires_at, old.channel_id, old.service_on)
    is distinct from (new.venue_id, new.status, new.starts_at, new.ends_at, new.party_size, new.area_id, new.hold_expires_at, new.channel_id, new.service_on))
  execute function note_place_changed();

create function note_venue_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into kept_changes (venue_id) values (old.venue_id);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.venue_id <> old.venue_id) then
    insert into kept_changes (venue_id) values (new.venue_id);
  end if;
  return null;
end $$;
create trigger books_kept after insert or update or delete on books for each row execute function note_venue_changed();
create trigger areas_kept after insert or update or delete on areas for each row execute function note_venue_changed();
create trigger table_plans_kept after insert or update or delete on table_plans for each row execute function note_venue_changed();
create trigger channel_venues_kept after insert or update or delete on channel_venues for each row execute function note_venue_changed();

create function note_own_change() returns trigger language plpgsql as $$
begin
  insert into kept_changes (venue_id) values (old.id);
  return null;
end $$;
create trigger venues_kept after update or delete on venues for each row execute function note_own_change();

-- What many venues share, and which seldom changes.
create function note_all_changed() returns trigger language plpgsql as $$
begin
  insert into kept_changes default values;
  return null;
end $$;
create trigger companies_kept after update on companies for each row
  when ((old.min_advance_booking, old.min_advance_booking_cancelling) is distinct from (new.min_advance_booking, new.min_advance_booking_cancelling))
  execute function note_all_changed();
create trigger systems_kept after update on systems for each row
  when ((old.active, old.type) is distinct from (new.active, new.type)) execute function note_all_changed();
create trigger channels_kept after update on channels for each row
  when ((old.active, old.limits) is distinct from (new.active, new.limits)) execute function note_all_changed();
