-- What a guest chose where the venue's own system offers a choice: how long to stay, in seconds, and what for (the system's id of it).
alter table reservations
  add column duration integer check (duration between 60 and 86400),
  add column booking_type text check (booking_type <> '');
