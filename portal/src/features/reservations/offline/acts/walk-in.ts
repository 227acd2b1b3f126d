import type { Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { keyOf, queryClient } from '#src/api/query.ts'
import { serverNow } from '#src/api/server-clock.ts'
import { sessionStore } from '#src/api/session.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { eveningOf } from '#src/kit/zone-clock.ts'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { keptRows } from '../copy/kept.ts'
import { playSoon, provisionalId, storeAct } from './keep-act.ts'

type Body = Sent<typeof reservations.create>['body']
const usualMs = 2 * 3_600_000

/** As long as others of its size stay that evening. */
const stayMs = ({ venueId, partySize }: Body, date: string): number => {
  const alike = (keptRows({ venueId: [venueId], date })?.rows ?? []).filter((row) => row.partySize === partySize)
  const stays = alike.map(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt)).toSorted((a, b) => a - b)
  return stays[Math.floor(stays.length / 2)] ?? usualMs
}

const reachedBy = ({ email = null, phone = null, lang = null }: Omit<Body['guest'], 'firstName' | 'lastName'>) => ({ email, phone, lang })

/** A party that came in by the door while the server is away: it sits there at once, and what is done with it later follows it. */
export const keepWalkIn = (body: Body, { key, seated }: { key: string; seated: boolean }): Reservation => {
  const id = provisionalId()
  const known = queryClient.getQueryData<Venue>(keyOf(venues.get, { params: { id: body.venueId } }))
  const venue = sessionStore.get().venues.find((one) => one.id === body.venueId) ?? known
  const timezone = venue?.timezone ?? 'UTC'
  const starts = Date.parse(body.startsAt)
  const date = eveningOf(timezone, starts, nightMinutes)
  const now = new Date().toISOString()
  const { firstName, lastName, ...contact } = body.guest
  const row: Reservation = {
    id,
    reference: '',
    venueId: body.venueId,
    venueName: venue?.name ?? '',
    test: venue?.test ?? false,
    status: 'confirmed',
    partySize: body.partySize,
    startsAt: body.startsAt,
    endsAt: new Date(Math.min(starts + stayMs(body, date), body.until ? Date.parse(body.until) : Infinity)).toISOString(),
    startsLocal: wallClock(timezone, starts),
    serviceOn: date,
    areaId: body.areaId ?? null,
    areaName: null,
    source: 'walk_in',
    channelId: null,
    channelName: null,
    guest: { id: null, ...reachedBy(contact), firstName, lastName },
    notes: body.notes ?? null,
    tags: body.tags ?? [],
    override: body.override ?? false,
    holdExpiresAt: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
    timezone,
    canceledAt: null,
    cancelActor: null,
    cancelReason: null,
    channelReference: null,
    duration: null,
    bookingType: null,
    guestHistory: { visits: 0, noShows: 0, cancellations: 0, lastVisitOn: null },
    moves: movesFrom('confirmed'),
    remote: null,
  }
  const about = { subject: id, name: `${firstName} ${lastName}`.trim(), venueId: body.venueId, date, row }
  storeAct({ ...about, key, call: 'reservations.create', makes: true, params: {}, body }, true)
  if (seated) storeAct({ ...about, call: 'reservations.seat', params: { id }, body: { notedAt: serverNow() }, beside: true }, true)
  playSoon()
  return seated ? { ...row, status: 'seated', moves: movesFrom('seated') } : row
}
