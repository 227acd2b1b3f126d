-- The course of listings (AN2): how complete they were and how many differences stood open, venue by venue and day by day.

-- From when on what a listing scored is known at every moment: the score of now, and each it had before.
alter table listing_scores add column kept_from timestamptz not null default now();
create table listing_score_moves (
  venue_id uuid not null references venues (id) on delete cascade,
  at timestamptz not null default now(),
  before smallint not null
);
create index listing_score_moves_of_venue on listing_score_moves (venue_id, at);
create index listing_score_moves_at on listing_score_moves (at);
create function note_score_move() returns trigger language plpgsql as $$
begin
  insert into listing_score_moves (venue_id, before) values (old.venue_id, old.score);
  return null;
end $$;
create trigger listing_scores_moved after update on listing_scores for each row when (old.score <> new.score) execute function note_score_move();

-- When a difference was opened and when it was settled, which is when nothing differs any more, or when somebody ignores it. The rows of differences are
-- gone by then. `day`: the venue's own.
create table listing_difference_moves (
  venue_id uuid not null references venues (id) on delete cascade,
  channel_id uuid not null,
  field text not null,
  opened boolean not null,
  at timestamptz not null default now(),
  day date not null,
  -- Made up for the demonstration.
  demo boolean not null default false
);
create index listing_difference_moves_of_venue on listing_difference_moves (venue_id, at);
create index listing_difference_moves_by_day on listing_difference_moves (day, venue_id) include (channel_id, opened, demo);
create index listing_difference_moves_at on listing_difference_moves (at);
create function note_difference_move() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.state <> 'ignored';
  is_now boolean := tg_op <> 'DELETE' and new.state <> 'ignored';
  moved listing_differences := case when tg_op = 'DELETE' then old else new end;
begin
  if was <> is_now then
    -- With a venue that is deleted its past goes as well.
    insert into listing_difference_moves (venue_id, channel_id, field, opened, day)
    select v.id, moved.channel_id, moved.field, is_now, (now() at time zone v.time_zone)::date from venues v where v.id = moved.venue_id;
  end if;
  return null;
end $$;
create trigger listing_differences_moved after insert or update of state or delete on listing_differences
  for each row execute function note_difference_move();

-- How a listing stood when its venue's day ended. `differences`: not settled then, all and by channel.
create table listing_days (
  venue_id uuid not null references venues (id) on delete cascade,
  day date not null,
  score smallint not null,
  differences integer not null,
  by_channel jsonb not null default '{}',
  -- Made up for the demonstration.
  demo boolean not null default false,
  primary key (venue_id, day)
);
-- With the figures in it, the last days of many steps are read from the index alone.
create index listing_days_by_day on listing_days (day, venue_id) include (score, differences, demo);

-- How each channel shows the venues that it sells; the server says the same of a single one (`copyStateOf`), and a test holds both against each other.
create view shown_listings as
  select l.venue_id, l.channel_id,
    case
      when k.status = 'rejected' then 'rejected'
      when k.asked_at is not null or k.status = 'pending' then 'pending'
      when k.facts is null then case when k.sent_at is null then 'not_sent' else 'pending' end
      when exists (select from listing_differences d where d.venue_id = k.venue_id and d.channel_id = k.channel_id and d.state <> 'ignored') then 'differs'
      else 'shown'
    end as state
  from live_links l left join listing_copies k on k.venue_id = l.venue_id and k.channel_id = l.channel_id;
