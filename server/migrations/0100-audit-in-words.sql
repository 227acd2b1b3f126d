-- What an import or another work on many things wrote says which one it was, under the name it had then: it may be thrown away later.
alter table audit_entries add column batch_id uuid, add column batch_name text;
create index audit_entries_batch on audit_entries (batch_id, at desc, id desc) where batch_id is not null;

-- Which fields an entry is about: what stood there and what came.
create function audit_fields(before jsonb, after jsonb) returns text[] language sql immutable parallel safe as $$
  select array(
    select jsonb_object_keys(case when jsonb_typeof(before) = 'object' then before else '{}' end)
    union select jsonb_object_keys(case when jsonb_typeof(after) = 'object' then after else '{}' end)
  )
$$;
create index audit_entries_fields on audit_entries using gin (audit_fields(before, after));

-- What was done, whatever it was done to: `deleted` of `channel.deleted`.
create index audit_entries_act on audit_entries (split_part(action, '.', 2), at desc, id desc);

-- What things were called that are not there any more.
create function audit_called(said jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(
    said ->> 'name',
    case when said ? 'firstName' and said ? 'lastName' then trim((said ->> 'firstName') || ' ' || (said ->> 'lastName')) end,
    said ->> 'fileName'
  )
$$;
create index audit_entries_gone on audit_entries using gin (lower(audit_called(before)) gin_trgm_ops) where split_part(action, '.', 2) = 'deleted';
