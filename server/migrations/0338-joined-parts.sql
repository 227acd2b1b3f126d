-- The party that was split off and is part of this one again: the last one, written in the same act that gives its seats back.
alter table reservations add column joined_part uuid;

-- As in 0095; beside it, seats that come back from a party that was split off are not asked for again, and neither is the place of who was taken out by a slip while
-- nobody was placed beside it; who only stays longer arrives no more than before.
create or replace function guard_capacity() returns trigger language plpgsql as $$
declare
  placed reservations%rowtype;
  book integer;
  gone boolean;
  arrives boolean;
  room integer;
  covers integer;
  parties integer;
  beside integer;
  peak integer;
begin
  -- As it stands now: a later statement of the same transaction may have moved it again.
  select * into placed from reservations r where r.venue_id = new.venue_id and r.id = new.id;
  if not found or not occupies(placed.status) then
    return null;
  end if;
  -- Under a snapshot older than the lock the counts below would be blind to what others just booked.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'reservations are placed under read committed only';
  end if;
  perform lock_venue_days(placed.venue_id, (placed.pacing_at at time zone 'UTC')::date, ((placed.ends_at - interval '1 microsecond') at time zone 'UTC')::date);
  -- Only who was there before the venue was archived stays there.
  arrives := true;
  if tg_op = 'UPDATE' then
    arrives := not occupies(old.status) or placed.starts_at <> old.starts_at;
  end if;
  if (placed.override or placed.source = 'import') and arrives and exists (select from venues v where v.id = placed.venue_id and v.archived_at is not null) then
    raise exception 'the venue stands in the archive' using errcode = 'TW040';
  end if;
  if placed.source = 'import' then
    return null;
  end if;
  -- A party that was split off is part of it again: the seats were counted until now, and come back whatever the book says by now.
  if tg_op = 'UPDATE' then
    if placed.joined_part is distinct from old.joined_part and not arrives and placed.ends_at <= old.ends_at and placed.area_id = old.area_id
      and placed.party_size <= old.party_size + (
        select p.party_size from reservations p
        where p.venue_id = placed.venue_id and p.id = placed.joined_part and p.status = 'expired'
          and p.starts_at = placed.starts_at and p.ends_at >= placed.ends_at and p.area_id = placed.area_id) then
      return null;
    end if;
  end if;
  -- A step taken back within minutes gives the place back as it was, also beyond the limits others were booked under, unless one of them was placed or moved
  -- since; a minute more, as servers' clocks differ. What was held never had a place.
  if tg_op = 'UPDATE' then
    if not occupies(old.status) and old.status <> 'held' and old.updated_at > clock_timestamp() - interval '10 minutes'
      and placed.party_size <= old.party_size and placed.starts_at = old.starts_at and placed.ends_at <= old.ends_at and placed.area_id = old.area_id
      and not exists (select from venues v where v.id = placed.venue_id and v.archived_at is not null)
      and not exists (
        select from reservations r
        where r.venue_id = placed.venue_id and r.id <> placed.id and r.starts_at > placed.starts_at - interval '12 hours'
          and r.starts_at < greatest(placed.ends_at, placed.pacing_until) and occupies(r.status) and r.updated_at > old.updated_at - interval '1 minute'
          -- Whoever was only seated, or left, has taken no place.
          and (r.created_at > old.updated_at - interval '1 minute' or exists (
            select from reservation_events e
            where e.venue_id = r.venue_id and e.reservation_id = r.id and e.at > old.updated_at - interval '1 minute'
              and (e.move = 'reopen' or (e.kind = 'changed' and e.after ?| array['startsAt', 'endsAt', 'partySize', 'areaId']))))) then
      return null;
    end if;
  end if;
  -- Beyond the limits, but in an area that is still there.
  if placed.override then
    if placed.book_version is distinct from (select b.version from books b where b.venue_id = placed.venue_id) then
      raise exception 'the book changed meanwhile' using errcode = 'TW002';
    end if;
    return null;
  end if;
  -- A hold committed in time keeps the place it has, also when the book changed meanwhile. It waited in the queue above all the same:
  -- otherwise somebody could count its seats as free in the moment it runs out.
  if tg_op = 'UPDATE' then
    if old.status = 'held' and old.hold_expires_at > clock_timestamp() and placed.party_size <= old.party_size and placed.starts_at = old.starts_at
      and placed.ends_at <= old.ends_at and placed.area_id = old.area_id then
      return null;
    end if;
  end if;
  -- Nobody stays longer than twelve hours, and no interval reaches further either (both are checked on the table).
  select b.version, v.archived_at is not null, a.capacity, n.covers, n.parties, n.beside into book, gone, room, covers, parties, beside
  from books b
    join venues v on v.id = b.venue_id
    left join areas a on a.venue_id = b.venue_id and a.id = placed.area_id,
    lateral (
      select
        sum(r.party_size) filter (where r.starts_at >= placed.pacing_at and r.starts_at < placed.pacing_until) as covers,
        count(*) filter (where r.starts_at >= placed.pacing_at and r.starts_at < placed.pacing_until) as parties,
        sum(r.party_size) filter (where r.area_id = placed.area_id and r.starts_at < placed.ends_at and r.ends_at > placed.starts_at) as beside
      from reservations r
      where r.venue_id = placed.venue_id and r.starts_at > placed.starts_at - interval '12 hours'
        and r.starts_at < greatest(placed.ends_at, placed.pacing_until)
        and occupies(r.status) and (r.id = placed.id or r.status <> 'held' or r.hold_expires_at > clock_timestamp())
    ) n
  where b.venue_id = placed.venue_id;
  if placed.book_version is distinct from book then
    raise exception 'the book changed meanwhile' using errcode = 'TW002';
  end if;
  if gone and arrives then
    raise exception 'the venue stands in the archive' using errcode = 'TW040';
  end if;
  if tg_op = 'UPDATE' then
    if not arrives and placed.party_size <= old.party_size and placed.pacing_at = old.pacing_at then
      covers := 0;
      parties := 0;
    end if;
  end if;
  if covers > placed.covers_max then
    raise exception 'interval full' using errcode = 'TW003';
  end if;
  if parties > placed.parties_max then
    raise exception 'interval full' using errcode = 'TW004';
  end if;
  if beside <= room then
    return null;
  end if;
  with sitting as (
    select r.starts_at, r.ends_at, r.party_size from reservations r
    where r.venue_id = placed.venue_id and r.area_id = placed.area_id
      and r.starts_at < placed.ends_at and r.starts_at > placed.starts_at - interval '12 hours' and r.ends_at > placed.starts_at
      and occupies(r.status) and (r.id = placed.id or r.status <> 'held' or r.hold_expires_at > clock_timestamp())
  ), moments as (
    select placed.starts_at as moment union select starts_at from sitting where starts_at > placed.starts_at
  )
  select max((select sum(s.party_size) from sitting s where s.starts_at <= m.moment and s.ends_at > m.moment)) into peak from moments m;
  if peak > room then
    raise exception 'area full' using errcode = 'TW005';
  end if;
  return null;
end $$;
alter function guard_capacity() set plan_cache_mode = force_generic_plan;
