import type { Generated } from 'kysely'
import type { InstantColumn } from '#src/platform/db/schema.ts'

type GoogleBookings = {
  venueId: string
  reservationId: string
  accountId: string
  userId: string | null
  token: string | null
  requestHash: string
  durationSec: number | null
  availabilityTag: string | null
  roomId: string | null
  merchantId: string | null
  asynchronous: Generated<boolean>
  createdAt: InstantColumn
}
type GoogleWaits = {
  entryId: string
  accountId: string
  userId: string | null
  token: string | null
  requestHash: string
  createdAt: InstantColumn
}
type GooglePreferences = { accountId: string; userId: string; wanted: boolean; setAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    googleBookings: GoogleBookings
    googlePreferences: GooglePreferences
    googleWaits: GoogleWaits
  }
}
