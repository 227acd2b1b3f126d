import type { DayAvailability, Slot } from '@tablewire/contracts/booking/availability'
import type { BcAvailability } from '@tablewire/contracts/channels/channel-api-objects'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { daysOf, shiftsOn } from '#src/features/availability/api.ts'
import { isRemote } from '#src/features/rms-client/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { lookingFrom } from '#src/platform/memory/looking-from.ts'
import { Problem } from '#src/platform/problem.ts'
import { instantOf, slotView, timeOf, unixOf } from './bc-view.ts'
import { shownArea, shownVenue } from './sellable-venue.ts'

export type SlotQuestion = { venueId: string; date: number; partySize: number; areaId?: string | undefined }

const maxSlots = 9
/** How far from the asked moment a slot is still "around" it. */
const aroundSeconds = 2 * 3600
const searchDays = 14

const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()
const localDateOf = (unix: number, { timeZone }: VenueWithBook): string =>
  Temporal.Instant.from(instantOf(unix)).toZonedDateTimeISO(timeZone).toPlainDate().toString()
const startOf = (slot: Slot): number => unixOf(slot.startsAt)

type Span = { venue: VenueWithBook; partySize: number; areaId: string | null; from: string; to: string }
const channelDays = async (ctx: Ctx, span: Span): Promise<DayAvailability[]> => {
  const days = await daysOf(ctx, { ...span, asker: 'channel', explain: false })
  // Unknown availability is not the same as none.
  if (days.length && days.every(({ told }) => told?.known === false)) throw new Problem('remote.unreachable')
  return days
}

/** The service day a moment belongs to: after midnight still the evening before, while its starts last. */
export const serviceDayAt = (unix: number, { before, own }: { before: DayAvailability; own: DayAvailability }): DayAvailability => {
  const last = before.slots.at(-1)
  const first = own.slots[0]
  return last && startOf(last) >= unix && (!first || startOf(first) > unix) ? before : own
}

/** Whether that evening still has a start at the moment or after it; most moments are of their own day alone, and the other is not asked about. */
const mayBeOf = (evening: string, unix: number, { book, timeZone }: VenueWithBook): boolean =>
  shiftsOn(book, evening, timeZone).some(({ starts }) => starts.some(({ ms }) => ms >= unix * 1000))

/** At most nine, the nearest to the moment, in the order of time. */
const nearest = (slots: readonly Slot[], unix: number): Slot[] =>
  slots
    .toSorted((a, b) => Math.abs(startOf(a) - unix) - Math.abs(startOf(b) - unix))
    .slice(0, maxSlots)
    .toSorted((a, b) => startOf(a) - startOf(b))

const dayView = (slots: readonly Slot[]): BcAvailability['nextAvailability'] =>
  slots[0] ? { date: startOf(slots[0]), slots: slots.map(slotView) } : null

/** The message for party sizes the venue does not book. */
const largePartyText = ({ book }: VenueWithBook, lang: Lang): string | null =>
  book.texts?.largeParty?.[lang] || book.texts?.largeParty?.en || null

/** The choices of the venue's own system; lengths of stay count from the requested moment. */
const choiceAt = ({ timeZone }: VenueWithBook, { offered }: DayAvailability, unix: number) => ({
  requiresDuration: offered?.requiresDuration ?? false,
  durations: (offered?.durations ?? []).map(({ value, label }) => {
    const end = Temporal.Instant.from(instantOf(unix + value)).toZonedDateTimeISO(timeZone)
    return { value, label, endTime: end.toPlainTime().toString({ smallestUnit: 'minute' }) }
  }),
  bookingTypes: offered?.bookingTypes ?? [],
})

