-- What the team shall know of a meal. Each text it had is a row: of two who write at once the second is told, and nothing that was written is lost.
create table shift_notes (
  id uuid primary key,
  venue_id uuid not null references venues (id) on delete cascade,
  service_on date not null,
  -- A shift of the book, which may be gone from it since; null = the whole day.
  meal_id uuid,
  meal_name text not null,
  version integer not null check (version > 0),
  content text not null check (char_length(content) <= 2000),
  author_id text,
  author_name text not null,
  written_at timestamptz not null,
  unique nulls not distinct (venue_id, service_on, meal_id, version)
);

-- No guest has a key to them, but their words may name him: they go with the bookings of their day.
create function erase_shift_notes_before(of_venue uuid, day date) returns void language sql as $$
  delete from shift_notes s where s.venue_id = of_venue and s.service_on < day
$$;
