import type { Sent } from '@tablewire/contracts/kit/endpoint'
import type { Price, VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { venues } from '@tablewire/contracts/estate/venues'
import { portOf, usualPort } from '@tablewire/contracts/booking/reservations.rules'
import { minorUnits } from '#src/kit/minor-units.ts'

export const tabs = [
  'details',
  'channels',
  'connected',
  'website',
  'tables',
  'tablets',
  'integration',
  'hub',
  'email',
  'confirmation',
  'meta',
  'rwg',
  'listing',
  'release',
  'ftp',
] as const
export type Tab = (typeof tabs)[number]

export const notices = ['booked', 'requested', 'changed', 'canceled', 'rejected', 'reminder', 'same_day'] as const
export type NoticeKind = (typeof notices)[number]
/** And what those are told who wait for a place: they asked for it, so there is no switch. */
export const messageKinds = [...notices, 'waitlist_offer', 'table_ready'] as const
export type MessageKind = (typeof messageKinds)[number]
/** By mail, by text, or by text where there is no mail address. */
export const portChoices = ['mail', 'text', 'text_without_mail'] as const
export type PortChoice = (typeof portChoices)[number]
type Texts = Partial<Record<'en' | 'de' | 'es' | 'fr' | 'nl', string>>

/** Money as people write it, in whole units of the venue's currency; no amount = none. */
type PriceForm = { type: Price['type']; amount: number | null }

/** What is edited: texts are '' where nothing is said, numbers null. */
export type VenueForm = {
  name: string
  externalId: string
  active: boolean
  phoneNumber: string
  address: string
  postalCode: string
  city: string
  countryCode: string
  timezone: string
  currency: string
  latitude: number | null
  longitude: number | null
  minCovers: number | null
  maxCovers: number | null
  sdkAccess: boolean
  tripadvisorId: string
  systemId: string
  syncEnabled: boolean
  displayName: string
  displayColor: string
  emailDomain: string
  paymentType: VenueDetail['paymentType']
  paymentDefinition: { deposit: PriceForm; noShowFee: PriceForm }
  paymentPolicy: Texts
  cutOff: number | null
  cancellationWindow: number | null
  holdingTime: number | null
  maxDays: number | null
  bookeableAreas: boolean
  emailSenderName: string
  emailReplyTo: string
  notice: Record<NoticeKind, boolean>
  messageTexts: Record<MessageKind, Texts>
  messagePorts: Record<MessageKind, PortChoice>
  messageLines: Record<MessageKind, Texts>
  reminderHoldout: number | null
  reminderHours: number | null
  sameDayHours: number | null
  quietFrom: number | null
  quietUntil: number | null
  confirmationText: Texts
  metaPageId: string
  metaSSOEnabled: boolean
  metaSSOClientId: string
  rwgMaxDays: number | null
  maxPartySize: number | null
  pressureReleaseHours: number | null
  keptBack: { shiftId: string; name: string; covers: number | null; coversMax: number | null }[]
  ftpUser: string
  ftpFolder: string
  ftpPassword: string
  systemToken: string
}
export type Field = keyof VenueForm

const fieldsOf: Record<Tab, readonly Field[]> = {
  details: [
    'name',
    'externalId',
    'active',
    'phoneNumber',
    'address',
    'postalCode',
    'city',
    'countryCode',
    'timezone',
    'currency',
    'latitude',
    'longitude',
    'minCovers',
    'maxCovers',
    'sdkAccess',
    'tripadvisorId',
  ],
  channels: [],
  connected: [],
  website: [],
  integration: ['systemId', 'syncEnabled', 'systemToken'],
  hub: [
    'displayName',
    'displayColor',
    'emailDomain',
    'paymentType',
    'paymentDefinition',
    'paymentPolicy',
    'cutOff',
    'cancellationWindow',
    'holdingTime',
    'maxDays',
    'bookeableAreas',
  ],
  email: [
    'emailSenderName',
    'emailReplyTo',
    'notice',
    'messageTexts',
    'messagePorts',
    'messageLines',
    'reminderHoldout',
    'reminderHours',
    'sameDayHours',
    'quietFrom',
    'quietUntil',
  ],
  confirmation: ['confirmationText'],
  meta: ['metaPageId', 'metaSSOEnabled', 'metaSSOClientId'],
  rwg: ['rwgMaxDays', 'maxPartySize'],
  listing: [],
  tables: [],
  tablets: [],
  release: ['pressureReleaseHours', 'keptBack'],
  ftp: ['ftpUser', 'ftpFolder', 'ftpPassword'],
}
export const fields: readonly Field[] = tabs.flatMap((tab) => fieldsOf[tab])
/** Where a field stands; what the server calls `emailNotices` stands with the mails. */
export const tabOf = (field: string): Tab => tabs.find((tab) => fieldsOf[tab].includes(field.split('.')[0] as Field)) ?? 'details'
export const isForm = (tab: Tab): boolean => fieldsOf[tab].length > 0

const texts = ['en', 'de', 'es', 'fr', 'nl'] as const
const textsOf = (said: VenueDetail['confirmationText']): Texts => Object.fromEntries(texts.map((lang) => [lang, said[lang] ?? '']))

/** A currency half typed has cents like most. */
const unitsOf = (currency: string): number => (/^[A-Z]{3}$/.test(currency) ? minorUnits(currency) : 100)
const priceForm = (price: Price | null, currency: string): PriceForm => ({
  type: price?.type ?? 'per_person',
  amount: price && price.amount / unitsOf(currency),
})
const priceOf = ({ type, amount }: PriceForm, currency: string): Price | null =>
  amount === null ? null : { type, amount: Math.round(amount * unitsOf(currency)) }

/** A field of text shows what is not known as nothing. */
const written = (value: string | null): string => value ?? ''

export const formOf = (venue: VenueDetail): VenueForm => ({
  name: venue.name,
  externalId: written(venue.externalId),
  active: venue.active,
  phoneNumber: written(venue.phoneNumber),
  address: written(venue.address),
  postalCode: written(venue.postalCode),
  city: written(venue.city),
  countryCode: venue.countryCode,
  timezone: venue.timezone,
  currency: venue.currency,
  latitude: venue.latitude,
  longitude: venue.longitude,
  minCovers: venue.minCovers,
  maxCovers: venue.maxCovers,
  sdkAccess: venue.sdkAccess,
  tripadvisorId: written(venue.tripadvisorId),
  systemId: written(venue.systemId),
  syncEnabled: venue.syncEnabled,
  displayName: written(venue.displayName),
  displayColor: written(venue.displayColor),
  emailDomain: written(venue.emailDomain),
  paymentType: venue.paymentType,
  paymentDefinition: {
    deposit: priceForm(venue.paymentDefinition.deposit, venue.currency),
    noShowFee: priceForm(venue.paymentDefinition.noShowFee, venue.currency),
  },
  paymentPolicy: textsOf(venue.paymentPolicy),
  cutOff: venue.cutOff,
  cancellationWindow: venue.cancellationWindow,
  holdingTime: venue.holdingTime,
  maxDays: venue.maxDays,
  bookeableAreas: venue.bookeableAreas,
  emailSenderName: written(venue.emailSenderName),
  emailReplyTo: written(venue.emailReplyTo),
  notice: Object.fromEntries(notices.map((one) => [one, venue.emailNotices.includes(one)])) as VenueForm['notice'],
  messageTexts: Object.fromEntries(messageKinds.map((one) => [one, textsOf(venue.messageTexts[one] ?? {})])) as VenueForm['messageTexts'],
  messagePorts: Object.fromEntries(messageKinds.map((one) => [one, portOf(venue.messagePorts, one)])) as VenueForm['messagePorts'],
  messageLines: Object.fromEntries(messageKinds.map((one) => [one, textsOf(venue.messageLines[one] ?? {})])) as VenueForm['messageLines'],
  reminderHoldout: venue.reminderHoldout,
  reminderHours: venue.reminderHours,
  sameDayHours: venue.sameDayHours,
  quietFrom: venue.quietFrom,
  quietUntil: venue.quietUntil,
  confirmationText: textsOf(venue.confirmationText),
  metaPageId: written(venue.metaPageId),
  metaSSOEnabled: venue.metaSSOEnabled,
  metaSSOClientId: written(venue.metaSSOClientId),
  rwgMaxDays: venue.rwgMaxDays,
  maxPartySize: venue.maxPartySize,
  pressureReleaseHours: venue.pressureReleaseHours,
  keptBack: venue.keptBack,
  ftpUser: written(venue.ftpUser),
  ftpFolder: written(venue.ftpFolder),
  ftpPassword: '',
  systemToken: '',
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
type Body = NonNullable<Sent<typeof venues.update>['body']>

/** Only what the kind of payment asks for: the rest stands in no field then. */
const definitionOf = ({ paymentType, currency }: VenueForm, { deposit, noShowFee }: VenueForm['paymentDefinition']) => ({
  ...(asksDeposit(paymentType) ? { deposit: priceOf(deposit, currency) } : {}),
  ...(paymentType === 'none' ? {} : { noShowFee: priceOf(noShowFee, currency) }),
})
export const asksDeposit = (type: VenueForm['paymentType']): boolean => type === 'deposit' || type === 'prepayment'

/** What goes as it would anyhow is not said. */
const portsOf = (ports: VenueForm['messagePorts']): NonNullable<Body['messagePorts']> =>
  Object.fromEntries(messageKinds.filter((one) => ports[one] !== usualPort(one)).map((one) => [one, ports[one]]))

/** These are never without a value; emptied, they are left as they are for the server to say so. */
const required = new Set<Field>(['name', 'countryCode', 'timezone', 'currency', 'systemId'])
const sent = (field: Field, { [field]: value, ...form }: VenueForm): Partial<Body> => {
  if (field === 'paymentDefinition') return { paymentDefinition: definitionOf(form as VenueForm, value as VenueForm['paymentDefinition']) }
  if (field === 'notice') return { emailNotices: notices.filter((one) => (value as VenueForm['notice'])[one]) }
  if (field === 'messagePorts') return { messagePorts: portsOf(value as VenueForm['messagePorts']) }
  if (field === 'keptBack')
    return { keptBack: (value as VenueForm['keptBack']).map(({ shiftId, covers }) => ({ shiftId, covers: covers ?? 0 })) }
  if (typeof value === 'string' && value.trim() === '' && !required.has(field)) return { [field]: null }
  return { [field]: value } as Partial<Body>
}

/** Only what somebody changed: what others change meanwhile elsewhere stays. */
export const bodyOf = (before: VenueForm, now: VenueForm): Body =>
  Object.assign({}, ...fields.filter((field) => !same(before[field], now[field])).map((field) => sent(field, now))) as Body
