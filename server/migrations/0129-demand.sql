-- Demand (AN1): what the books offered, day by day, and whom channels asked for in vain.

-- Covers that the book of a venue offered on a day. What lies behind stays as it was; what is ahead follows the book.
create table offered_days (
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  covers integer not null check (covers >= 0),
  -- With the covers in it, a year of all venues is read from the index alone.
  primary key (venue_id, day) include (covers)
);

-- Until which day that is worked out for a venue; null = not yet. `stale`: something it follows from has changed since.
create table offered_until (
  venue_id uuid primary key references venues (id) on delete cascade,
  until_on date,
  stale boolean not null default true
);
create index offered_until_next on offered_until (until_on) where not stale;
create index offered_until_stale on offered_until (venue_id) where stale;

create function offered_anew() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'venues' then
    update offered_until set stale = true where venue_id = new.id and not stale;
  else
    insert into offered_until (venue_id) values (new.venue_id) on conflict (venue_id) do update set stale = true where not offered_until.stale;
  end if;
  return null;
end $$;
create trigger books_offered_anew after insert or update on books for each row execute function offered_anew();
create trigger venues_offered_anew after update of system_id, time_zone, archived_at on venues for each row
  when (old.system_id is distinct from new.system_id or old.time_zone <> new.time_zone or old.archived_at is distinct from new.archived_at)
  execute function offered_anew();
insert into offered_until (venue_id) select venue_id from books;

-- Searches of channels that found no free place, by the day asked for and the day of asking, both on the clock of the venue.
create table turned_away (
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  asked_on date not null,
  channel_id uuid not null,
  party_size integer not null,
  searches integer not null,
  primary key (venue_id, day, asked_on, channel_id, party_size)
);
create index turned_away_day on turned_away (day);
create index turned_away_asked on turned_away (asked_on);
-- Since when they are counted: of days before, nothing is known.
create table turned_away_since (day date not null);
insert into turned_away_since values (current_date);

-- Recounting all sums of days (day-sums), venue by venue in the order of their ids; whoever finds it unfinished goes on behind the last one.
create table analytics_rebuild (
  only_one boolean primary key default true check (only_one),
  started_at timestamptz not null,
  finished_at timestamptz,
  after_id uuid,
  done integer not null default 0
);
