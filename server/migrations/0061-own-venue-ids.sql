-- HU3: a reservation system's own id names one of its venues, whichever company that belongs to; in the built-in book ids are the company's own.
-- Where an id came to stand on several venues of one system, the oldest keeps it. The others carry it with the end of their own hub id behind it, and
-- the audit tells what each was called before.
with doubled as (
  select id, company_id, external_id, row_number() over (partition by system_id, external_id order by created_at, id) as place
  from venues where external_id is not null and system_id <> '01900000-0000-7000-8000-000000000001'),
renamed as (
  update venues v set external_id = left(d.external_id, 67) || '~' || right(d.id::text, 12), updated_at = now()
  from doubled d where d.id = v.id and d.place > 1
  returning v.id, v.company_id, d.external_id as was, v.external_id as is)
insert into audit_entries (id, action, subject, subject_id, venue_id, company_id, actor_kind, actor_name, request_id, before, after, at)
select gen_random_uuid(), 'venue.updated', 'venue', id::text, id, company_id, 'system', 'Tablewire', '0061-own-venue-ids',
  jsonb_build_object('externalId', was), jsonb_build_object('externalId', renamed.is), now()
from renamed;

drop index venues_external;
create unique index venues_external on venues (company_id, external_id)
  where external_id is not null and (system_id is null or system_id = '01900000-0000-7000-8000-000000000001');
create unique index venues_external_of_system on venues (system_id, external_id)
  where external_id is not null and system_id <> '01900000-0000-7000-8000-000000000001';
