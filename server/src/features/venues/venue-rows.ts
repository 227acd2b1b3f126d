import type { Book } from '@tablewire/contracts/book'
import type { ColumnType, Generated } from 'kysely'
import type { JsonColumn } from '#src/platform/db/schema.ts'

type Companies = { id: string; brandId: string | null; name: string; countryCode: string; createdAt: Generated<string> }
type Systems = { id: string; code: string; name: string; createdAt: Generated<string> }
type Venues = {
  id: string
  companyId: string
  systemId: string | null
  externalId: string | null
  name: string
  phoneNumber: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  countryCode: string
  timeZone: string
  currency: string
  latitude: number | null
  longitude: number | null
  website: string | null
  cuisine: string | null
  sdkAccess: Generated<boolean>
  tripadvisorId: string | null
  active: Generated<boolean>
  importKey: string | null
  createdAt: Generated<string>
  updatedAt: ColumnType<string, string | undefined, string>
}
type UserVenues = { userId: string; venueId: string }
/** The book without its areas and version, as it stands in `books.rules`. */
export type BookRules = Omit<Book, 'version' | 'areas'>
type Books = {
  venueId: string
  version: Generated<number>
  rules: JsonColumn<BookRules>
  updatedAt: ColumnType<string, string | undefined, string>
}
type Areas = {
  venueId: string
  id: string
  name: string
  description: Generated<string>
  capacity: number
  byDefault: Generated<boolean>
  online: Generated<boolean>
  position: Generated<number>
  archivedAt: ColumnType<string | null, string | null | undefined, string | null>
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    companies: Companies
    systems: Systems
    venues: Venues
    userVenues: UserVenues
    books: Books
    areas: Areas
  }
}

export const builtInSystemId = '01900000-0000-7000-8000-000000000001'
