import { z } from 'zod/mini'

/** `day`: waits for a place on a day that is full; `door`: stands there tonight. */
export const WaitKind = z.enum(['day', 'door'])
export type WaitKind = z.infer<typeof WaitKind>

export const waitStatuses = ['waiting', 'offered', 'ready', 'booked', 'seated', 'declined', 'lapsed', 'left', 'no_answer', 'over'] as const
export const WaitStatus = z.enum(waitStatuses)
export type WaitStatus = z.infer<typeof WaitStatus>

/** What is still worked with. */
export const stillWaits: readonly WaitStatus[] = ['waiting', 'offered', 'ready']

/**
 * What people of the venue do: `offer` a free place at once, whoever waited longer; `book` it for the guest, who has said yes on the phone; tell that the
 * table is `ready`; `seat` the party; it has `left`, did not answer, or is put `back` on the list, also where it was seated a moment ago by a slip.
 */
export const waitMoveNames = ['offer', 'book', 'ready', 'seat', 'no-answer', 'leave', 'back'] as const
export const WaitMove = z.enum(waitMoveNames)
export type WaitMove = z.infer<typeof WaitMove>

type Ways = Partial<Record<WaitStatus, WaitStatus>>
/** Where each move leads from each status; a missing entry is an illegal move. The database holds all legal steps, those of guests and of time included. */
const moves: Readonly<Record<WaitKind, Partial<Record<WaitMove, Ways>>>> = {
  day: {
    offer: { waiting: 'offered' },
    book: { waiting: 'booked', offered: 'booked' },
    leave: { waiting: 'left', offered: 'left' },
    back: { declined: 'waiting', lapsed: 'waiting', left: 'waiting' },
  },
  door: {
    ready: { waiting: 'ready' },
    seat: { waiting: 'seated', ready: 'seated' },
    'no-answer': { ready: 'no_answer' },
    leave: { waiting: 'left', ready: 'left' },
    back: { ready: 'waiting', left: 'waiting', no_answer: 'waiting', seated: 'waiting' },
  },
}

export const waitAfter = (kind: WaitKind, move: WaitMove, from: WaitStatus): WaitStatus | undefined => moves[kind][move]?.[from]
/** Those that are legal from a status, in the order in which a host needs them. */
export const waitMovesFrom = (kind: WaitKind, from: WaitStatus): WaitMove[] =>
  waitMoveNames.filter((move) => waitAfter(kind, move, from) !== undefined)

/** So long a step may be taken back as if it had not been done: who was seated waits again, and who was taken off the list has his turn. */
export const slipMinutes = 15

/** For how long a place is offered: what a venue may choose. */
export const offerMinutesLeast = 5
export const offerMinutesMost = 60
