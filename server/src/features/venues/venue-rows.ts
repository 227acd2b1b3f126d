import type { Book, LangTexts } from '@tablewire/contracts/estate/book'
import type { PaymentGateway, Price, VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultedInstant, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type NullableJsonOf<T> = ColumnType<T | null, string | null | undefined, string | null>
type Venues = {
  id: string
  /** Nobody really sits there: only test keys see it, and nobody is written to. */
  test: Generated<boolean>
  companyId: string
  /** The group of venues of its company. */
  groupId: string | null
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
  archivedAt: NullableInstant
  /** Whether it was open when it was archived. */
  archivedActive: boolean | null
  /** The venue that is kept in its place; only what is archived has one. */
  mergedInto: string | null
  importKey: string | null
  importBatchId: string | null
  /** Counted by the database with every change of the row. */
  version: Generated<number>
  displayName: string | null
  displayColor: string | null
  emailDomain: string | null
  paymentType: Generated<VenueDetail['paymentType']>
  paymentPolicy: ColumnType<VenueDetail['paymentPolicy'], string | undefined, string>
  deposit: NullableJsonOf<Price>
  noShowFee: NullableJsonOf<Price>
  paymentGateway: NullableJsonOf<PaymentGateway>
  emailSenderName: string | null
  emailReplyTo: string | null
  emailNotices: Generated<VenueDetail['emailNotices']>
  confirmationText: ColumnType<VenueDetail['confirmationText'], string | undefined, string>
  messageTexts: ColumnType<VenueDetail['messageTexts'], string | undefined, string>
  messagePorts: ColumnType<VenueDetail['messagePorts'], string | undefined, string>
  messageLines: ColumnType<VenueDetail['messageLines'], string | undefined, string>
  reminderHoldout: Generated<number>
  reminderHours: Generated<number>
  sameDayHours: Generated<number>
  quietFrom: Generated<number>
  quietUntil: Generated<number>
  syncEnabled: Generated<boolean>
  metaEnabled: Generated<boolean>
  metaEnabledAt: NullableInstant
  metaPageId: string | null
  metaSsoEnabled: Generated<boolean>
  metaSsoClientId: string | null
  rwgMaxDays: number | null
  maxPartySize: number | null
  listingEnabled: Generated<boolean>
  listingEnabledAt: NullableInstant
  ftpUser: string | null
  ftpFolder: string | null
  /** Sealed. */
  ftpPassword: string | null
  ftpPasswordAt: NullableInstant
  /** Sealed. */
  systemToken: string | null
  systemTokenAt: NullableInstant
  accessUserId: string | null
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}
/** The book without its areas and version, as it stands in `books.rules`. */
export type BookRules = Omit<Book, 'version' | 'areas'>
type Books = {
  venueId: string
  version: Generated<number>
  rules: JsonColumn<BookRules>
  updatedAt: DefaultedInstant
}
type Areas = {
  venueId: string
  id: string
  name: string
  description: Generated<string>
  names: ColumnType<LangTexts, LangTexts | undefined, LangTexts>
  descriptions: ColumnType<LangTexts, LangTexts | undefined, LangTexts>
  capacity: number
  /** What the venue's own system calls it; null and empty = it knows none. */
  externalId: ColumnType<string | null, string | undefined, string>
  byDefault: Generated<boolean>
  rwgDefault: ColumnType<boolean, boolean | undefined, boolean>
  online: Generated<boolean>
  position: Generated<number>
  archivedAt: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    venues: Venues
    books: Books
    areas: Areas
  }
}

export const builtInSystemId = '01900000-0000-7000-8000-000000000001'
