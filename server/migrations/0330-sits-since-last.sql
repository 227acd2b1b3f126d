-- A party sits since it last sat down, also where that was noted before a seating that was taken back meanwhile.
create or replace function sits_since(venue uuid, booking uuid, otherwise timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select coalesce((e.after ->> 'notedAt')::timestamptz, e.at) from reservation_events e
    where e.venue_id = venue and e.reservation_id = booking and e.to_status = 'seated' and coalesce(e.from_status, '') not in ('seated', 'completed')
    order by e.id desc limit 1), otherwise)
$$;
