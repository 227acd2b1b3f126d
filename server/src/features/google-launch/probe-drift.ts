import { sql } from 'kysely'
import { localDateTime, localOf } from '#src/features/availability/api.ts'
import { accountById, type CallingAccount } from '#src/features/google-accounts/api.ts'
import { areAvailable } from '#src/features/google-booking/api.ts'
import { readStarts, type ToldStart } from '#src/features/google-feeds/api.ts'
import { asAccount, type Merchant, merchantsNamed } from '#src/features/google-merchants/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { causesIn } from './causes.ts'
import { alarmOfDrift } from './drift-alarm.ts'

/** A sample that says enough, and costs a reservation system less than one feed. */
const venuesMost = 12
const daysMost = 4
const startsMost = 12
const daysAhead = 30
const wrongKept = 20
/** Of each venue, so that one does not hide the others. */
const wrongOfVenue = 4
/** A change is told within minutes: what was told this lately is still on its way. */
const onItsWayMs = 10 * 60_000

export type Wrong = {
  venueId: string
  day: string
  time: string
  partySize: number
  /** Tables that Google was told were free; the book says whether there is one. */
  told: number
  open: boolean
  toldAt: string
  /** `waiting`: the change is still to be told; `refused`: Google would not have it; `untold`: nothing says that it should be told. */
  why: 'waiting' | 'refused' | 'untold'
  /** The newest change since, as the audit names it. */
  action: string | null
  by: string | null
}
type Told = { venueId: string; day: string; timeZone: string; toldAt: string; readAt: string; starts: ToldStart[] }
type Slot = { told: Told; startSec: number; partySize: number; room: string | undefined; open: number }

/** Venues and days by chance, another choice every hour. */
const someTold = async (ctx: Ctx, accountId: string): Promise<Told[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Omit<Told, 'starts'> & { packed: Buffer }>`
    with some_venues as (
      select m.venue_id, v.time_zone from google_merchants m join venues v on v.id = m.venue_id
      where m.account_id = ${accountId} and m.sent_at is not null and m.leaving_since is null order by random() limit ${venuesMost}
    ), some_days as (
      select s.venue_id, s.time_zone, d.day from some_venues s, lateral (
        select (${now}::timestamptz at time zone s.time_zone)::date + n as day from generate_series(0, ${daysAhead}) as n order by n > 0, random() limit ${daysMost}) d
    )
    select s.venue_id, s.day::text as day, s.time_zone, l.told_at, l.at as read_at, l.starts as packed from some_days s, lateral (
      select p.at, coalesce(f.ended_at, p.at) as told_at, p.starts from google_publications p left join google_feeds f on f.id = p.feed_id
      where p.account_id = ${accountId} and p.venue_id = s.venue_id and p.day = s.day and (p.feed_id is null or f.state = 'sent')
      order by p.at desc, p.id desc limit 1) l`.execute(ctx.db)
  return rows.map(({ packed, ...told }) => ({ ...told, starts: readStarts(packed) }))
}

/** Starts that Google would show at this moment: it keeps the deadlines by itself. */
const slotsIn = (ctx: Ctx, told: Told, { rwg, house }: Merchant): Slot[] => {
  const nowSec = ctx.clock().epochMilliseconds / 1000
  const noticeSec = Math.max((rwg.minAdvanceBooking ?? 0) * 3600, house?.minAdvanceBooking ?? 0, (house?.book.noticeMinutes ?? 0) * 60)
  const all = told.starts
    .filter(
      ({ startSec, lastBookableSec }) => startSec - noticeSec > nowSec + 60 && (lastBookableSec === null || lastBookableSec > nowSec + 60),
    )
    .flatMap(({ startSec, room, parties }) => parties.map(([partySize, open]) => ({ told, startSec, partySize, room: room?.id, open })))
  const step = Math.max(1, all.length / startsMost)
  const first = Math.random() * step
  return Array.from(
    { length: Math.min(startsMost, all.length) },
    (_, nth) => all[Math.min(all.length - 1, Math.floor(first + nth * step))]!,
  )
}

