import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import type { Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { randomKey } from '#src/api/random-key.ts'
import { patchBody, valuesOf } from '../reservation-form.ts'

/** A step back leads to where it came from; other statuses are reached by no step of people, and a request once answered stays answered. */
const backFrom: Record<Move, Partial<Record<Status, Move>>> = {
  seat: { confirmed: 'reopen' },
  complete: { seated: 'reopen' },
  'no-show': { confirmed: 'reopen' },
  cancel: { confirmed: 'reopen' },
  reopen: { seated: 'seat', completed: 'complete', no_show: 'no-show' },
  confirm: {},
  reject: {},
}

/** The move that takes another one back, from the status that was left by it; undefined where none leads back to the truth. */
export const inverseMove = (move: Move, from: Status): Move | undefined => backFrom[move][from]

/** Why a move cannot be taken back, as the end of a phrase's name. */
export const whyNotUndoable = (move: Move): 'confirm' | 'over' | 'reopen' =>
  move === 'confirm' ? 'confirm' : move === 'reopen' ? 'reopen' : 'over'

export type SavedBooking = {
  saved: Reservation
  /** As it was before the change; undefined where it was booked just now. */
  before: Reservation | undefined
  /** The guest heard of it, and so hears of its end. */
  guestNotified: boolean
  mayOverride: boolean
}

/** A change is taken back by the change that leads back; the place was theirs, so whoever may goes beyond the book for it. */
export const undoChange = ({ saved, before, guestNotified, mayOverride }: SavedBooking & { before: Reservation }): Promise<Reservation> => {
  const notify = guestNotified && before.guest.email !== null
  const override = mayOverride && (before.startsAt !== saved.startsAt || before.partySize !== saved.partySize)
  const body = patchBody(valuesOf(before), saved, { startsAt: before.startsAt, notify, override, walkInName: '' })
  const { tablesMoved: tables } = saved
  // With the tables it had, which whoever came since keeps.
  const back = tables && { tableIds: tables.before.tableIds, locked: tables.before.locked, back: true, version: tables.now.version }
  return api(reservations.update, { params: { id: saved.id }, body: back ? { ...body, tables: back } : body })
}

/**
 * A booking is taken back as if it had never been. Where that cannot be, as its guest heard of it, or it is with the venue's own system, or some time has passed, it is
 * canceled; a party that was seated with it gets up first.
 */
export const undoBooking = async (made: SavedBooking, reason: string): Promise<Reservation> => {
  const { saved, guestNotified } = made
  if (guestNotified || saved.remote !== null) return cancelBooking(made, reason)
  const asked = { params: { id: saved.id }, body: { version: saved.version } }
  try {
    return await api(reservations.retract, asked, { idempotencyKey: randomKey() })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'reservation.move_illegal') throw error
    return cancelBooking(made, reason)
  }
}

const cancelBooking = async ({ saved, guestNotified }: SavedBooking, reason: string): Promise<Reservation> => {
  const params = { id: saved.id }
  let { version } = saved
  if (saved.status === 'seated')
    ({ version } = await api(reservations.reopen, { params, body: { version } }, { idempotencyKey: randomKey() }))
  return api(reservations.cancel, { params, body: { reason, notify: guestNotified, version } }, { idempotencyKey: randomKey() })
}
