-- From which address a guest of the booking page holds a place: a key that leads to nobody, kept as long as the place is held.
create table widget_holds (
  venue_id uuid not null,
  hold_id uuid not null,
  address_key text not null,
  primary key (venue_id, hold_id),
  foreign key (venue_id, hold_id) references reservations (venue_id, id) on delete cascade
);
create index widget_holds_address on widget_holds (address_key);

-- One at a time for each address; a second call in the same transaction has it already.
create function lock_guest_address(address_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('guest address ' || address_key, 4713))
$$;
create function open_holds_of(of_address text) returns integer language sql volatile as $$
  select count(*)::integer from widget_holds w join reservations r on r.venue_id = w.venue_id and r.id = w.hold_id
  where w.address_key = of_address and r.status = 'held' and r.hold_expires_at > clock_timestamp()
$$;
-- Error TW233.
create function guard_address_holds() returns trigger language plpgsql as $$
begin
  perform lock_guest_address(new.address_key);
  if open_holds_of(new.address_key) >= 8 then
    raise exception 'this address holds enough places' using errcode = 'TW233';
  end if;
  return new;
end $$;
create trigger widget_holds_few before insert on widget_holds for each row execute function guard_address_holds();

create function forget_address_of_hold() returns trigger language plpgsql as $$
begin
  delete from widget_holds w where w.venue_id = new.venue_id and w.hold_id = new.id;
  return null;
end $$;
create trigger reservations_hold_over after update of status on reservations for each row
  when (old.status = 'held' and new.status <> 'held' and new.source = 'widget') execute function forget_address_of_hold();
