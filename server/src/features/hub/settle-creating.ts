import type { Fault, NewBooking } from '@tablewire/connectors/kit/connector'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import { areaOf } from './place-remote.ts'
import { adoptFound, giveToPeople, isPastCare, postpone, reject, whileOurs } from './outcome.ts'
import { findOwn } from './find-own.ts'
import { isOver, type RemoteRecord, writeRemote } from './remote-rows.ts'
import { nameOf, type Settling } from './settling.ts'

/** After a create ended without an answer it may still be under way at the system for this long; only then a search says surely that it is not there. */
export const graceMs = 8000
const staleMs = 8000

/** Makes the booking there. One that may be there already is looked for first, unless the system knows a repetition by its key. */
export const settleCreating = async (settling: Settling): Promise<RemoteRecord | undefined> => {
  const { row, speaker, fresh } = settling
  const unsure = row.sentAt !== null && !fresh
  return unsure && !speaker.knowsKeys ? lookFirst(settling) : create(settling)
}

const lookFirst = async (settling: Settling): Promise<RemoteRecord | undefined> => {
  const { ctx, row, venue } = settling
  const own = await findOwn(ctx, settling)
  if (!own.ok)
    return whileOurs(ctx, row, (ours) =>
      isPastCare(ours.ctx, ours.reservation)
        ? giveToPeople(ours, 'it could not be found out whether the system has this booking')
        : postpone(ours, own.fault),
    )
  const { value } = own
  if (value.kind === 'one') return whileOurs(ctx, row, (ours) => adoptFound(ours, { venue, booking: value.booking }))
  if (value.kind === 'several')
    return whileOurs(ctx, row, (ours) => giveToPeople(ours, `the system has several bookings like this one: ${value.ids.join(', ')}`))
  // Not there now, but perhaps in a moment.
  if (!isOver(ctx, row.sentAt, graceMs))
    return whileOurs(ctx, row, (ours) => postpone(ours, { message: 'sent, and not there yet', retryAfterMs: null }))
  return whileOurs(ctx, row, (ours) => {
    if (ours.row.state !== 'creating') return writeRemote(ours.ctx, ours.row, { sentAt: null })
    return isOver(ours.ctx, ours.row.promiseUntil)
      ? reject(ours, { refusal: 'unreachable', message: 'the reservation system did not take the booking in time', answered: false })
      : writeRemote(ours.ctx, ours.row, { sentAt: null })
  })
}

const bookingOf = ({ ctx, row, reservation, venue }: Settling, channel: NewBooking['channel']): NewBooking => ({
  venueId: venue.externalId ?? '',
  areaId: areaOf(venue, reservation.areaId).externalId,
  startsAt: reservation.startsAt,
  partySize: reservation.partySize,
  contact: {
    firstName: reservation.guestFirstName,
    lastName: reservation.guestLastName,
    email: reservation.guestEmail,
    phone: reservation.guestPhone,
    lang: reservation.guestLang,
    optIn: reservation.guestOptIn,
  },
  notes: reservation.notes,
  channel,
  key: row.key,
  paymentToken: row.paymentToken && ctx.ports.secrets.open(row.paymentToken),
})

const create = async (settling: Settling): Promise<RemoteRecord | undefined> => {
  const { ctx, speaker, venue, reservation, fresh } = settling
  // Before it is sent it is written that it may have been: a process that dies here leaves a booking that is looked for.
  // Held up for long: somebody else may be about to make it.
  if (fresh && isOver(ctx, settling.row.sentAt, staleMs))
    return whileOurs(ctx, settling.row, (ours) => writeRemote(ours.ctx, ours.row, { later: graceMs }))
  const row = fresh
    ? settling.row
    : await whileOurs(ctx, settling.row, (ours) =>
        writeRemote(
          ours.ctx,
          ours.row,
          ours.row.state === 'creating' ? { sentAt: ours.ctx.clock().toString(), attempts: ours.row.attempts + 1 } : {},
        ),
      )
  if (row?.state !== 'creating') return row
  const channel = await channelOf(settling)
  const answer = await speaker.create(bookingOf({ ...settling, row }, channel), {
    venueId: venue.id,
    reservationId: reservation.id,
    ...(reservation.channelId === null ? {} : { channelId: reservation.channelId }),
    attempt: Math.max(1, row.attempts),
    requestId: ctx.requestId,
  })
  const { asker } = settling
  const answered = asker?.waits === true
  let made: ReservationRecord | undefined
  const written = await whileOurs(ctx, row, (ours) =>
    answer.ok
      ? adoptFound(ours, { venue, booking: answer.value, answered, adopted: (after) => void (made = after) })
      : notMade(ours, answer.fault, answered),
  )
  if (asker && made && written) asker.made = { reservation: made, remote: written }
  return written
}

type Ours = Parameters<Parameters<typeof whileOurs>[2]>[0]
const notMade = async (ours: Ours, fault: Fault, answered: boolean): Promise<RemoteRecord> => {
  const { ctx, row, reservation } = ours
  // Sent, and nobody knows: the next look is a search.
  if (fault.done === 'unknown')
    return isPastCare(ctx, reservation)
      ? giveToPeople(ours, 'it could not be found out whether the system has this booking')
      : postpone(ours, fault, { sentAt: ctx.clock().toString() })
  if (row.state === 'canceling') return writeRemote(ctx, row, { sentAt: null })
  if (fault.kind === 'taken' || fault.kind === 'refused' || fault.kind === 'not_found')
    return reject(ours, { refusal: fault.kind === 'taken' ? 'taken' : 'refused', message: fault.message, answered })
  // The system is away, busy or does not know us: it surely has nothing.
  return isOver(ctx, row.promiseUntil)
    ? reject(ours, { refusal: 'unreachable', message: fault.message, answered })
    : postpone(ours, fault, { sentAt: null })
}

const channelOf = async ({ ctx, reservation }: Settling): Promise<NewBooking['channel']> => {
  const { channelId } = reservation
  if (channelId === null) return { id: 'staff', name: 'Tablewire' }
  return { id: channelId, name: await nameOf(ctx, 'channels', channelId) }
}
