-- A step that was done while nobody could be reached is written down with when that was (`notedAt`): a party sits since then, and not since the step arrived.
create or replace function sits_since(venue uuid, booking uuid, otherwise timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select max(coalesce((e.after ->> 'notedAt')::timestamptz, e.at)) from reservation_events e
    where e.venue_id = venue and e.reservation_id = booking and e.to_status = 'seated' and coalesce(e.from_status, '') not in ('seated', 'completed')), otherwise)
$$;

create function sits_as_noted() returns trigger language plpgsql as $$
begin
  update table_times t set seated_at = sits_since(new.venue_id, new.reservation_id, t.seated_at)
    where t.venue_id = new.venue_id and t.reservation_id = new.reservation_id and t.seated_at is not null;
  return null;
end $$;
create trigger reservation_events_sits after insert on reservation_events for each row
  when (new.to_status = 'seated' and new.after ? 'notedAt') execute function sits_as_noted();
