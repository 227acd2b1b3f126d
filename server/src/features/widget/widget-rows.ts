import type { ColumnType } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type WidgetBookings = {
  venueId: string
  reservationId: string
  channelId: string
  holdId: string
  lang: string
  optInText: string | null
  /** Which edition of the words; they change with the product. */
  optInEdition: string | null
  optInAt: NullableInstant
  /** The page on which he agreed. */
  optInPlace: string | null
  campaign: ColumnType<Record<string, string>, string, never>
  host: string | null
  path: string | null
  createdAt: InstantColumn
}

type WidgetSites = {
  venueId: string
  channelId: string
  host: string
  path: string
  loader: string | null
  firstSeenAt: InstantColumn
  lastSeenAt: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    widgetHolds: { venueId: string; holdId: string; addressKey: string; guestKey: string | null }
    widgetBookings: WidgetBookings
    widgetSites: WidgetSites
  }
}