/** Slots around a moment; when there are none, the next ones within two weeks and the ones before on the same day. */
export const findSlots = async (caller: Ctx, question: SlotQuestion): Promise<BcAvailability> => {
  const ctx = await lookingFrom(caller)
  const { date, partySize } = question
  const venue = await shownVenue(ctx, question.venueId)
  const areaId = shownArea(ctx, venue, question.areaId)
  if (areaId === null && venue.book.bookableAreas) throw new Problem('area.required')
  const today = localDateOf(date, venue)
  const before = addDays(today, -1)
  const isAlone = !venue.remote && !mayBeOf(before, date, venue)
  const days = await channelDays(ctx, { venue, partySize, areaId, from: isAlone ? today : before, to: today })
  const day = isAlone ? days[0]! : serviceDayAt(date, { before: days[0]!, own: days[1]! })
  const open = day.slots.filter((slot) => slot.open)
  const around = nearest(
    open.filter((slot) => Math.abs(startOf(slot) - date) <= aroundSeconds),
    date,
  )
  const answer = {
    venueId: venue.id,
    date,
    partySize,
    areaId,
    slots: around.map(slotView),
    ...choiceAt(venue, day, date),
    openingTimes: [...new Set(day.slots.map(timeOf))].map((time) => ({ time })),
    largePartyText: partySize > venue.book.party.max ? largePartyText(venue, ctx.lang) : null,
  }
  if (around.length) return { ...answer, nextAvailability: null, previousAvailability: null }
  const later = open.filter((slot) => startOf(slot) > date).slice(0, maxSlots)
  const earlier = open.filter((slot) => startOf(slot) < date).slice(-maxSlots)
  const next = later.length
    ? later
    : await firstOpen(ctx, { venue, partySize, areaId, from: addDays(day.date, 1), to: addDays(day.date, searchDays) })
  return { ...answer, nextAvailability: dayView(next), previousAvailability: dayView(earlier) }
}

const firstOpen = async (ctx: Ctx, span: Span): Promise<Slot[]> => {
  const days = await channelDays(ctx, span)
  return (
    days
      .map(({ slots }) => slots.filter((slot) => slot.open))
      .find((slots) => slots.length)
      ?.slice(0, maxSlots) ?? []
  )
}

const openAt = async (ctx: Ctx, span: Span, date: number): Promise<Slot | undefined> =>
  (await channelDays(ctx, span)).flatMap(({ slots }) => slots).find((one) => one.open && startOf(one) === date)

const freeHere = async (ctx: Ctx, span: Omit<Span, 'areaId'>, date: number): Promise<Set<string>> => {
  const slot = await openAt(ctx, { ...span, areaId: null }, date)
  return new Set(slot?.areas.filter((area) => area.coversLeft >= span.partySize).map((area) => area.areaId))
}

/** A venue's own system reports its availability area by area. */
const freeAtSystem = async (ctx: Ctx, span: Omit<Span, 'areaId'>, date: number): Promise<Set<string>> => {
  const areas = span.venue.book.areas.filter(({ online }) => online)
  const slots = await Promise.all(areas.map(({ id }) => openAt(ctx, { ...span, areaId: id }, date)))
  return new Set(areas.filter((_, index) => slots[index]).map(({ id }) => id))
}

/** Areas in which that party could start at exactly that moment. */
export const findAreas = async (caller: Ctx, { venueId, date, partySize }: SlotQuestion) => {
  const ctx = await lookingFrom(caller)
  const venue = await shownVenue(ctx, venueId)
  const today = localDateOf(date, venue)
  const span = { venue, partySize, from: addDays(today, -1), to: today }
  const free = (await isRemote(ctx, venue)) ? await freeAtSystem(ctx, span, date) : await freeHere(ctx, span, date)
  const data = venue.book.areas
    .filter((area) => free.has(area.id))
    .map((area) => ({
      id: area.id,
      name: area.names?.[ctx.lang] || area.name,
      description: area.descriptions?.[ctx.lang] || area.description,
    }))
  return { total: data.length, data }
}

/** Each day of a month, and whether anything can be booked on it. */
export const findDays = async (
  caller: Ctx,
  { venueId, month, partySize, areaId }: { venueId: string; month: string; partySize: number; areaId?: string | undefined },
) => {
  const ctx = await lookingFrom(caller)
  const venue = await shownVenue(ctx, venueId)
  const area = shownArea(ctx, venue, areaId)
  const first = `${month}-01`
  const last = addDays(Temporal.PlainDate.from(first).add({ months: 1 }).toString(), -1)
  const today = localDateOf(Math.floor(ctx.clock().epochMilliseconds / 1000), venue)
  // Yesterday's service may still run; nothing beyond the horizon is offered.
  const from = addDays(today, -1)
  const to = addDays(today, venue.book.horizonDays)
  const span = { from: first > from ? first : from, to: last < to ? last : to }
  const days = span.from <= span.to ? await channelDays(ctx, { venue, partySize, areaId: area, ...span }) : []
  const open = new Set(days.filter(({ slots }) => slots.some((slot) => slot.open)).map(({ date }) => date))
  const length = Temporal.PlainDate.from(first).daysInMonth
  const dates = Array.from({ length }, (_, index) => addDays(first, index))
  return { venueId: venue.id, month, partySize, days: dates.map((date) => ({ date, available: open.has(date) })) }
}
