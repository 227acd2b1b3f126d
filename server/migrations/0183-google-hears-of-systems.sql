-- GO1: what a venue's own system has free changes without the hub: somebody books by telephone, a room is closed. Google is told of such a day when
-- another answer of the system is written down, or when the system itself says that a day has changed; the first answer about a day is what is told
-- of it anyway. As with bookings, nothing is told where no account sells the venue.
create function google_days_changed() returns trigger language plpgsql as $$
begin
  if exists (select from google_accounts) then
    -- A hint is waited for longer: systems send several at once, and each makes the hub ask.
    perform google_change(new.venue_id, 'availability', new.on_date::text,
      case when old.hash is distinct from new.hash then interval '5 seconds' else interval '20 seconds' end);
  end if;
  return null;
end $$;
create trigger remote_days_google after update of hash, forgotten_at on remote_days for each row
  when (old.hash is not null and new.on_date >= current_date - 1
    and (old.hash is distinct from new.hash or old.forgotten_at is distinct from new.forgotten_at))
  execute function google_days_changed();
