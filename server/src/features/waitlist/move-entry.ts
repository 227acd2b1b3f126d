import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { slipMinutes, type WaitMove, waitAfter, type WaitStatus } from '@tablewire/contracts/booking/waitlist.rules'
import { refuseStale } from '#src/features/access/api.ts'
import { areaWithTable } from '#src/features/availability/api.ts'
import {
  keepHeld,
  lockReservation,
  moveReservation,
  notifyGuest,
  releaseHold,
  requireReservation,
  takeBackSeat,
} from '#src/features/reservations/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { wakeWaitlist } from './follow-list.ts'
import { readEntry } from './list-day.ts'
import { offerPlace, placeEntry, startFor } from './offer-place.ts'
import { settingsOf } from './settings.ts'
import { changeEntry, requireEntry, type WaitEntry } from './waitlist-rows.ts'

type Change = Parameters<typeof changeEntry>[2]
/** What a move does beside the new status. */
type Doing = (ctx: Ctx, entry: WaitEntry, at: { venue: VenueWithBook; override: boolean }) => Promise<Change | undefined>

/** Gives back what was kept for it; what has run out by itself is free already. */
export const giveBack = async (ctx: Ctx, { holdId }: WaitEntry): Promise<void> => {
  if (holdId === null) return
  const hold = await lockReservation(ctx, holdId)
  if (hold?.status === 'held') await releaseHold(ctx, holdId)
}

const requireStart = async (ctx: Ctx, venue: VenueWithBook, { entry, minutes }: { entry: WaitEntry; minutes: number }) => {
  const start = await startFor(ctx, venue, { entry, earliestMs: ctx.clock().add({ minutes }).epochMilliseconds })
  if (!start) throw new Problem('waitlist.nothing_free')
  return start
}

const offer: Doing = async (ctx, entry, { venue }) => {
  const { offerMinutes } = await settingsOf(ctx, venue.id)
  const start = await requireStart(ctx, venue, { entry, minutes: offerMinutes })
  await offerPlace(ctx, venue, { entry, start, minutes: offerMinutes })
  return undefined
}

/** The place that is offered, else the first one that fits. */
const bookedFor = async (ctx: Ctx, entry: WaitEntry, venue: VenueWithBook): Promise<string> => {
  if (entry.status === 'offered') {
    const kept = await keepHeld(ctx, entry.holdId!)
    await notifyGuest(ctx, kept, 'booked')
    return kept.id
  }
  const start = await requireStart(ctx, venue, { entry, minutes: 0 })
  const made = await placeEntry(ctx, venue, { entry, start })
  await notifyGuest(ctx, made, 'booked')
  return made.id
}
const book: Doing = async (ctx, entry, { venue }) => ({
  reservationId: await bookedFor(ctx, entry, venue),
  offerUntil: null,
  endedAt: ctx.clock().toString(),
})

type AtDoor = Parameters<Doing>[2]
/** At the door, now, by the rules of whoever comes in without having waited; where he left it to the house, in the area that has a table for him. */
const placeAtDoor = async (ctx: Ctx, entry: WaitEntry, { venue, ...more }: AtDoor & { keepSeconds?: number }) => {
  const areaId = entry.areaId ?? (await areaWithTable(ctx, venue, entry.partySize))
  const start = { startsAt: ctx.clock().toString(), areaId }
  return placeEntry(ctx, venue, { entry, start, source: 'walk_in', ...more })
}

const ready: Doing = async (ctx, entry, at) => {
  const { offerMinutes } = await settingsOf(ctx, at.venue.id)
  const hold = await placeAtDoor(ctx, entry, { ...at, keepSeconds: offerMinutes * 60 })
  await notifyGuest(ctx, hold, 'table_ready')
  return { holdId: hold.id, readyAt: ctx.clock().toString() }
}

