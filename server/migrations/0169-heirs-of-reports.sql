-- AN3: a report stops when whoever had it sent is gone, and those who could go on with it were not told. Null = still to be told.
alter table reports add column heirs_told_at timestamptz;
update reports set heirs_told_at = now() where stopped_for = 'owner_gone';
create index reports_heirs on reports (id) where stopped_for = 'owner_gone' and heirs_told_at is null;
