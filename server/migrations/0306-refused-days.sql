-- The ledger of refused demand, packed: a row for each venue, day and channel, and in it a number for each combination of party, hour and rule. A row for each
-- of them cost more for its key, its header and its index than for what it says: some 200 bytes a search, where a house is asked for many evenings.
create table refused_days (
  venue_id uuid not null references venues (id) on delete cascade,
  -- Of the venue's calendar: the evening that was asked for.
  day date not null,
  channel_id uuid not null,
  -- Of each combination its key, ((party * 32) + hour + 1) * 64 + rule, in the upper bits, and in the lower 31 how many searched so; hour -1 where no time was named.
  cells bigint[] not null,
  primary key (venue_id, day, channel_id)
) with (fillfactor = 80);
create index refused_days_day on refused_days using brin (day);

-- Rules by number, as they come up; the numbers stay.
create table refused_rules (
  id smallint primary key check (id between 0 and 63),
  rule text not null unique
);
insert into refused_rules (id, rule)
select row_number() over () - 1, rule from unnest(array[
  'unknown', 'venue_inactive', 'channel_paused', 'party_min', 'party_max', 'past', 'notice', 'cut_off', 'horizon', 'closure', 'opening_hours', 'no_shift',
  'shift_offline', 'area_closed', 'pacing_covers', 'pacing_parties', 'pressure_release', 'channel_covers', 'area_capacity', 'tables', 'system_closed',
  'system_silent']) with ordinality as r (rule, n);

create function refused_cell(party integer, hour integer, rule integer, searches bigint) returns bigint language sql immutable parallel safe as
$$ select (((party * 32 + hour + 1)::bigint * 64 + rule) << 31) + searches $$;

-- Both, each combination once.
create function refused_cells(one bigint[], other bigint[]) returns bigint[] language sql immutable parallel safe as
$$
  select array_agg((key << 31) + searches order by key)
  from (select c >> 31 as key, sum(c & 2147483647)::bigint as searches from unnest(one || other) as u (c) group by 1) g
$$;

insert into refused_days (venue_id, day, channel_id, cells)
select r.venue_id, r.day, r.channel_id, array_agg(refused_cell(r.party_size, r.hour, k.id, r.searches) order by r.party_size, r.hour, k.id)
from refused_searches r join refused_rules k on k.rule = r.rule
group by 1, 2, 3;
delete from refused_searches;

-- As figures read them. A process of the version before still writes single rows while it is replaced.
create view refused_counts as
select d.venue_id, d.day, d.channel_id, (c >> 42)::smallint as party_size, ((c >> 37 & 31) - 1)::smallint as hour, k.rule,
  (c & 2147483647)::integer as searches
from refused_days d cross join unnest(d.cells) as u (c) join refused_rules k on k.id = (c >> 31 & 63)
union all
select venue_id, day, channel_id, party_size, hour, rule, searches from refused_searches;
