-- HU3: reservation systems keep their own companies and brands at the hub.
alter table companies add column system_id uuid references systems (id) on delete set null;
create index companies_system on companies (system_id) where system_id is not null;

-- What systems told us lately, so that the same word twice is one.
create table system_notices (
  system_id uuid not null references systems (id) on delete cascade,
  fingerprint bytea not null,
  received_at timestamptz not null,
  primary key (system_id, fingerprint)
);
create index system_notices_old on system_notices (received_at);
