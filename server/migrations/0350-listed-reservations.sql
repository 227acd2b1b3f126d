-- Moves of the evening (seated, completed, canceled, no-show) wrote all indexes of a reservation anew, as two of them held its status: 200,000 moves, none of
-- them in place. Lists need to know only whether it is a booking at all, and that does not change with a move.
alter table reservations
  add column listed boolean not null default true,
  add constraint reservations_listed_check check (listed = (status not in ('held', 'expired'))) not valid;
comment on column reservations.listed is 'Shown in lists: a booking, and no hold. Written by a trigger; in the index of lists in place of the status.';

create function reservation_listed() returns trigger language plpgsql as $$
begin
  new.listed := new.status not in ('held', 'expired');
  return new;
end $$;
create trigger reservations_listed before insert or update on reservations for each row
  when (new.listed is distinct from (new.status not in ('held', 'expired'))) execute function reservation_listed();
