-- HU3: what a reservation system calls the companies and brands it keeps at the hub. Several systems may serve one company, each with an id of its own for it.
create table partner_ids (
  system_id uuid not null references systems (id) on delete cascade,
  external_id text not null check (external_id <> '' and length(external_id) <= 200),
  company_id uuid references companies (id) on delete cascade,
  group_id uuid references groups (id) on delete cascade,
  check (num_nonnulls(company_id, group_id) = 1)
);
-- One id names one company and one brand of a system, whoever asks at the same moment.
create unique index partner_ids_company on partner_ids (system_id, external_id) where company_id is not null;
create unique index partner_ids_group on partner_ids (system_id, external_id) where group_id is not null;
create unique index partner_ids_of_company on partner_ids (company_id, system_id) where company_id is not null;
create unique index partner_ids_of_group on partner_ids (group_id, system_id) where group_id is not null;
