-- What a house knows of a guest beyond the address he books under, and which addresses are the same person's.

-- As people compare names: without accents, capitals and marks.
create function guest_fold(said text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(regexp_replace(lower(normalize(coalesce(said, ''), nfkd)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]@._+-]+', ' ', 'g'))
$$;

create table guest_profiles (
  venue_id uuid not null,
  guest_id uuid primary key,
  -- The guest he was found to be the same person as; a pointer, so that taking it back gives what was there before.
  merged_into uuid references guest_profiles (guest_id) deferrable initially deferred,
  -- Where the pointers end; null = at himself. Kept with them by merge_guests and part_guests.
  person_id uuid,
  merged_at timestamptz,
  -- Who said so; null = two strong keys agreed.
  merged_by text,
  tags text[] not null default '{}',
  allergies text[] not null default '{}',
  preferences text,
  version integer not null default 1,
  -- Written by whoever looks at new guests, apart from bookings: what he is searched and put in order by.
  search text,
  sort text,
  looked boolean not null default false,
  foreign key (venue_id, guest_id) references guests (venue_id, id) on delete cascade,
  check ((merged_into is null) = (person_id is null) and (merged_into is null) = (merged_at is null)),
  check (merged_into <> guest_id and person_id <> guest_id)
);
create index guest_profiles_person on guest_profiles (person_id) where person_id is not null;
create index guest_profiles_parent on guest_profiles (merged_into) where merged_into is not null;
create index guest_profiles_unlooked on guest_profiles (guest_id) where not looked;
create index guest_profiles_search on guest_profiles using gin (search gin_trgm_ops) where search is not null;
create index guest_profiles_order on guest_profiles (sort, guest_id) where sort is not null;
create index guest_profiles_at on guest_profiles (venue_id, sort, guest_id) where sort is not null;
-- Whether a search walks along the names or asks the index of trigrams is decided by how many are expected to match.
alter table guest_profiles alter column search set statistics 1000;

create table guest_notes (
  id uuid primary key,
  venue_id uuid not null,
  guest_id uuid not null references guest_profiles (guest_id) on delete cascade,
  content text not null,
  author_id text,
  author_name text not null,
  written_at timestamptz not null
);
create index guest_notes_guest on guest_notes (guest_id, written_at);

-- Two that may be the same person: somebody decides, once.
create table guest_pairs (
  id uuid primary key,
  venue_id uuid not null,
  one_id uuid not null references guest_profiles (guest_id) on delete cascade,
  other_id uuid not null references guest_profiles (guest_id) on delete cascade,
  alike text[] not null,
  state text not null default 'open' check (state in ('open', 'same', 'different')),
  found_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check (one_id < other_id),
  unique (one_id, other_id)
);
create index guest_pairs_other on guest_pairs (other_id);
create index guest_pairs_open on guest_pairs (venue_id, found_at, id) where state = 'open';

-- With the guest, in the transaction that books for him; the rest is looked at afterwards.
create function guest_made() returns trigger language plpgsql as $$
begin
  insert into guest_profiles (venue_id, guest_id) values (new.venue_id, new.id);
  return null;
end $$;
create trigger guests_made after insert on guests for each row execute function guest_made();
create function guest_renamed() returns trigger language plpgsql as $$
begin
  update guest_profiles set looked = false where guest_id = new.id and looked;
  return null;
end $$;
create trigger guests_renamed after update of first_name, last_name, email, phone on guests for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name or old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function guest_renamed();

create function person_of(guest uuid) returns uuid language sql stable as $$
  select coalesce(p.person_id, p.guest_id) from guest_profiles p where p.guest_id = guest
$$;

-- guests: every address of the person whose address this is, that one included
create view guest_addresses as
  select p.guest_id, coalesce(p.person_id, p.guest_id) as address_id from guest_profiles p
  union all
  select p.guest_id, m.guest_id from guest_profiles p join guest_profiles m on m.person_id = coalesce(p.person_id, p.guest_id);

-- Of a person who is still known by another address nothing is forgotten by halves: his addresses go when the last one has no booking any more.
create function guest_stays() returns trigger language plpgsql as $$
declare
  person uuid := person_of(old.id);
begin
  if exists (
    select from guest_profiles p join reservations r on r.venue_id = p.venue_id and r.guest_id = p.guest_id
    where (p.guest_id = person or p.person_id = person) and p.guest_id <> old.id) then
    return null;
  end if;
  return old;
end $$;
create trigger guests_stay before delete on guests for each row execute function guest_stays();

-- Every pointer below this guest, himself included.
create function guests_below(guest uuid) returns setof uuid language sql stable as $$
  with recursive below as (
    select guest as id union all select p.guest_id from below b join guest_profiles p on p.merged_into = b.id)
  select id from below
$$;

create function merge_guests(kept uuid, gone uuid, moment timestamptz, who text) returns void language plpgsql as $$
begin
  update guest_profiles p set person_id = kept where p.person_id = gone;
  update guest_profiles p set merged_into = kept, person_id = kept, merged_at = moment, merged_by = who where p.guest_id = gone;
end $$;
create function part_guests(gone uuid) returns void language plpgsql as $$
begin
  update guest_profiles p set person_id = gone where p.guest_id in (select guests_below(gone)) and p.guest_id <> gone;
  update guest_profiles p set merged_into = null, person_id = null, merged_at = null, merged_by = null where p.guest_id = gone;
end $$;

-- Where one of several goes for good, those that pointed at him point at whom he pointed at, or at the eldest of them.
create function guest_gone() returns trigger language plpgsql as $$
declare
  heir uuid := old.merged_into;
begin
  if heir is null then
    select p.guest_id into heir from guest_profiles p where p.merged_into = old.guest_id order by p.merged_at, p.guest_id limit 1;
    if heir is null then
      return null;
    end if;
    perform part_guests(heir);
  end if;
  update guest_profiles p set merged_into = heir where p.merged_into = old.guest_id;
  update guest_profiles p set person_id = heir where p.person_id = old.guest_id;
  return null;
end $$;
create trigger guest_profiles_gone after delete on guest_profiles for each row execute function guest_gone();

-- Only guests of one venue are one person, and no pointer leads back to where it came from. Error TW253.
create function guard_merged() returns trigger language plpgsql as $$
begin
  if not exists (select from guest_profiles k where k.guest_id = new.merged_into and k.venue_id = new.venue_id)
    or new.merged_into in (select guests_below(new.guest_id)) then
    raise exception 'these guests cannot be one person' using errcode = 'TW253';
  end if;
  return new;
end $$;
create trigger guest_profiles_merged before update of merged_into on guest_profiles for each row
  when (new.merged_into is not null and new.merged_into is distinct from old.merged_into) execute function guard_merged();

insert into guest_profiles (venue_id, guest_id) select venue_id, id from guests;

-- Whether the venues of a company know their guests together; each sees of the others what its people may see there.
alter table companies add column guests_shared boolean not null default false;
