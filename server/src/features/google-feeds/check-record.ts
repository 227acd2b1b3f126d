import type { GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { isWebLink } from '#src/platform/net/guard.ts'
import type { Fail } from './feed-errors.ts'

/** What a field may hold, by Google's proto; a list of names is an enumeration, a nested object a message. */
type Kind = 'string' | 'int' | 'double' | 'bool' | readonly string[] | Shape | readonly [Shape]
type Shape = { readonly [field: string]: Kind }

const text: Shape = { value: 'string', localized_value: [{ locale: 'string', value: 'string' }] }
const shapes: Readonly<Record<GoogleFeedKind, Shape>> = {
  merchants: {
    merchant_id: 'string',
    name: 'string',
    telephone: 'string',
    url: 'string',
    category: 'string',
    geo: {
      latitude: 'double',
      longitude: 'double',
      unstructured_address: 'string',
      address: { country: 'string', locality: 'string', region: 'string', postal_code: 'string', street_address: 'string' },
    },
    terms: { url: 'string', text: 'string', localized_text: text },
    brand_id: 'string',
    matching_hints: { place_id: 'string' },
  },
  services: {
    merchant_id: 'string',
    service_id: 'string',
    localized_service_name: text,
    localized_description: text,
    rules: { min_advance_booking: 'int', min_advance_online_canceling: 'int' },
    waitlist_rules: { min_party_size: 'int', max_party_size: 'int', supports_additional_request: 'bool' },
  },
  availability: {
    merchant_id: 'string',
    service_id: 'string',
    start_sec: 'int',
    duration_sec: 'int',
    spots_total: 'int',
    spots_open: 'int',
    availability_tag: 'string',
    resources: { room_id: 'string', room_name: 'string', room_description: text, party_size: 'int' },
    confirmation_mode: ['CONFIRMATION_MODE_SYNCHRONOUS', 'CONFIRMATION_MODE_ASYNCHRONOUS'],
    scheduling_rule_overrides: { first_bookable_sec: 'int', last_bookable_sec: 'int', last_online_cancellable_sec: 'int' },
  },
}

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
/** proto3 JSON takes either form of a wide integer. */
const isInt = (value: unknown): boolean => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,19}$/.test(value))

const fits = (kind: Kind, value: unknown): boolean => {
  if (kind === 'string') return typeof value === 'string'
  if (kind === 'int') return isInt(value)
  if (kind === 'bool') return typeof value === 'boolean'
  if (kind === 'double') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === 'string' && (kind as readonly unknown[]).includes(value)
}

/** Google's reader takes no field that it does not know, and none of another type. */
const checkShape = (shape: Shape, value: Loose, { at, fail }: { at: string; fail: Fail }): void => {
  for (const name in value) {
    const kind = shape[name]
    const inside = value[name]
    if (kind === undefined) fail(name.endsWith('_restrict') ? 'record_out_of_restriction' : 'unknown_field', at + name)
    else if (typeof kind === 'string' || typeof (kind as readonly unknown[])[0] === 'string') {
      if (!fits(kind, inside)) fail('invalid_value', at + name)
    } else if (Array.isArray(kind)) checkList((kind as unknown as readonly [Shape])[0], inside, { at: at + name, fail })
    else if (isObject(inside)) checkShape(kind as Shape, inside, { at: `${at}${name}.`, fail })
    else fail('invalid_value', at + name)
  }
}
const checkList = (shape: Shape, value: unknown, { at, fail }: { at: string; fail: Fail }): void => {
  if (!Array.isArray(value)) return fail('invalid_value', at)
  value.forEach((one: unknown, index) => {
    if (isObject(one)) checkShape(shape, one, { at: `${at}[${index}].`, fail })
    else fail('invalid_value', `${at}[${index}]`)
  })
}

const said = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const part = (value: unknown, name: string): Loose => {
  const inside = isObject(value) ? value[name] : undefined
  return isObject(inside) ? inside : {}
}
const number = (value: unknown): number => (value === undefined ? Number.NaN : Number(value))
/** UUID or safe in an address; no address itself. */
const safeId = /^[\w.~-]{1,200}$/

const checkIds = ({ merchant_id: merchant, service_id: service }: Loose, hasService: boolean, fail: Fail): void => {
  if (!said(merchant) || !safeId.test(merchant)) fail('missing_id', 'merchant_id')
  if (hasService && (!said(service) || !safeId.test(service))) fail('missing_id', 'service_id')
}

const checkPlace = (record: Loose, fail: Fail): void => {
  const geo = part(record, 'geo')
  const address = part(geo, 'address')
  const whole = said(address['country']) && said(address['locality']) && said(address['street_address'])
  if (!whole && !said(geo['unstructured_address'])) fail('missing_address', 'geo.address')
  if (whole && !/^[A-Z]{2}$/.test(address['country'] as string)) fail('invalid_value', 'geo.address.country')
  const [latitude, longitude] = [geo['latitude'], geo['longitude']]
  if ((latitude === undefined) !== (longitude === undefined)) fail('missing_required_field', 'geo.latitude, geo.longitude')
  if (Math.abs(Number(latitude ?? 0)) > 90 || Math.abs(Number(longitude ?? 0)) > 180) fail('invalid_value', 'geo.latitude, geo.longitude')
}

