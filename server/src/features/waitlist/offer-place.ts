import { Temporal } from 'temporal-polyfill'
import { daysOf } from '#src/features/availability/api.ts'
import { type Contact, notifyGuest, type PendingReservation, placeReservation } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { changeEntry, type WaitEntry } from './waitlist-rows.ts'

export const contactOf = ({ firstName, lastName, email, phone, lang }: WaitEntry): Contact => ({
  firstName,
  lastName,
  email,
  phone,
  lang,
  optIn: false,
  address: null,
})

/** Of one look at a day: what was asked once is not asked for each who waits. */
export type Starts = Map<string, Promise<{ startsAt: string; ms: number; areaId: string | null }[]>>

type Asked = Pick<WaitEntry, 'serviceOn' | 'partySize' | 'areaId'>
const startsIn = async (ctx: Ctx, venue: VenueWithBook, { serviceOn, partySize, areaId }: Asked) => {
  const [day] = await daysOf(ctx, { venue, from: serviceOn, to: serviceOn, partySize, areaId, asker: 'staff', explain: false })
  return (day?.slots ?? []).filter(({ open }) => open).map(({ startsAt }) => ({ startsAt, ms: instantMs(startsAt), areaId }))
}

/** Guests who put themselves on the list are given what the house sells online. */
const areasFor = ({ book }: VenueWithBook, { areaId, origin }: WaitEntry): readonly (string | null)[] => {
  if (areaId !== null) return book.areas.some(({ id }) => id === areaId) ? [areaId] : []
  if (origin !== 'widget') return [null]
  return book.areas
    .filter(({ online }) => online)
    .toSorted((a, b) => Number(b.byDefault) - Number(a.byDefault))
    .map(({ id }) => id)
}

type Wanted = { entry: WaitEntry; earliestMs: number; starts?: Starts }
/** The first free start in the times that suit; the database has the last word when it is taken. */
export const startFor = async (ctx: Ctx, venue: VenueWithBook, { entry, earliestMs, starts = new Map() }: Wanted) => {
  const { partySize, fromAt, untilAt } = entry
  const [fromMs, untilMs] = [Math.max(instantMs(fromAt), earliestMs), instantMs(untilAt)]
  const fitting = await Promise.all(
    areasFor(venue, entry).map(async (areaId) => {
      const key = `${partySize} ${areaId}`
      const found = starts.get(key) ?? startsIn(ctx, venue, { ...entry, areaId })
      starts.set(key, found)
      return (await found).find(({ ms }) => ms >= fromMs && ms <= untilMs)
    }),
  )
  return fitting.filter((one) => one !== undefined).toSorted((a, b) => a.ms - b.ms)[0]
}

/** Whoever says yes in the last second has still time to be heard. */
const graceSeconds = 30

type Placing = { entry: WaitEntry; start: { startsAt: string; areaId: string | null } }
export const placeEntry = (
  ctx: Ctx,
  venue: VenueWithBook,
  { entry, start, ...more }: Placing & { keepSeconds?: number; source?: 'walk_in'; override?: boolean },
) =>
  placeReservation(ctx, {
    venue,
    ...start,
    partySize: entry.partySize,
    source: 'waitlist',
    contact: contactOf(entry),
    notes: entry.notes,
    ...more,
  })

/** Keeps a place for who waits, and tells him; all in the caller's transaction. */
export const offerPlace = async (
  ctx: Ctx,
  venue: VenueWithBook,
  { entry, start, minutes }: Placing & { minutes: number },
): Promise<PendingReservation> => {
  const hold = await placeEntry(ctx, venue, { entry, start, keepSeconds: minutes * 60 + graceSeconds })
  await changeEntry(ctx, entry, {
    status: 'offered',
    holdId: hold.id,
    offerStartsAt: start.startsAt,
    offerUntil: ctx.clock().add(Temporal.Duration.from({ minutes })).toString(),
  })
  await notifyGuest(ctx, hold, 'waitlist_offer')
  return hold
}
