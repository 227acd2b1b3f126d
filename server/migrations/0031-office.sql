-- A file of reservations may name several venues (RE6): then the import itself belongs to none.
alter table import_batches drop constraint import_batches_check;
alter table import_batches add constraint import_batches_venue check (kind = 'reservations' or venue_id is null);
-- What whoever started a step could see: the work goes on without them, and must not see more.
alter table import_batches add column scope jsonb;

-- Whoever sees single venues finds what he brought himself.
create index import_batches_creator on import_batches (created_by);

-- What people decided about single rows that found no place: to come in all the same, at another time, or not at all.
create table import_decisions (
  batch_id uuid not null references import_batches (id) on delete cascade,
  line integer not null check (line > 0),
  choice text not null check (choice in ('accept', 'move', 'skip')),
  -- Where it goes instead, in the venue's own time.
  starts_local timestamp,
  decided_by_name text not null,
  decided_at timestamptz not null,
  primary key (batch_id, line),
  check ((choice = 'move') = (starts_local is not null))
);
-- Where a row that found no place wanted to go: venue, time, party, area, how many sit there and how many can.
alter table import_findings add column about jsonb;
