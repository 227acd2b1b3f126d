-- Who waits may wish for another area while he waits: a place there is looked for at once.
drop trigger waitlist_entries_again on waitlist_entries;
create trigger waitlist_entries_again after update on waitlist_entries for each row
  when (old.status <> new.status or new.until_at <> old.until_at or new.area_id is distinct from old.area_id)
  execute function waitlist_entry_waits();
