import { createHash } from 'node:crypto'
import type { Fault } from '@tablewire/connectors/kit/connector'
import type { Source } from '@tablewire/contracts/booking/reservations'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { z } from 'zod/mini'
import { placedRemotely } from '#src/features/availability/api.ts'
import { secretLost } from '#src/features/rms-client/api.ts'
import { type Contact, type NewReservation, type ReservationRecord, writeNew } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { statement } from '#src/platform/db/statement.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

export type RemotePlace = {
  venue: VenueWithBook
  startsAt: string
  partySize: number
  /** The hub's id; the venue's default area where the guest chose none. */
  areaId: string
  durationSeconds: number | null
  channelCoversMax: number | null
}
type NewRemoteBooking = RemotePlace & {
  id: string
  source: z.infer<typeof Source>
  /** Null only for a hold. */
  contact: Contact | null
  status: ReservationRecord['status']
  notes?: string | null
  tags?: readonly string[]
  /** Seconds and kind, as the guest chose them. */
  duration?: number | null
  bookingType?: string | null
}

/** The area requested for a party: the one it chose, else the default one (by the system's name for it, where it has one). */
export const areaOf = ({ book }: VenueWithBook, areaId: string | null): { id: string; externalId: string | null } => {
  const area = book.areas.find((one) => (areaId === null ? one.byDefault : one.id === areaId)) ?? book.areas[0]!
  return { id: area.id, externalId: area.externalId ?? null }
}

/** Deterministic id for idempotency: derived from the caller and its key, so that a retry finds its own booking; `attempt` counts definite refusals. */
export const derivedId = ({ actor, unitOfWork }: Ctx, attempt: number): string => {
  if (unitOfWork.idempotencyKey === undefined) return newId()
  const hash = createHash('sha256')
    .update(JSON.stringify([actor.kind, actor.id, unitOfWork.idempotencyKey, attempt]))
    .digest()
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Writes a reservation whose place the venue's own system gives. */
export const insertRemoteReservation = async (
  ctx: Ctx,
  { notes = null, tags = [], duration = null, bookingType = null, ...writing }: NewRemoteBooking,
): Promise<NewReservation> => {
  const { venue, id, status, partySize, source, contact, channelCoversMax } = writing
  const place = {
    ...placedRemotely(venue, { ...writing, durationSeconds: duration ?? writing.durationSeconds }),
    channelCoversMax,
    remote: true,
  }
  return writeNew(ctx, { venue, id, status, partySize, source, contact, notes, tags, duration, bookingType, ...place })
}

/** Advisory lock per start: competing bookings are serialized, and each counts what the one before has taken. */
export const lockStart = async ({ db }: Ctx, venueId: string, startsAt: string): Promise<void> => {
  await statement`select pg_advisory_xact_lock(hashtextextended(${`${venueId} ${startsAt}`}, 4713))`.execute(db)
}

/** Maps a system's answer to the caller's error. */
export const problemOf = ({ kind, done, message }: Pick<Fault, 'kind' | 'done' | 'message'>): Problem => {
  if (kind === 'taken') return new Problem('slot.taken', { left: 0 })
  if (kind === 'refused' || (kind === 'not_found' && done === 'no')) return new Problem('remote.refused', { reason: message })
  if (message === secretLost) return new Problem('secret.unreadable')
  return new Problem(done === 'unknown' ? 'remote.unclear' : 'remote.unreachable')
}

export const langOr = (lang: string | null): Lang | null => (['en', 'es', 'fr', 'de', 'nl'].includes(lang ?? '') ? (lang as Lang) : null)
