-- LI1: where a venue is shown, what stands there, and how it differs from what it says of itself.

-- The last change of each venue's listing. Channels read it in the order of transactions (xid), so that nobody misses a slow one.
create table listing_changes (
  venue_id uuid primary key references venues (id) on delete cascade,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  -- What places show has been held against it since.
  compared boolean not null default false
);
create index listing_changes_in_order on listing_changes (xid, venue_id);
create index listing_changes_to_compare on listing_changes (venue_id) where not compared;

create table listing_copies (
  venue_id uuid not null references venues (id) on delete cascade,
  channel_id uuid not null references channels (id) on delete cascade,
  -- As the channel fetched it last: a mark of the content, and when.
  sent_mark text,
  sent_at timestamptz,
  -- Somebody wants it shown as it is here; null = done, or never asked.
  asked_at timestamptz,
  -- What is shown, when somebody looked, and who did; null = nobody has.
  facts jsonb,
  observed_at timestamptz,
  origin text check (origin in ('report', 'probe')),
  status text check (status in ('shown', 'pending', 'rejected')),
  reason text,
  url text,
  other_house boolean not null default false,
  probed_at timestamptz,
  probe_failure text check (probe_failure in ('unreachable', 'slow', 'refused', 'unreadable', 'not_listed')),
  primary key (venue_id, channel_id),
  check ((facts is null) = (observed_at is null)),
  check ((sent_mark is null) = (sent_at is null))
);
create index listing_copies_of_channel on listing_copies (channel_id, venue_id);

create table listing_differences (
  id uuid primary key,
  venue_id uuid not null,
  channel_id uuid not null,
  field text not null check (field in ('name', 'address', 'position', 'phone', 'website', 'menu', 'hours', 'specialDays')),
  ours jsonb not null,
  theirs jsonb not null,
  changed_by text not null check (changed_by in ('us', 'owner', 'guest', 'channel', 'other')),
  since timestamptz not null,
  state text not null default 'open' check (state in ('open', 'asked', 'ignored')),
  foreign key (venue_id, channel_id) references listing_copies (venue_id, channel_id) on delete cascade,
  unique (venue_id, channel_id, field)
);
create index listing_differences_latest on listing_differences (since desc, id desc);
-- Counted from here alone.
create index listing_differences_by_state on listing_differences (state, venue_id, channel_id);
create index listing_differences_of_channel on listing_differences (channel_id, since desc, id desc);

-- Where a channel shows its venues in public, to be read by the hub.
create table listing_sites (
  channel_id uuid primary key references channels (id) on delete cascade,
  read_url text not null,
  set_at timestamptz not null
);

create function note_listing_change(venue uuid) returns void language sql as $$
  insert into listing_changes (venue_id) values (venue)
  on conflict (venue_id) do update set xid = pg_current_xact_id(), changed_at = now(), compared = false;
$$;

create function venues_change_listing() returns trigger language plpgsql as $$
begin
  perform note_listing_change(new.id);
  return null;
end $$;
create trigger venues_listing_new after insert on venues for each row when (new.listing_enabled) execute function venues_change_listing();
create trigger venues_listing after update on venues for each row
  when ((old.listing_enabled or new.listing_enabled) and
    (old.name, old.display_name, old.address, old.postal_code, old.city, old.country_code, old.time_zone, old.latitude, old.longitude, old.phone_number, old.listing_enabled, old.archived_at)
    is distinct from
    (new.name, new.display_name, new.address, new.postal_code, new.city, new.country_code, new.time_zone, new.latitude, new.longitude, new.phone_number, new.listing_enabled, new.archived_at))
  execute function venues_change_listing();

create function books_change_listing() returns trigger language plpgsql as $$
begin
  if exists (select from venues v where v.id = new.venue_id and v.listing_enabled) then
    perform note_listing_change(new.venue_id);
  end if;
  return null;
end $$;
create trigger books_listing after update of rules on books for each row
  when (old.rules is distinct from new.rules) execute function books_change_listing();

create trigger listing_profiles_listing after insert or update on listing_profiles for each row execute function books_change_listing();

-- Who gets to sell a venue learns of its listing.
create trigger channel_venues_listing_new after insert on channel_venues for each row
  when (new.state = 'live') execute function books_change_listing();
create trigger channel_venues_listing after update of state on channel_venues for each row
  when (new.state = 'live' and old.state <> 'live') execute function books_change_listing();

insert into listing_changes (venue_id) select id from venues where listing_enabled and archived_at is null;
