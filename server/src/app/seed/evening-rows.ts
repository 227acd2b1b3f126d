import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { localDateTime } from '#src/features/availability/api.ts'
import { newReference } from '#src/platform/id.ts'
import type { ChannelKey } from './demo-channels.ts'
import type { CompanyKey } from './demo-venues.ts'
import type { Step } from './booking-course.ts'
import { idMadeAt } from './past-id.ts'
import type { Booking } from './seating.ts'

export type Person = { id: string; name: string }
/** Who acts in the demo's histories. */
export type SeedActors = { channels: ReadonlyMap<ChannelKey, Person>; hosts: ReadonlyMap<CompanyKey, Person>; office: Person }
/** Ids of guests by `guestKey`; grows while rows are made. */
export type GuestIds = Map<string, string>
export type Rows = { guests: object[]; reservations: object[]; events: object[] }

export const guestKey = (venueId: string, known: string): string => `${venueId} ${known}`
const instant = (ms: number): string => new Date(ms).toISOString()
const walkInName = 'Walk-in'
const yearMs = 365 * 86_400_000

const actorOf = ({ side }: Step, { open, request }: Booking, cast: SeedActors) => {
  if (side === 'hub') return { actorKind: 'system', actorId: null, actorName: 'reservations.expire' }
  const channel = request.channel && cast.channels.get(request.channel)
  if (side !== 'venue' && channel) return { actorKind: 'channel', actorId: channel.id, actorName: channel.name }
  const host = cast.hosts.get(open.demo.company) ?? cast.office
  return { actorKind: 'user', actorId: host.id, actorName: host.name }
}

type Snapshot = Record<string, unknown>

/** What somebody changed, as it was and as it is. */
const changeOf = ({ request, startMs }: Booking): { before: Snapshot; after: Snapshot } =>
  request.fate.changed === 'time'
    ? { before: { startsAt: instant(startMs - 1_800_000) }, after: { startsAt: instant(startMs) } }
    : { before: { partySize: request.partySize + 1 }, after: { partySize: request.partySize } }

/** How the booking looked when it was made. */
const madeAs = (booking: Booking, { kind, to }: Step): Snapshot => {
  const { request, startMs, endMs, areaId, steps } = booking
  const place = { startsAt: instant(startMs), endsAt: instant(endMs), partySize: request.partySize, areaId }
  const first = steps.some((step) => step.kind === 'changed') ? changeOf(booking).before : {}
  if (kind === 'held') return { status: to, ...place, ...first, type: 'book' }
  const { firstName = '', lastName = walkInName } = request.guest ?? {}
  const remarks = { ...(request.notes && { notes: request.notes }), ...(request.tags.length && { tags: request.tags }) }
  return { status: to, ...place, ...first, firstName, lastName, ...remarks }
}

const toldBy = (booking: Booking, step: Step, from: Status | null): { before: Snapshot | null; after: Snapshot } => {
  if (step.kind === 'changed') return changeOf(booking)
  if (step.kind === 'held' || step.kind === 'booked') return { before: from && { status: from }, after: madeAs(booking, step) }
  if (step.to !== 'completed' || booking.leftMs === booking.endMs) return { before: { status: from }, after: { status: step.to } }
  return { before: { status: from, endsAt: instant(booking.endMs) }, after: { status: step.to, endsAt: instant(booking.leftMs) } }
}

const eventsOf = (booking: Booking, cast: SeedActors): object[] =>
  booking.steps.map((step, index) => {
    const fromStatus = booking.steps[index - 1]?.to ?? null
    const { kind, move, to, side, reason, atMs } = step
    const about = {
      venueId: booking.open.id,
      reservationId: booking.id,
      id: idMadeAt(atMs),
      kind,
      move,
      fromStatus,
      toStatus: to,
      side,
      reason,
      at: atMs,
    }
    return { ...about, ...actorOf(step, booking, cast), ...toldBy(booking, step, fromStatus) }
  })

const endOf = ({ steps, request, open }: Booking) => {
  const last = steps.at(-1)!
  const canceled = last.move === 'cancel'
  return {
    version: steps.length,
    updatedAt: last.atMs,
    cancelActor: canceled || last.move === 'reject' ? last.side : null,
    cancelReason: last.reason,
    canceledAt: canceled ? last.atMs : null,
    holdExpiresAt: last.to === 'held' ? request.createdMs + open.book.holdingTimeSeconds * 1000 : null,
  }
}

const guestOf = ({ open, request, steps }: Booking, ids: GuestIds, rows: Rows) => {
  const guest = steps.some(({ kind }) => kind === 'booked') ? request.guest : null
  if (!guest) {
    const guestLastName = request.source === 'walk_in' ? walkInName : ''
    return { guestId: null, guestFirstName: '', guestLastName, guestEmail: null, guestPhone: null, guestLang: null, guestOptIn: false }
  }
  const { known, firstName, lastName, email, phone, lang, optIn } = guest
  const key = guestKey(open.id, known)
  let id = ids.get(key)
  if (id === undefined) {
    const createdAt = guest.tags.length ? request.createdMs - yearMs : request.createdMs
    ids.set(key, (id = idMadeAt(createdAt)))
    rows.guests.push({
      venueId: open.id,
      id,
      firstName,
      lastName,
      email,
      phone,
      lang,
      tags: guest.tags,
      notes: guest.notes,
      optInConsent: optIn,
      createdAt,
    })
  }
  return {
    guestId: id,
    guestFirstName: firstName,
    guestLastName: lastName,
    guestEmail: email,
    guestPhone: phone,
    guestLang: lang,
    guestOptIn: optIn,
  }
}

/** Adds the booking, its guest and its history to `rows`. */
export const addRows = (rows: Rows, booking: Booking, { cast, guestIds }: { cast: SeedActors; guestIds: GuestIds }): void => {
  const { open, request, id, date, startMs } = booking
  const channelId = request.channel && cast.channels.get(request.channel)!.id
  const reference = newReference()
  const held = booking.status === 'held' || booking.status === 'expired'
  rows.reservations.push({
    venueId: open.id,
    id,
    reference,
    status: booking.status,
    partySize: request.partySize,
    startsAt: startMs,
    endsAt: booking.leftMs,
    startsLocal: localDateTime(date, booking.minutes),
    serviceOn: date,
    areaId: booking.areaId,
    pacingAt: booking.pacingMs,
    pacingUntil: booking.pacingUntilMs,
    coversMax: booking.coversMax,
    partiesMax: booking.partiesMax,
    bookVersion: open.book.version,
    source: request.source,
    channelId,
    systemId: open.systemId,
    channelReference: request.source === 'channel' && !held ? `${request.channel}-${reference.toLowerCase()}` : null,
    ...guestOf(booking, guestIds, rows),
    notes: held ? null : request.notes,
    tags: held ? [] : request.tags,
    ...endOf(booking),
    createdAt: request.createdMs,
  })
  rows.events.push(...eventsOf(booking, cast))
}
