import type { Maker } from '#src/api/tablet.ts'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'

/** What can be done while the server is away, by the call that does it. */
export const actNames = [
  'reservations.seat',
  'reservations.complete',
  'reservations.noShow',
  'reservations.reopen',
  'reservations.create',
  'reservations.update',
  'reservations.late',
  'tables.assign',
  'shiftNotes.save',
  'waitlist.add',
  'waitlist.move',
] as const
export type ActName = (typeof actNames)[number]

/** Why the server did not do it; `code` as it said. */
export type Refusal = { status: number; code: string; message: string; at: number }

/** Something a host has done, until the server has done it as well. */
export type Act = {
  /** Under which it is sent, however often. */
  readonly key: string
  readonly at: number
  readonly person: string
  /** Who did it, as people call him. */
  readonly by: string
  /** On a shared tablet: in whose name it is sent, and in no other. */
  readonly maker?: Maker
  readonly call: ActName
  /** What has to be done before it: a party that is over is opened again. */
  readonly first?: 'reservations.reopen'
  readonly params: { readonly id?: string }
  /** The server makes something by it, which has an id of ours until then. */
  readonly makes?: boolean
  readonly body: Readonly<Record<string, unknown>>
  /** What it is about: later acts about the same wait behind it. Of what it makes, an id of ours until the server has given one. */
  readonly subject: string
  /** That, as people call it. */
  readonly name: string
  readonly venueId: string
  readonly date: string
  /** To which table, or what else its name does not say. */
  readonly words?: string
  /** The party as it was before, or as it will stand there. */
  readonly row?: ReservationRow
  /** Somebody who cannot be asked: the server does not answer. Others are on their way. */
  readonly waits: boolean
  /** Builds on the act before it, whatever version that leaves. */
  readonly follows?: boolean
  /** Done by the same touch as the act before it about the same, and no step of its own. */
  readonly beside?: boolean
  /** Takes back another one. */
  readonly undoing?: boolean
  readonly refused?: Refusal
  /** When somebody decided that it is done all the same; it counts from when it was noted nevertheless. */
  readonly againAt?: number
}