/** Whether the book agrees, by the very question Google asks before it lets somebody book. */
const areOpen = async (ctx: Ctx, { account, merchant, slots }: { account: CallingAccount; merchant: Merchant; slots: readonly Slot[] }) => {
  const asking = slots.map(({ startSec, partySize, room }) => ({
    asked: { startSec, startMs: startSec * 1000, partySize, roomId: room },
    mode: 'CONFIRMATION_MODE_ASYNCHRONOUS' as const,
  }))
  return areAvailable(asAccount(ctx, account), { account, merchant, asking })
}

const reasonOf = async (ctx: Ctx, accountId: string, { told }: Slot): Promise<Pick<Wrong, 'why' | 'action' | 'by'>> => {
  const { rows } = await sql<{ refused: boolean }>`
    select c.refused from google_changes c where c.account_id = ${accountId} and c.venue_id = ${told.venueId} and c.kind = 'availability'
      and c.ref in ('*', ${told.day}, (${told.day}::date - 1)::text) order by c.refused, c.id desc limit 1`.execute(ctx.db)
  const [cause] = await causesIn(ctx, { ...told, from: told.readAt, to: ctx.clock().toString() })
  return { why: rows[0] ? (rows[0].refused ? 'refused' : 'waiting') : 'untold', action: cause?.action ?? null, by: cause?.by ?? null }
}

type Found = { checked: number; wrong: Wrong[]; wrongCount: number; oldestAt: string | null }

const compare = async (ctx: Ctx, account: CallingAccount): Promise<Found> => {
  const told = await someTold(ctx, account.id)
  const merchants = await merchantsNamed(asAccount(ctx, account), account, [...new Set(told.map(({ venueId }) => venueId))])
  const found: Found = { checked: 0, wrong: [], wrongCount: 0, oldestAt: null }
  for (const merchant of merchants) {
    const slots = told.filter(({ venueId }) => venueId === merchant.id).flatMap((one) => slotsIn(ctx, one, merchant))
    if (!slots.length) continue
    const open = await areOpen(ctx, { account, merchant, slots })
    // A system that gives no answer in time says nothing about its book.
    if (merchant.venue?.remote && !open.includes(true)) continue
    found.checked += slots.length
    for (const [index, slot] of slots.entries()) {
      const { told: said, startSec, partySize } = slot
      if (slot.open > 0 === open[index]) continue
      const reason = await reasonOf(ctx, account.id, slot)
      // Both a moment ago and on its way is how it should be.
      if (reason.why === 'waiting' && (await isFresh(ctx, account.id, slot))) continue
      found.wrongCount += 1
      if (found.oldestAt === null || said.toldAt < found.oldestAt) found.oldestAt = said.toldAt
      if (found.wrong.length >= wrongKept || found.wrong.filter(({ venueId }) => venueId === merchant.id).length >= wrongOfVenue) continue
      const { date, minutes } = localOf(startSec * 1000, said.timeZone)
      const time = localDateTime(date, minutes).slice(11, 16)
      found.wrong.push({
        venueId: merchant.id,
        day: said.day,
        time,
        partySize,
        told: slot.open,
        open: open[index]!,
        toldAt: said.toldAt,
        ...reason,
      })
    }
  }
  return found
}

const isFresh = async (ctx: Ctx, accountId: string, { told }: Slot): Promise<boolean> => {
  const { rows } = await sql<{ at: string | null }>`
    select min(c.at) as at from google_changes c where c.account_id = ${accountId} and c.venue_id = ${told.venueId} and c.kind = 'availability' and not c.refused`.execute(
    ctx.db,
  )
  const at = rows[0]?.at ?? null
  return at !== null && ctx.clock().epochMilliseconds - Date.parse(at) < onItsWayMs
}

/** GO1: every hour a sample of what Google was last told of free tables, against the book as it stands. */
export const probeDrift = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from google_accounts where active order by id`.execute(ctx.db)
  for (const { id } of rows) {
    const account = await accountById(ctx.db, id)
    if (!account) continue
    const { checked, wrong, wrongCount, oldestAt } = await compare(ctx, account)
    if (!checked) continue
    const probe = newId()
    await sql`
      insert into google_drifts (id, account_id, at, checked, wrong, oldest_at, samples)
      values (${probe}, ${id}, ${ctx.clock().toString()}::timestamptz, ${checked}, ${wrongCount}, ${oldestAt}::timestamptz, ${JSON.stringify(wrong)}::jsonb)`.execute(
      ctx.db,
    )
    await alarmOfDrift(ctx, { id: probe, accountId: id, checked, wrong: wrongCount })
  }
}
