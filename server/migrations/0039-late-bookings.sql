-- A create whose connection ended may be carried out long after (docs/decisions/0018-bookings-at-remote-venues.md): it is never sent twice for that.
alter table remote_bookings
  -- The system itself answered that it failed: what is not there a moment later will not come. Null = nobody said how it ended.
  add column ended_at timestamptz;
-- What may have been made and was not found yet, by venue: few rows, however many bookings there are.
create index remote_bookings_unfound on remote_bookings (venue_id) where remote_id is null and sent_at is not null;
