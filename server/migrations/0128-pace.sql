-- Pace (AN1): what was on the books for each evening, at each distance before it.

-- Covers per venue and evening, packed into one number, twelve digits a slot: slot 0 = what stands now, slot n = what was on the books when the day n - 1
-- days before the evening began on the clock of the venue (slot 1: the evening's own day). Kept, marked and recounted as `analytics_days` is.
create table analytics_books (
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  channel_id uuid,
  system_id uuid,
  covers numeric not null
);
create index analytics_books_of_venue on analytics_books (venue_id, day);
create index analytics_books_of_all on analytics_books (day);

insert into analytics_dirty select distinct venue_id, service_on, created_on from reservations;
