-- Imports of users, and of changes to bookings that are here already (RE6, ON1).
alter table import_batches drop constraint import_batches_kind_check;
alter table import_batches add constraint import_batches_kind_check check (kind in ('reservations', 'venues', 'users'));
-- Whether people whom an import makes get their invitation at once.
alter table import_batches add column invite boolean not null default false;

-- What stood here before a row was written over it, for the undo.
create table import_previous (
  batch_id uuid not null references import_batches (id) on delete cascade,
  line integer not null check (line > 0),
  subject_id uuid not null,
  -- Null: the import made it.
  before jsonb,
  -- Which one it had when the import was through with it: whoever changed it since raised it.
  version integer not null,
  primary key (batch_id, line)
);
