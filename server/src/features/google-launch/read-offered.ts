import type { GoogleOffer, GoogleOffered, googleLaunch, GooglePublication } from '@tablewire/contracts/google/google-launch'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { localDateTime, localOf } from '#src/features/availability/api.ts'
import { readStarts, type ToldStart } from '#src/features/google-feeds/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, type Place as Keyset, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Span, causesIn } from './causes.ts'
import { accountsOf, requireVenue } from './venue-standings.ts'

const shown = 10
const changesMost = 50

type Row = { id: string; at: string; toldAt: string; feedId: string | null; starts: Buffer }
type About = { accountId: string; venueId: string; date: string; at: string }

/**
 * What Google was told of a day by then, the newest first. A feed counts from its arrival on, and Google goes by when it was read: what an update told
 * meanwhile is newer.
 */
const publicationsOf = async (
  ctx: Ctx,
  { accountId, venueId, date, at }: About,
  { after, limit }: { after: Keyset | undefined; limit: number },
): Promise<Row[]> => {
  const beyond = after ? sql`and (p.at, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    select p.id, p.at, coalesce(f.ended_at, p.at) as told_at, p.feed_id, p.starts
    from google_publications p left join google_feeds f on f.id = p.feed_id
    where p.account_id = ${accountId} and p.venue_id = ${venueId} and p.day = ${date}::date and p.at <= ${at}::timestamptz
      and (p.feed_id is null or (f.state = 'sent' and f.ended_at <= ${at}::timestamptz)) ${beyond}
    order by p.at desc, p.id desc limit ${limit}`.execute(ctx.db)
  return rows
}

type Place = { startSec: number; room: string | null; open: number; total: number }
const keyOf = ({ startSec, room }: Pick<Place, 'startSec' | 'room'>): string => `${startSec} ${room ?? ''}`
const placesOf = (starts: readonly ToldStart[], partySize: number): Map<string, Place> =>
  new Map(
    starts.flatMap(({ startSec, room, parties }) =>
      parties
        .filter(([size]) => size === partySize)
        .map(([, open, total]) => {
          const place = { startSec, room: room?.name ?? null, open, total }
          return [keyOf(place), place] as const
        }),
    ),
  )

const clockOf = (startSec: number, timeZone: string): string => {
  const { date, minutes } = localOf(startSec * 1000, timeZone)
  return localDateTime(date, minutes).slice(11, 16)
}

type Told = { row: Row; places: Map<string, Place> }
const changesBetween = (before: Told | undefined, after: Told, timeZone: string): GooglePublication['changes'] => {
  const all = new Map([...(before?.places ?? []), ...after.places])
  return [...all]
    .toSorted(([, a], [, b]) => a.startSec - b.startSec)
    .flatMap(([key, { startSec, room }]) => {
      const [was, is] = [before?.places.get(key)?.open ?? null, after.places.get(key)?.open ?? null]
      return was === is ? [] : [{ time: clockOf(startSec, timeZone), room, before: was, after: is }]
    })
    .slice(0, changesMost)
}

/** Starts of that day: as they stood then, and those of the day's other tellings that were not offered then. */
const offersOf = (told: readonly Told[], timeZone: string): GoogleOffer[] => {
  const now = told[0]?.places ?? new Map<string, Place>()
  const ever = new Map(told.flatMap(({ places }) => [...places]))
  return [...ever]
    .toSorted(([, a], [, b]) => a.startSec - b.startSec || (a.room ?? '').localeCompare(b.room ?? ''))
    .map(([key, { startSec, room }]) => ({
      time: clockOf(startSec, timeZone),
      startsAt: new Date(startSec * 1000).toISOString(),
      room,
      open: now.get(key)?.open ?? null,
      total: now.get(key)?.total ?? null,
    }))
}

const publicationOf = async (ctx: Ctx, span: Span & { told: Told; before: Told | undefined }): Promise<GooglePublication> => {
  const { told, before, timeZone } = span
  const { id, toldAt, feedId } = told.row
  const by = feedId === null ? ('update' as const) : ('feed' as const)
  const causes = before ? await causesIn(ctx, { ...span, from: before.row.at, to: told.row.at }) : []
  return { id, at: toldAt, by, changes: changesBetween(before, told, timeZone), causes }
}

/** "What did Google show for Saturday 20:00, party of four, at 14:05, and why". */
export const readOffered = async (ctx: Ctx, { params, query }: Received<typeof googleLaunch.offered>): Promise<GoogleOffered> => {
  const { id: venueId, accountId } = params
  await requireVenue(ctx, venueId)
  const account = (await accountsOf(ctx, venueId)).find(({ id }) => id === accountId)
  if (!account) throw new Problem('google_account.not_found')
  const { timeZone } = await ctx.db.selectFrom('venues').select('timeZone').where('id', '=', venueId).executeTakeFirstOrThrow()
  const { date, partySize, limit = shown } = query
  const at = query.at ?? ctx.clock().toString()
  const after = query.after === undefined ? undefined : readCursor(query.after)
  const rows = await publicationsOf(ctx, { accountId, venueId, date, at }, { after, limit: limit + 1 })
  const told = rows.map((row): Told => ({ row, places: placesOf(readStarts(row.starts), partySize) }))
  const history: GooglePublication[] = []
  const { data, next } = cutPage(told, limit, ({ row }) => ({ at: row.at, id: row.id }))
  for (const [index, one] of data.entries())
    history.push(await publicationOf(ctx, { venueId, day: date, timeZone, told: one, before: told[index + 1] }))
  return {
    accountId,
    accountName: account.name,
    environment: account.environment,
    timeZone,
    date,
    partySize,
    at,
    toldAt: told[0]?.row.toldAt ?? null,
    offers: offersOf(told, timeZone),
    history,
    next,
  }
}
