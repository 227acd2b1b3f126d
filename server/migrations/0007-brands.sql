-- Brands are changed by people: two may try at once, a domain has one brand, and pictures are sent in.
alter table brands
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

-- A list in a column cannot be unique; this table, which a trigger fills from it, can.
create table brand_domains (
  domain text primary key check (domain = lower(domain) and domain !~ ':' and domain !~ '^panel\.'),
  brand_id uuid not null references brands (id) on delete cascade
);
create index brand_domains_brand on brand_domains (brand_id);

create function brands_keep_domains() returns trigger language plpgsql as $$
begin
  delete from brand_domains where brand_id = new.id and domain <> all (new.domains);
  insert into brand_domains (domain, brand_id)
    select given.name, new.id from unnest(new.domains) as given (name)
    where not exists (select from brand_domains d where d.domain = given.name and d.brand_id = new.id);
  return null;
end $$;

insert into brand_domains (domain, brand_id)
  select distinct on (given.name) given.name, b.id from brands b, unnest(b.domains) as given (name) order by given.name, b.created_at, b.id;
create trigger brands_domains after insert or update of domains on brands for each row execute function brands_keep_domains();

-- Checked pictures, by the path they are served at: it names their content, so they never change. One that no brand has ever used is removed
-- after a day; one that was used stays, mails that were sent show it.
create table brand_pictures (
  path text primary key,
  content_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index brand_pictures_unused on brand_pictures (created_at) where used_at is null;
create index companies_brand on companies (brand_id);
