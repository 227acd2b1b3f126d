-- S9: of two changes of the same venues the one asked for later stays. Each gets a turn when it is asked for, or asked to be taken back, and comes to a
-- venue only when all with an earlier turn are done there.
create sequence bulk_change_turns;
alter table bulk_changes add column turn bigint not null default 0;
update bulk_changes b set turn = o.turn from (select id, nextval('bulk_change_turns') as turn from (select id from bulk_changes order by created_at, id) s) o where o.id = b.id;
create index bulk_changes_open on bulk_changes (turn) where state in ('applying', 'undoing');
create index bulk_change_venues_venue on bulk_change_venues (bulk_id, venue_id);

-- Under a lock until the commit, so that nobody with an earlier turn comes to sight later.
create function take_bulk_turn() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(40127533);
  new.turn := nextval('bulk_change_turns');
  return new;
end $$;
create trigger bulk_changes_turn before insert on bulk_changes for each row execute function take_bulk_turn();
create trigger bulk_changes_turn_back before update of state on bulk_changes
  for each row when (new.state = 'undoing' and old.state <> 'undoing') execute function take_bulk_turn();

-- Whether a change with an earlier turn is still to come to this venue.
create function bulk_change_waits(bulk uuid, venue uuid) returns boolean language sql stable as $$
  select exists (
    select from bulk_changes mine
    join bulk_changes b on b.turn < mine.turn and b.state in ('applying', 'undoing')
    join bulk_change_venues e on e.bulk_id = b.id and e.venue_id = venue
    where mine.id = bulk and case b.state when 'applying' then e.outcome is null else e.outcome = 'changed' and e.undo is null end)
$$;

create function guard_bulk_turn() returns trigger language plpgsql as $$
begin
  if bulk_change_waits(new.bulk_id, new.venue_id) then
    raise exception 'an earlier change of many venues is still to come to this one' using errcode = 'TW050';
  end if;
  return new;
end $$;
create trigger bulk_change_venues_turn before update of outcome, undo on bulk_change_venues
  for each row when (old.outcome is null and new.outcome is not null or old.undo is null and new.undo is not null) execute function guard_bulk_turn();
