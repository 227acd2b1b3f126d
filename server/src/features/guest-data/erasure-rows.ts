import type { ErasureAnswer } from '@tablewire/contracts/booking/guest-data'
import type { ColumnType, Generated } from 'kysely'
import type { InstantColumn } from '#src/platform/db/schema.ts'

type GuestRetention = { venueId: string; erasedUntil: InstantColumn }
type BookingRetention = { venueId: string; removedBefore: string }
type GuestErasures = { id: string; contactKey: string; askedById: string | null; askedByName: string; erasedAt: InstantColumn }
type GuestErasureVenues = { erasureId: string; venueId: string; bookings: number }
type GuestErasureAnswers = {
  id: string
  erasureId: string
  venueId: string
  channelId: string | null
  systemId: string | null
  bookings: ColumnType<{ id: string; theirId: string | null }[], string, never>
  state: Generated<ErasureAnswer['state']>
  askedAt: InstantColumn
  stateAt: InstantColumn
  note: string | null
  toldBy: string | null
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guestRetention: GuestRetention
    bookingRetention: BookingRetention
    guestErasures: GuestErasures
    guestErasureVenues: GuestErasureVenues
    guestErasureAnswers: GuestErasureAnswers
  }
}
