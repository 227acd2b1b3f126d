-- What became of each row of an imported file, and which field of what it names goes from what to what (RE6). Whatever the kind of the import.
create table import_rows (
  batch_id uuid not null references import_batches (id) on delete cascade,
  -- Of the file, the first being 1.
  line integer not null check (line > 0),
  outcome text not null check (outcome in ('made', 'changed', 'unchanged', 'kept', 'skipped', 'rejected')),
  -- What the row means here: a venue, a user.
  subject_id uuid,
  name text not null,
  -- [{ field, before, after, kept? }] in text.
  changes jsonb not null default '[]',
  -- What the undo did about it.
  undone text check (undone in ('restored', 'removed', 'kept')),
  primary key (batch_id, line)
);
create index import_rows_outcome on import_rows (batch_id, outcome, line);
create index import_rows_subject on import_rows (batch_id, subject_id) where subject_id is not null;

-- Rows by a field they change or would have changed.
create table import_row_fields (
  batch_id uuid not null,
  field text not null,
  line integer not null,
  primary key (batch_id, field, line),
  foreign key (batch_id, line) references import_rows (batch_id, line) on delete cascade
);
create index import_row_fields_line on import_row_fields (batch_id, line);

-- Field → rows that change it.
alter table import_batches add column fields jsonb not null default '{}';

-- Whose venue it was when the import changed it: an undo, too, touches no venue of another company.
alter table import_changes add column company_id uuid;
update import_changes c set company_id = v.company_id from venues v where v.id = c.venue_id;
alter table import_changes alter column company_id set not null;

-- What a file calls a venue says something inside of one company only.
alter table venues drop constraint venues_import_key_key;
update venues v set import_key = substr(v.import_key, 38)
where v.import_key like v.company_id::text || ':%'
  and not exists (select from venues o where o.company_id = v.company_id and o.import_key = substr(v.import_key, 38));
create unique index venues_import_key on venues (import_key, company_id) where import_key is not null;
-- Venues of a company by name and place.
create index venues_company_name on venues (company_id, lower(name));
