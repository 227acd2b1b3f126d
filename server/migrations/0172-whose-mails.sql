-- Whose a mail in the mailbox of this machine is: a demo's visitor reads what his demo would have sent, and it goes with the demo. Null where it is
-- nobody's in particular, and in what was sent before.
alter table mails add column company_id uuid;
create index mails_company on mails (company_id, sent_at desc, id desc) where company_id is not null;

-- A demo goes with everything that is its own, and with what its going has written.
create or replace function remove_demo(company uuid) returns boolean language plpgsql as $$
declare
  houses uuid[];
  people uuid[];
  -- Rows that name a venue, a company or a person and refer to nothing.
  loose record;
begin
  perform from demo_tenants d where d.company_id = company for update;
  if not found then
    return false;
  end if;
  select coalesce(array_agg(id), '{}') into houses from venues where company_id = company;
  select coalesce(array_agg(id), '{}') into people from users where company_id = company;
  delete from mails m using users u where u.id = any(people) and m.recipient = u.email;
  delete from mails m using guests g where g.venue_id = any(houses) and m.recipient = g.email
    and not exists (select from guests o where o.email = g.email and o.venue_id <> all(houses));
  for loose in
    select c.oid::regclass as name, a.attname as col, case a.attname when 'venue_id' then houses when 'company_id' then array[company] else people end as ids
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('demo_tenants', 'users', 'venues', 'companies')
      and a.attname in ('venue_id', 'company_id', 'user_id') and a.atttypid = 'uuid'::regtype
    order by a.attname desc, c.relname
  loop
    perform remove_rows(loose.name, format('%I = any(%L::uuid[])', loose.col, loose.ids), array['demo_tenants'::regclass]);
  end loop;
  perform remove_rows('companies', format('id = %L', company), array['demo_tenants'::regclass]);
  -- What the removal itself has written: days to be counted anew, and messages of what is gone.
  perform remove_rows('analytics_dirty', format('venue_id = any(%L::uuid[])', houses), array['demo_tenants'::regclass]);
  delete from live_messages m where m.message::text ~ array_to_string(array[company] || people || houses, '|');
  delete from demo_tenants d where d.company_id = company;
  return true;
end $$;

-- A mail that was being written while its demo went.
create function remove_demo_strays() returns void language sql as $$
  delete from mails m where m.company_id is not null and not exists (select from companies c where c.id = m.company_id)
$$;
