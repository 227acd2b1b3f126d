import type { Merchant, WaitlistRules } from '../memory.ts'
import type { ConfirmationMode } from '../messages.ts'
import type { Loose } from '../proto-read.ts'
import { type Fault, type InventorySlot, type RawSlot, slotFaults, slotKey, slotOf } from '../slot-rules.ts'

/** Of one feed: what was taken of it, and what may not come twice. */
export type Gathering = {
  merchants: Map<string, Merchant>
  services: Map<string, string[]>
  waitlists: Map<string, WaitlistRules>
  slots: Map<string, InventorySlot[]>
  seen: Set<string>
  /** When the partner read its data. */
  readSec: number
}
export const newGathering = (readSec: number): Gathering => ({
  merchants: new Map(),
  services: new Map(),
  waitlists: new Map(),
  slots: new Map(),
  seen: new Set(),
  readSec,
})

const fault = (code: string, words: string): Fault => ({ code, words })
/** A URL-safe name, and no address. */
const isId = (id: string): boolean => /^[\w.~-]{1,120}$/.test(id)
const isWeb = (url: unknown): boolean => typeof url === 'string' && URL.canParse(url) && /^https?:\/\//i.test(url)
/** Prices belong into no name. */
const priced = /[€£$]\s?\d|\d\s?(€|£|\$|EUR|USD|GBP)\b/i

const geoFaults = ({ geo }: Partial<Merchant>): Fault[] => {
  const { latitude = 0, longitude = 0, address, unstructured_address: text } = geo ?? {}
  const faults: Fault[] = []
  const whole = address?.country && address.locality && address.street_address
  if (!whole && !text) faults.push(fault('MISSING_ADDRESS', 'geo has neither an address with country, locality and street nor one as text'))
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    faults.push(fault('INVALID_GEO', `there is no place at ${latitude}, ${longitude}`))
  return faults
}

const merchantFaults = (merchant: Partial<Merchant> & { terms?: { url?: string } }, { merchants }: Gathering): Fault[] => {
  const { merchant_id: id = '', name = '', category = '', url, terms } = merchant
  return [
    ...(id === ''
      ? [fault('MISSING_ID', 'merchant_id is missing')]
      : isId(id)
        ? []
        : [fault('MISSING_ID', `merchant_id ${id} is not URL-safe`)]),
    ...(merchants.has(id) ? [fault('DUPLICATE_MERCHANTS', `merchant ${id} is told twice`)] : []),
    ...(name.trim() === '' ? [fault('MISSING_NAME', `merchant ${id} has no name`)] : []),
    ...(priced.test(name) ? [fault('MISSING_NAME', `the name of merchant ${id} carries a price`)] : []),
    ...(category.trim() === '' ? [fault('MISSING_REQUIRED_FIELD', `merchant ${id} has no category`)] : []),
    ...(url !== undefined && !isWeb(url) ? [fault('BAD_OR_INELIGIBLE_URL', `${url} of merchant ${id}`)] : []),
    ...(terms?.url !== undefined && !isWeb(terms.url) ? [fault('BAD_OR_INELIGIBLE_URL', `${terms.url}, terms of merchant ${id}`)] : []),
    ...geoFaults(merchant),
  ]
}
export const takeMerchant = (record: Loose, gathering: Gathering): Fault[] => {
  const merchant = record as unknown as Merchant
  const faults = merchantFaults(merchant, gathering)
  if (!faults.length) gathering.merchants.set(merchant.merchant_id, merchant)
  return faults
}

const longestDescription = 16_000
const forbiddenTag = /<(?!\/?(?:h[1-5]|ul|ol|li|strong|italic|em|p|br)\b[^>]*>)/i
type Service = {
  merchant_id?: string
  service_id?: string
  localized_service_name?: { value?: string }
  localized_description?: { value?: string }
  rules?: Record<string, string>
  waitlist_rules?: WaitlistRules
}
const textFaults = ({ merchant_id: id = '', localized_service_name: name, localized_description: text }: Service): Fault[] => {
  const [title, description] = [name?.value ?? '', text?.value ?? '']
  return [
    ...(title.trim() === '' ? [fault('MISSING_NAME', `service of ${id} has no localized_service_name`)] : []),
    ...(priced.test(title) ? [fault('MISSING_NAME', `the name of the service of ${id} carries a price`)] : []),
    ...(description.length > longestDescription || forbiddenTag.test(description)
      ? [fault('INVALID_DESCRIPTION', `the description of the service of ${id} is too long or has tags that are not allowed`)]
      : []),
  ]
}
export const takeService = (record: Loose, gathering: Gathering): Fault[] => {
  const service = record as Service
  const { merchant_id: merchant = '', service_id: id = '', rules, waitlist_rules: waits } = service
  const known = gathering.services.get(merchant) ?? []
  const negative = ['min_advance_booking', 'min_advance_online_canceling'].filter((rule) => Number(rules?.[rule] ?? 0) < 0)
  const faults = [
    ...(merchant === '' || id === '' ? [fault('MISSING_ID', 'merchant_id or service_id is missing')] : []),
    ...(known.length ? [fault('DUPLICATE_SERVICES', `merchant ${merchant} has a second service: a restaurant has one`)] : []),
    ...textFaults(service),
    ...negative.map((rule) => fault('INVALID_SCHEDULING_RULES', `${rule} of ${merchant} is negative`)),
  ]
  if (!faults.length) gathering.services.set(merchant, [id])
  if (!faults.length && waits) gathering.waitlists.set(merchant, waits)
  return faults
}

type Availability = {
  merchant_id?: string
  service_id?: string
  start_sec?: string
  duration_sec?: string
  spots_total?: string
  spots_open?: string
  availability_tag?: string
  resources?: RawSlot['resources']
  confirmation_mode?: ConfirmationMode
  scheduling_rule_overrides?: { first_bookable_sec?: string; last_bookable_sec?: string; last_online_cancellable_sec?: string }
  recurrence?: object
}
/** Uploads take their time: what has begun meanwhile was ahead when the data was read. */
const slackSec = 900

export const takeAvailability = (record: Loose, gathering: Gathering): Fault[] => {
  const given = record as Availability
  const { first_bookable_sec: first, last_bookable_sec: last, last_online_cancellable_sec: cancel } = given.scheduling_rule_overrides ?? {}
  const raw: RawSlot = {
    merchantId: given.merchant_id,
    serviceId: given.service_id,
    startSec: given.start_sec,
    durationSec: given.duration_sec,
    total: given.spots_total,
    open: given.spots_open,
    resources: given.resources,
    tag: given.availability_tag,
    mode: given.confirmation_mode,
    rules: {
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      ...(cancel === undefined ? {} : { cancel }),
    },
  }
  const faults = slotFaults(raw, gathering.readSec - slackSec)
  if (given.recurrence) faults.push(fault('INVALID_RECURRENCE', 'restaurants tell their spots, one time each'))
  if (faults.length) return faults
  const slot = slotOf(raw)
  const merchant = given.merchant_id!
  const key = `${merchant} ${slotKey(slot)}`
  if (gathering.seen.has(key)) return [fault('DUPLICATE_SLOT', `${key} is told twice`)]
  gathering.seen.add(key)
  const list = gathering.slots.get(merchant)
  if (list) list.push(slot)
  else gathering.slots.set(merchant, [slot])
  return []
}
