import type { Side, Source } from '@tablewire/contracts/reservations'
import type { Status } from '@tablewire/contracts/reservations.rules'
import type { Lang } from '@tablewire/contracts/wire'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { z } from 'zod/mini'
import type { InstantColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

type Guests = {
  venueId: string
  id: string
  firstName: string
  lastName: string
  email: string | null
  /** E.164. */
  phone: string | null
  lang: Lang | null
  tags: Generated<string[]>
  notes: string | null
  optInConsent: Generated<boolean>
  createdAt: ColumnType<string, string | undefined, string>
}
type Reservations = {
  venueId: string
  id: string
  reference: string
  status: Status
  partySize: number
  startsAt: InstantColumn
  endsAt: InstantColumn
  /** Venue-local `YYYY-MM-DDTHH:mm`. */
  startsLocal: string
  serviceOn: string
  areaId: string
  pacingAt: InstantColumn
  pacingUntil: InstantColumn
  coversMax: number | null
  partiesMax: number | null
  bookVersion: number
  override: Generated<boolean>
  holdExpiresAt: NullableInstant
  source: z.infer<typeof Source>
  channelId: string | null
  systemId: string | null
  channelReference: string | null
  guestId: string | null
  guestFirstName: Generated<string>
  guestLastName: Generated<string>
  guestEmail: string | null
  guestPhone: string | null
  guestLang: Lang | null
  guestOptIn: Generated<boolean>
  search: GeneratedAlways<string>
  notes: string | null
  tags: Generated<string[]>
  cancelActor: string | null
  cancelReason: string | null
  canceledAt: NullableInstant
  importBatchId: string | null
  version: Generated<number>
  createdAt: ColumnType<string, string | undefined, string>
  updatedAt: ColumnType<string, string | undefined, string>
}
type ReservationEvents = {
  venueId: string
  reservationId: string
  id: string
  kind: 'held' | 'booked' | 'changed' | 'moved' | 'expired' | 'notified'
  move: string | null
  fromStatus: Status | null
  toStatus: Status
  side: Side
  actorKind: string
  actorId: string | null
  actorName: string
  reason: string | null
  before: NullableJson<Record<string, unknown>>
  after: NullableJson<Record<string, unknown>>
  at: InstantColumn
}
export type ReservationRecord = Selectable<Reservations>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guests: Guests
    reservations: Reservations
    reservationEvents: ReservationEvents
  }
}
