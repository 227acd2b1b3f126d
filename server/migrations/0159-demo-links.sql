-- Links by which somebody who is not a customer yet tries the product in a demo of his own.

create table demo_links (
  id uuid primary key,
  -- Null where nobody is known yet: the button of a sales page.
  email text,
  lang text not null,
  brand_id uuid references brands (id) on delete set null,
  -- The restaurant the demo is named after.
  venue_id uuid references venues (id) on delete set null,
  -- The token itself is computed from the id and `turn`, and stands nowhere.
  token_hash bytea not null,
  turn integer not null default 1,
  generated_by uuid references users (id) on delete set null,
  generated_by_name text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  times_sent integer not null default 0,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  -- The company of the demo, in the demos' own database.
  tenant_id uuid,
  tenant_ends_at timestamptz,
  told_at timestamptz,
  constraint demo_links_token unique (token_hash),
  constraint demo_links_opened check ((opened_at is null) = (tenant_id is null) and (opened_at is null) = (tenant_ends_at is null))
);
create index demo_links_newest on demo_links (created_at desc, id desc);
create index demo_links_done on demo_links (created_at desc, id desc) where opened_at is not null;
create index demo_links_pending on demo_links (created_at desc, id desc) where opened_at is null;
create index demo_links_email on demo_links using gin (lower(email) gin_trgm_ops);
create index demo_links_brand on demo_links (brand_id) where brand_id is not null;
create index demo_links_venue on demo_links (venue_id) where venue_id is not null;
create index demo_links_person on demo_links (generated_by) where generated_by is not null;
create index demo_links_alive on demo_links (tenant_ends_at) where tenant_ends_at is not null;
create index demo_links_untold on demo_links (opened_at) where opened_at is not null and told_at is null;

-- What was looked at, by page: as many rows as there are pages, however long somebody looks.
create table demo_visits (
  link_id uuid not null references demo_links (id) on delete cascade,
  page text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (link_id, page)
);

-- In the demos' own database: who lives there. A tenant that is ready has been made ahead and belongs to nobody.
create table demo_tenants (
  company_id uuid primary key,
  user_id uuid not null,
  state text not null check (state in ('ready', 'alive')),
  link_id uuid unique,
  -- In whose language and time zone its evening goes on.
  lang text not null,
  zone text not null,
  made_at timestamptz not null,
  ends_at timestamptz,
  -- Of the living evening: when something happens next, and what has happened.
  next_at timestamptz,
  step integer not null default 0,
  constraint demo_tenants_alive check ((state = 'alive') = (link_id is not null and ends_at is not null and next_at is not null))
);
create index demo_tenants_due on demo_tenants (next_at) where state = 'alive';
create index demo_tenants_ready on demo_tenants (made_at) where state = 'ready';
create index demo_tenants_ending on demo_tenants (ends_at) where state = 'alive';

-- A session of a demo begins by its link.
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('password', 'passkey', 'hash_credentials', 'acting', 'demo'));

-- A tenant goes with everything that is its own. Only what is a demo can: where no demos live, this table is empty.
create function is_demo(company uuid, venue uuid) returns boolean language sql stable as $$
  select exists (select from demo_tenants d where d.company_id = company)
    or exists (select from demo_tenants d join venues v on v.company_id = d.company_id where v.id = venue)
$$;
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_demo(old.company_id, old.venue_id) then
    return old;
  end if;
  raise exception 'audit entries are never changed' using errcode = 'TW009';
end $$;
create or replace function history_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (exists (
    select from reservations r join import_batches b on b.id = r.import_batch_id
    where r.venue_id = old.venue_id and r.id = old.reservation_id and r.version = 1 and b.state = 'undoing' and old.kind = 'booked'
  ) or is_demo(null, old.venue_id)) then
    return old;
  end if;
  raise exception 'the history of a reservation is never changed' using errcode = 'TW009';
end $$;

-- Rows and whatever refers to them, what refers first. `way`: the tables above, so that a ring of references ends.
create function remove_rows(target regclass, condition text, way regclass[]) returns void language plpgsql as $$
declare
  child record;
begin
  for child in
    select c.conrelid::regclass as name,
      (select string_agg(quote_ident(a.attname), ', ' order by k.n) from unnest(c.conkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as here,
      (select string_agg(quote_ident(a.attname), ', ' order by k.n) from unnest(c.confkey) with ordinality k (num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as there
    from pg_constraint c where c.contype = 'f' and c.confrelid = target and c.conparentid = 0 and c.confdeltype <> 'n'
      and c.conrelid <> target and c.conrelid::regclass <> all(way)
  loop
    perform remove_rows(child.name, format('(%s) in (select %s from %s where %s)', child.here, child.there, target, condition), way || target);
  end loop;
  execute format('delete from %s where %s', target, condition);
end $$;

create function remove_demo(company uuid) returns boolean language plpgsql as $$
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
  delete from demo_tenants d where d.company_id = company;
  return true;
end $$;
