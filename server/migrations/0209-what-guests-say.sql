-- What a guest says of his booking on its own page: that he comes, and by how many minutes he is late. Both are about the time it had: another one
-- forgets them, whoever moves it.
alter table reservations add column guest_confirmed_at timestamptz, add column late_minutes integer check (late_minutes between 1 and 240);
create function forget_what_guests_said() returns trigger language plpgsql as $$
begin
  new.guest_confirmed_at := null;
  new.late_minutes := null;
  return new;
end $$;
create trigger reservations_moved before update of starts_at on reservations
  for each row when (new.starts_at <> old.starts_at) execute function forget_what_guests_said();
