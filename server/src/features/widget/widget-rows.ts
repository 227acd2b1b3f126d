import type { ColumnType } from 'kysely'
import type { InstantColumn } from '#src/platform/db/schema.ts'

type WidgetBookings = {
  venueId: string
  reservationId: string
  channelId: string
  holdId: string
  lang: string
  optInText: string | null
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
    widgetBookings: WidgetBookings
    widgetSites: WidgetSites
  }
}
