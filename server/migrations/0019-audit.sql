-- An entry that took back another one names it; readers of millions of entries come by company, kind or person.
alter table audit_entries add column undoes uuid;
create index audit_entries_undoes on audit_entries (undoes) where undoes is not null;
create index audit_entries_company on audit_entries (company_id, at desc, id desc) where company_id is not null;
create index audit_entries_kind on audit_entries (subject, at desc, id desc);
create index audit_entries_actor on audit_entries (actor_id, at desc, id desc) where actor_id is not null;