const checkMerchant = (record: Loose, fail: Fail): void => {
  checkIds(record, false, fail)
  if (!said(record['name'])) fail('missing_name', 'name')
  if (!said(record['category'])) fail('missing_required_field', 'category')
  checkPlace(record, fail)
  for (const [at, url] of [
    ['url', record['url']],
    ['terms.url', part(record, 'terms')['url']],
  ] as const)
    if (url !== undefined && !(typeof url === 'string' && isWebLink(url))) fail('bad_or_ineligible_url', at)
}

const longestDescription = 16_000
const yearSec = 366 * 86_400

const checkService = (record: Loose, fail: Fail): void => {
  checkIds(record, true, fail)
  if (!said(part(record, 'localized_service_name')['value'])) fail('missing_name', 'localized_service_name')
  const { value } = part(record, 'localized_description')
  if (typeof value === 'string' && value.length > longestDescription) fail('invalid_value', 'localized_description')
  const rules = part(record, 'rules')
  for (const name in rules)
    if (!(number(rules[name]) >= 0 && number(rules[name]) <= yearSec)) fail('invalid_scheduling_rules', `rules.${name}`)
  const { min_party_size: least = 1, max_party_size: most = least } = part(record, 'waitlist_rules')
  if (!(number(least) >= 1 && number(most) >= number(least))) fail('invalid_value', 'waitlist_rules')
}

/** Google shows parties of so many at most. */
const partyMost = 20
const longestSec = 168 * 3600
/** No feed tells of days farther ahead, nor of a start that was over when it was made. */
const aheadSec = 732 * 86_400

const checkSpots = ({ spots_open: open, spots_total: total }: Loose, fail: Fail): void => {
  if (open === undefined || total === undefined) fail('missing_required_field', 'spots_open, spots_total')
  else if (!(number(open) >= 0 && number(open) <= number(total) && number(total) >= 1))
    fail('spot_count_out_of_range', `${number(open)} of ${number(total)}`)
}

const checkResources = (record: Loose, fail: Fail): void => {
  const resources = part(record, 'resources')
  const { party_size: party, room_id: roomId, room_name: roomName } = resources
  if (party === undefined) fail('missing_required_field', 'resources.party_size')
  else if (!(number(party) >= 1 && number(party) <= partyMost)) fail('invalid_value', 'resources.party_size')
  if ((roomId !== undefined || roomName !== undefined) && !(said(roomId) && said(roomName)))
    fail('missing_resources', 'resources.room_id, resources.room_name')
}

const checkRules = (record: Loose, start: number, fail: Fail): void => {
  if (record['scheduling_rule_overrides'] === undefined) return
  const rules = part(record, 'scheduling_rule_overrides')
  const [first, last, cancel] = ['first_bookable_sec', 'last_bookable_sec', 'last_online_cancellable_sec'].map((name) => rules[name])
  const isAfterStart = (value: unknown): boolean => value !== undefined && !(number(value) < start)
  if (isAfterStart(first) || isAfterStart(last) || (cancel !== undefined && !(number(cancel) <= start)))
    fail('invalid_scheduling_rules', 'not before start_sec')
  if (first !== undefined && last !== undefined && !(number(first) <= number(last))) fail('invalid_scheduling_rules', 'first after last')
}

const checkSlot = (record: Loose, fail: Fail, generatedSec: number): void => {
  checkIds(record, true, fail)
  const start = number(record['start_sec'])
  const duration = number(record['duration_sec'])
  if (Number.isNaN(start)) fail('missing_required_field', 'start_sec')
  else if (start < generatedSec || start > generatedSec + aheadSec) fail('timestamp_out_of_range', `start_sec ${start}`)
  if (Number.isNaN(duration)) fail('missing_required_field', 'duration_sec')
  else if (duration <= 0 || duration >= longestSec) fail('duration_out_of_range', `duration_sec ${duration}`)
  checkSpots(record, fail)
  checkResources(record, fail)
  checkRules(record, start, fail)
}

const checks: Readonly<Record<GoogleFeedKind, (record: Loose, fail: Fail, generatedSec: number) => void>> = {
  merchants: checkMerchant,
  services: checkService,
  availability: checkSlot,
}

/** Everything of one record that Google would refuse it for by itself. */
export const checkRecord = (kind: GoogleFeedKind, record: unknown, { fail, generatedSec }: { fail: Fail; generatedSec: number }): void => {
  if (!isObject(record)) return fail('json_parse_error', 'no object')
  checkShape(shapes[kind], record, { at: '', fail })
  checks[kind](record, fail, generatedSec)
}

/** What makes two records of a merchant the same one. */
export const keyOf = (kind: GoogleFeedKind, record: Loose): string => {
  if (kind !== 'availability') return ''
  const { start_sec: start, duration_sec: duration } = record
  const resources = part(record, 'resources')
  const room = resources['room_id']
  return `${number(start)} ${number(duration)} ${number(resources['party_size'])} ${typeof room === 'string' ? room : ''}`
}
