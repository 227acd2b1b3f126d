import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import type { RefusedSearch, WhyRefused } from '#src/platform/traces/traces.ts'

export type Search = RefusedSearch & { venueId: string; channelId: string; at: string }

/** Of a venue's day so many searches are kept as they were asked. */
export const samplesMost = 20

const rowOf = (search: Search, why: WhyRefused | undefined) => ({
  venueId: search.venueId,
  channelId: search.channelId,
  at: search.at,
  date: search.date,
  anyTime: search.anyTime ?? false,
  partySize: search.partySize,
  areaId: search.areaId ?? null,
  day: why?.date ?? null,
  rule: why?.rule ?? 'unknown',
  startsAt: why?.startsAt ?? null,
  most: why?.limit ?? null,
  used: why?.used ?? null,
})

/** Counted by rule and hour, packed into a row for each channel's day (`refused_counts` unpacks them); and of every venue and day a few as they were asked, each with the same chance whenever it came. */
export const writeRefused = async (db: Db, searches: readonly Search[], why: ReadonlyMap<Search, WhyRefused>): Promise<void> => {
  await sql`
    with asked as materialized (
      select v.id as venue_id, n."channelId" as channel_id, n."partySize" as party_size, n."areaId" as area_id, n.at, n.rule, n."startsAt" as start_at, n.most, n.used,
        case when n."anyTime" then null else to_timestamp(n.date) end as wanted_at,
        coalesce(n.day, (to_timestamp(n.date) at time zone v.time_zone)::date) as day,
        case when n."anyTime" then -1 else extract(hour from to_timestamp(n.date) at time zone v.time_zone)::integer end as hour
      from json_to_recordset(${JSON.stringify(searches.map((one) => rowOf(one, why.get(one))))}::json) as n ("venueId" uuid, "channelId" uuid, at timestamptz,
          date bigint, "anyTime" boolean, "partySize" integer, "areaId" uuid, day date, rule text, "startsAt" timestamptz, most integer, used integer)
        join venues v on v.id = n."venueId"
    ), before as (
      select d.venue_id, d.day, coalesce((select sum(r.searches) from refused_counts r where r.venue_id = d.venue_id and r.day = d.day), 0) as searches
      from (select distinct venue_id, day from asked) d
    ), counted as (
      insert into refused_days as r (venue_id, day, channel_id, cells)
      select a.venue_id, a.day, a.channel_id, refused_cells(array_agg(refused_cell(a.party_size, a.hour, k.id, 1)), '{}')
      from asked a join refused_rules k on k.rule = a.rule group by 1, 2, 3 order by 1, 2, 3
      on conflict (venue_id, day, channel_id) do update set cells = refused_cells(r.cells, excluded.cells)
    ), nth as (
      select a.*, b.searches + row_number() over (partition by a.venue_id, a.day order by a.at) as n from asked a join before b using (venue_id, day)
    ), placed as (
      select t.*, case when n <= ${samplesMost} then n else 1 + floor(random() * n) end as place from nth t
    )
    insert into refused_samples as s (venue_id, day, place, asked_at, channel_id, party_size, area_id, wanted_at, start_at, rule, most, used)
    select distinct on (venue_id, day, place) venue_id, day, place, at, channel_id, party_size, area_id, wanted_at, start_at, rule, most, used
    from placed where place <= ${samplesMost} order by venue_id, day, place, at desc
    on conflict (venue_id, day, place) do update set asked_at = excluded.asked_at, channel_id = excluded.channel_id, party_size = excluded.party_size,
      area_id = excluded.area_id, wanted_at = excluded.wanted_at, start_at = excluded.start_at, rule = excluded.rule, most = excluded.most, used = excluded.used`.execute(
    db,
  )
}
