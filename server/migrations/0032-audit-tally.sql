-- How many entries the audit has, without counting a table that only grows: days long over are counted once. A day is closed two days after its
-- end; whatever still comes in for a closed day is added to it, so that the total stays exact.
create table audit_days (day date primary key, entries integer not null);
create table audit_closed (single boolean primary key default true check (single), until date not null);
insert into audit_closed (until) values ('0001-01-01');

-- Entries are never changed, so only what comes late can change the count of a day that is over. Closing waits for those that are on their way.
create function audit_count_late() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(40127532);
  insert into audit_days (day, entries)
    select (new.at at time zone 'UTC')::date, 1 from audit_closed where (new.at at time zone 'UTC')::date < until
    on conflict (day) do update set entries = audit_days.entries + 1;
  return null;
end $$;
create trigger audit_entries_late after insert on audit_entries for each row
  when (new.at < now() - interval '36 hours') execute function audit_count_late();