const seatedAs = async (ctx: Ctx, entry: WaitEntry, at: AtDoor): Promise<string> => {
  const kept = entry.holdId === null ? undefined : await lockReservation(ctx, entry.holdId)
  const now = ctx.clock().epochMilliseconds
  if (kept?.status === 'held' && Date.parse(kept.holdExpiresAt!) > now) return (await keepHeld(ctx, kept.id)).id
  return (await placeAtDoor(ctx, entry, at)).id
}
const seat: Doing = async (ctx, entry, at) => {
  const reservationId = await seatedAs(ctx, entry, at)
  await moveReservation(ctx, await requireReservation(ctx, reservationId), { move: 'seat' })
  const now = ctx.clock().toString()
  return { reservationId, readyAt: entry.readyAt ?? now, endedAt: now }
}

const isSlip = (ctx: Ctx, { endedAt }: WaitEntry): boolean =>
  endedAt !== null && instantMs(endedAt) > ctx.clock().epochMilliseconds - slipMinutes * 60_000

/** Until when the place is kept that he was told of; null = no longer, or none was. */
const stillKept = async (ctx: Ctx, { venueId, readyAt }: WaitEntry): Promise<string | null> => {
  if (readyAt === null) return null
  const { offerMinutes } = await settingsOf(ctx, venueId)
  const untilMs = instantMs(readyAt) + offerMinutes * 60_000
  return untilMs > ctx.clock().epochMilliseconds ? instantText(untilMs) : null
}

/** Who was seated by a slip waits as before; once more was done with him at his table he has come. */
const unseat = async (ctx: Ctx, entry: WaitEntry): Promise<Change> => {
  const row = await requireReservation(ctx, entry.reservationId!)
  if (!isSlip(ctx, entry) || row.status !== 'seated' || row.partySize !== entry.partySize)
    throw new Problem('waitlist.move_illegal', { status: `waitStatus.${entry.status}` })
  await takeBackSeat(ctx, row, entry.holdId === row.id ? await stillKept(ctx, entry) : null)
  const waited = { reservationId: null, endedAt: null, notes: row.notes }
  return entry.holdId === null ? { ...waited, status: 'waiting', readyAt: null } : { ...waited, status: 'ready' }
}

const end: Doing = async (ctx, entry) => {
  await giveBack(ctx, entry)
  return { offerUntil: null, endedAt: ctx.clock().toString() }
}

/**
 * Who comes back to the list of a day stands at its end; at the door he keeps his place, and so does whom the house took off by a slip.
 */
const backOnList: Doing = async (ctx, entry) => {
  if (entry.status === 'seated') return unseat(ctx, entry)
  await giveBack(ctx, entry)
  const cleared = { holdId: null, offerStartsAt: null, offerUntil: null, readyAt: null, endedAt: null }
  const keepsTurn = entry.kind === 'door' || (entry.status === 'left' && ctx.actor.kind === 'user' && isSlip(ctx, entry))
  return keepsTurn ? cleared : { ...cleared, waitingSince: ctx.clock().toString() }
}

const doings: Readonly<Record<WaitMove, Doing>> = { offer, book, ready, seat, 'no-answer': end, leave: end, back: backOnList }

type Taken = { move: WaitMove; to: WaitStatus; override?: boolean }
/** A legal step, by whomever; refused from every other status. */
export const takeStep = async (ctx: Ctx, entry: WaitEntry, { move, to, override = false }: Taken): Promise<void> => {
  const venue = await venueWithBook(ctx, entry.venueId)
  if (venue.archived) throw new Problem('venue.archived')
  if (await isRemote(ctx, venue)) throw new Problem('waitlist.not_here')
  const change = await doings[move](ctx, entry, { venue, override })
  if (change) await changeEntry(ctx, entry, { status: to, ...change })
}

type Asked = { id: string; move: WaitMove; version: number | undefined; override?: boolean | undefined }
/** What somebody of the house does with a party that waits. */
export const moveEntry = async (ctx: Ctx, { id, move, version, override = false }: Asked): Promise<WaitlistEntry> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    await refuseStale(inner, {
      code: 'waitlist.changed_meanwhile',
      seen: version,
      now: entry.version,
      subjectId: id,
      actions: ['waitlist.moved'],
    })
    const to = waitAfter(entry.kind, move, entry.status)
    if (!to) throw new Problem('waitlist.move_illegal', { status: `waitStatus.${entry.status}` })
    await takeStep(inner, entry, { move, to, override })
    wakeWaitlist(inner)
    return readEntry(inner, entry)
  })
