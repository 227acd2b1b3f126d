-- Imports (RE6): a file, how its columns are read, what was found, what it brought; undone as a whole.
create table import_batches (
  id uuid primary key,
  -- Whose it is: null = the platform's own.
  company_id uuid references companies (id),
  kind text not null check (kind in ('reservations', 'venues')),
  venue_id uuid references venues (id) on delete cascade,
  -- Name or id of the company new venues go to.
  company_wanted text,
  state text not null check (state in ('draft', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  file_name text not null,
  file_bytes bigint not null,
  received_bytes bigint not null default 0,
  layout jsonb,
  columns jsonb not null default '[]',
  mapping jsonb not null,
  rows_done integer not null default 0,
  rows_total integer,
  counts jsonb,
  -- `outcome reason` → rows.
  reasons jsonb not null default '{}',
  problem text,
  -- Who works on it: another one that begins takes over, and the one before stops at its next step.
  run_id uuid,
  keep_changed boolean not null default false,
  created_by uuid,
  created_by_name text not null,
  started_by uuid,
  started_by_name text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  checked_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz,
  check ((kind = 'reservations') = (venue_id is not null))
);
create index import_batches_list on import_batches (created_at desc, id desc);
create index import_batches_company on import_batches (company_id, created_at desc, id desc);
create index import_batches_venue on import_batches (venue_id, created_at desc, id desc);

create table import_findings (
  batch_id uuid not null references import_batches (id) on delete cascade,
  id uuid not null,
  line integer not null,
  outcome text not null,
  reason text not null,
  column_name text not null,
  value text not null,
  -- The whole row, where it was rejected, to be handed back.
  cells jsonb,
  primary key (batch_id, id)
);
create index import_findings_reason on import_findings (batch_id, outcome, reason, id);

create table import_mappings (
  id uuid primary key,
  company_id uuid references companies (id),
  kind text not null,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null
);
create unique index import_mappings_name on import_mappings (company_id, kind, lower(name)) nulls not distinct;

-- What stood in a venue before an import changed it, to be put back.
create table import_changes (
  batch_id uuid not null references import_batches (id) on delete cascade,
  venue_id uuid not null references venues (id) on delete cascade,
  before jsonb not null,
  primary key (batch_id, venue_id)
);
create index import_changes_venue on import_changes (venue_id);

alter table companies add column import_batch_id uuid;
alter table venues add column import_batch_id uuid;
create index venues_import on venues (import_batch_id) where import_batch_id is not null;
alter table guests add column import_batch_id uuid;
create index guests_import on guests (import_batch_id) where import_batch_id is not null;
-- The row of the file, by its own number or all it says: the same row never comes in twice, however often it is sent.
alter table reservations add column import_key text, add column import_line integer;
create unique index reservations_import_key on reservations (venue_id, import_key) where import_key is not null;
create unique index reservations_import on reservations (import_batch_id, import_line) where import_batch_id is not null;

-- History is never changed. Only the undo of an import takes away what the import itself wrote: one event of a reservation nobody has touched since.
create or replace function history_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from reservations r join import_batches b on b.id = r.import_batch_id
    where r.venue_id = old.venue_id and r.id = old.reservation_id and r.version = 1 and b.state = 'undoing' and old.kind = 'booked'
  ) then
    return old;
  end if;
  raise exception 'the history of a reservation is never changed' using errcode = 'TW009';
end $$;
