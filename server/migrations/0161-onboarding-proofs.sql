-- What proves that a channel really sells a venue: when it was last answered there, when it was last offered a table.
-- awaited_since: somebody waits for the first of these since then, and for bookings, and is told by a live message.
alter table channel_health add column answered_at timestamptz, add column offered_at timestamptz, add column awaited_since timestamptz;
