import { sql } from 'kysely'
import { perDatabase } from '#src/platform/db/connect.ts'
import { hostOf, pathIn } from './framing.ts'
import type { Visit } from './visit.ts'
import type { Asked } from './asked-page.ts'

/** A page is noted again after so long: what is asked of it is the day, not the minute. */
const againAfterMs = 600_000
/** Whoever opens the page may name any site: so many of them are kept for a venue. */
const sitesMost = 200
const keptMost = 5000

/** When this process noted a page last. */
const notedOf = perDatabase(() => new Map<string, number>())

/** Our own pages show what it would look like; that is no site. */
const isOurs = ({ base }: Visit, host: string): boolean => new URL(host).host === base.origin.host

/** A booking page was opened on a page of a site: remembered with the day, and nothing of its guest. */
export const noteSite = async (visit: Visit, asked: Asked): Promise<void> => {
  const host = hostOf(asked)
  // Steps after the first come as data.
  if (host === undefined || !visit.opened || isOurs(visit, host)) return
  const { ctx, house } = asked
  const path = pathIn(visit.query['path'])
  const loader = /^\d{1,3}\.\d{1,4}$/.exec(visit.query['loader'] ?? '')?.[0] ?? null
  const noted = notedOf(ctx.db)
  const key = [house.id, house.channelId, host, path, loader].join(' ')
  const nowMs = ctx.clock().epochMilliseconds
  if (nowMs - (noted.get(key) ?? 0) < againAfterMs) return
  if (noted.size >= keptMost) noted.clear()
  noted.set(key, nowMs)
  const now = ctx.clock().toString()
  // Whose page brought a booking stays; of the others the one that was seen longest ago makes room.
  await sql`
    with room as (
      delete from widget_sites d where (d.venue_id, d.channel_id, d.host, d.path) in (
        select s.venue_id, s.channel_id, s.host, s.path from widget_sites s
        where s.venue_id = ${house.id} and (select count(*) from widget_sites c where c.venue_id = ${house.id}) >= ${sitesMost}
          and not exists (select from widget_sites m where m.venue_id = ${house.id} and m.channel_id = ${house.channelId} and m.host = ${host} and m.path = ${path})
          and not exists (select from widget_bookings b where b.venue_id = s.venue_id and b.channel_id = s.channel_id and b.host = s.host)
        order by s.last_seen_at limit 1) returning 1)
    insert into widget_sites (venue_id, channel_id, host, path, loader, first_seen_at, last_seen_at)
    select ${house.id}, ${house.channelId}, ${host}, ${path}, ${loader}, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from widget_sites s where s.venue_id = ${house.id}) - (select count(*) from room) < ${sitesMost}
      or exists (select from widget_sites s where s.venue_id = ${house.id} and s.channel_id = ${house.channelId} and s.host = ${host} and s.path = ${path})
    on conflict (venue_id, channel_id, host, path) do update set loader = excluded.loader, last_seen_at = excluded.last_seen_at`.execute(
    ctx.db,
  )
}
