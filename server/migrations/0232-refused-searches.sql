-- The ledger of refused demand (RE5): whom channels, Google and the booking page asked for in vain, by the rule that bound them. Beside `turned_away`, which
-- counts open days only: a house that is closed on Sundays wants to know who would have come.
create table refused_searches (
  venue_id uuid not null references venues (id) on delete cascade,
  -- Of the venue's calendar: the evening that was asked for.
  day date not null,
  channel_id uuid not null,
  party_size smallint not null check (party_size > 0),
  -- Of the venue's clock; -1 where the guest named a day and no time.
  hour smallint not null check (hour between -1 and 23),
  -- As the explainer names it; 'unknown' where there was no time to find out.
  rule text not null,
  searches integer not null check (searches > 0),
  primary key (venue_id, day, channel_id, party_size, hour, rule)
);
-- What is too old is found by it.
create index refused_searches_day on refused_searches (day);
-- Since when they are counted: of days before, nothing is known.
create table refused_searches_since (day date not null);
insert into refused_searches_since values (current_date);

-- Of each venue and day a few searches as they were asked, chosen evenly among all that came.
create table refused_samples (
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  place smallint not null check (place between 1 and 20),
  asked_at timestamptz not null,
  channel_id uuid not null,
  party_size smallint not null,
  area_id uuid,
  -- The moment that was asked for; null where it was a day.
  wanted_at timestamptz,
  -- The start whose rule it is; null where it is the whole day's.
  start_at timestamptz,
  rule text not null,
  most integer,
  used integer,
  primary key (venue_id, day, place)
);
create index refused_samples_day on refused_samples (day);
