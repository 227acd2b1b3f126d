-- Who wrote when: where lists are read from a standby, nobody is answered from before his own write. `position` is where the log stood after it, null while it
-- is under way or where its process died; whoever has such a row is answered by the primary. Rows are looked at for ten minutes, far longer than a standby
-- that is asked may be behind. Written only where a standby is read from.
create table own_writes (
  id uuid not null,
  user_id uuid not null,
  position pg_lsn,
  at timestamptz not null default clock_timestamp(),
  primary key (id, user_id)
);
create index own_writes_recent on own_writes (user_id, at);
alter table own_writes set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Of what moment the rows of an export are, where they were read from a standby.
alter table exports add column as_of timestamptz;
