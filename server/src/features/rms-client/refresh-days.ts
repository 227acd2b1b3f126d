import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { LeasedWork } from '#src/platform/jobs/leased-loop.ts'
import { fetchDays } from './fetch-days.ts'
import { readDays } from './known-days.ts'

type RunningOut = { venueId: string; systemId: string; timeZone: string; partySize: number; area: string; from: string; to: string }

/** Days in demand are kept fresh this long after the last search. */
const wantedSeconds = 180
/** Refresh-ahead: a cached day is fetched again before its TTL is over, so that the next reader finds it. */
const [todaySeconds, daySeconds] = [7, 45]

/** Days in demand that expire soon, one venue and party at a time. */
const takeRunningOut = async (ctx: Ctx, capacity: number): Promise<RunningOut[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<RunningOut>`
    with due as (
      select r.venue_id, r.on_date, r.party_size, r.area, v.system_id, v.time_zone from remote_days r
        join venues v on v.id = r.venue_id join systems s on s.id = v.system_id and s.active and s.type <> 'built_in'
      where r.asked_at > ${now}::timestamptz - make_interval(secs => ${wantedSeconds}) and r.slots is not null
        and (r.asking_until is null or r.asking_until < clock_timestamp())
        and (r.fetched_at < ${now}::timestamptz
            - make_interval(secs => case when r.on_date <= (${now}::timestamptz at time zone v.time_zone)::date then ${todaySeconds}::int else ${daySeconds}::int end)
          or r.forgotten_at >= r.fetched_at)
      order by r.fetched_at limit ${capacity * 4} for update of r skip locked),
    chosen as (
      select venue_id, party_size, area, min(system_id::text) as system_id, min(time_zone) as time_zone, min(on_date) as from_on, max(on_date) as to_on
      from due group by venue_id, party_size, area, extract(doy from on_date)::int / 4 limit ${capacity}),
    claimed as (
      update remote_days r set asking_until = clock_timestamp() + interval '10 seconds' from due d join chosen c using (venue_id, party_size, area)
      where r.venue_id = d.venue_id and r.on_date = d.on_date and r.party_size = d.party_size and r.area = d.area
        and d.on_date between c.from_on and c.to_on)
    select venue_id, system_id, time_zone, party_size, area, from_on::text as "from", to_on::text as "to" from chosen`.execute(ctx.db)
  return rows
}

const refresh = async (ctx: Ctx, { venueId, systemId, timeZone, partySize, area, from, to }: RunningOut): Promise<void> => {
  const request = { venue: { id: venueId, systemId, timeZone }, partySize, areaId: area || null, from, to }
  await fetchDays(ctx, { ...request, ...(await readDays(ctx, request, request)) })
}

/** HU4, refresh-ahead: days in demand are fetched before they are asked for. */
export const freshDays: LeasedWork<RunningOut> = {
  name: 'remote.days',
  atOnce: 8,
  everyMs: 2000,
  take: takeRunningOut,
  run: refresh,
}
