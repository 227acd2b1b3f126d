-- GO2: a page at Tripadvisor is one venue's. Where an id came to stand on several venues, the one that had it first keeps it, and the audit tells what the
-- others lost. Ids of another form than Tripadvisor's own stay until somebody changes them.
with doubled as (
  select v.id, v.company_id, v.tripadvisor_id, row_number() over (partition by lower(v.tripadvisor_id) order by v.created_at, v.id) as place
  from venues v where v.tripadvisor_id is not null and v.archived_at is null and not v.test),
cleared as (
  update venues v set tripadvisor_id = null, updated_at = now() from doubled d where d.id = v.id and d.place > 1
  returning v.id, v.company_id, d.tripadvisor_id as was)
insert into audit_entries (id, action, subject, subject_id, venue_id, company_id, actor_kind, actor_name, request_id, before, after, at)
select gen_random_uuid(), 'venue.updated', 'venue', id::text, id, company_id, 'system', 'Tablewire', '0189-tripadvisor-ids',
  jsonb_build_object('tripadvisorId', was), jsonb_build_object('tripadvisorId', null), now()
from cleared;

create unique index venues_tripadvisor on venues (lower(tripadvisor_id)) where tripadvisor_id is not null and archived_at is null and not test;
