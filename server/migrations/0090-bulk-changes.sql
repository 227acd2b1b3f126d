-- One change of many venues: what is to change, and how far it has come.
create table bulk_changes (
  id uuid primary key,
  -- Whose it is: null = the platform's own.
  company_id uuid references companies (id) on delete cascade,
  change jsonb not null,
  state text not null check (state in ('applying', 'applied', 'undoing', 'undone')),
  total integer not null,
  -- Who works on it: another one that begins takes over, and the one before stops at its next venue.
  run_id uuid,
  created_by uuid,
  created_by_name text not null,
  -- Who began the step it is at, and what he saw then.
  started_by uuid,
  started_by_name text,
  scope jsonb not null,
  created_at timestamptz not null,
  applied_at timestamptz,
  undone_at timestamptz
);
create index bulk_changes_list on bulk_changes (created_at desc, id desc);
create index bulk_changes_company on bulk_changes (company_id, created_at desc, id desc);

-- Its venues in the order they are worked through; a venue that is gone stays told.
create table bulk_change_venues (
  bulk_id uuid not null references bulk_changes (id) on delete cascade,
  place integer not null,
  venue_id uuid not null,
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  reason text,
  -- What stood there before, and what the change left: an undo puts back the one where it finds the other.
  before jsonb,
  after jsonb,
  undo text check (undo in ('restored', 'kept')),
  undo_reason text,
  primary key (bulk_id, place)
);
