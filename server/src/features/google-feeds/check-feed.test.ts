import { gzipSync } from 'node:zlib'
import type { GoogleFeedErrorCode, GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { expect, test } from 'vitest'
import { type CheckAsk, checkFeed } from './check-feed.ts'
import { brackets, fileName, headOf } from './feed-text.ts'

const generatedSec = Date.parse('2026-10-20T12:00:00Z') / 1000
const stamp = { generatedSec, nonce: '7' }
type Metadata = Record<string, unknown>
type Made = {
  records?: object[]
  lines?: string[]
  metadata?: Metadata
  name?: string
  bytes?: number
  body?: Buffer
  shard?: number
  shards?: number
}

/** A packed file in two pieces, right but for what is named. */
const aFile = (kind: GoogleFeedKind, { records = [], lines, metadata = {}, name, bytes, body, shard = 0, shards = 1 }: Made) => {
  const head = headOf(kind, { ...stamp, shard, shards })
  const told = { ...(JSON.parse(head + brackets[kind].close) as { metadata: Metadata }).metadata, ...metadata }
  const inside = lines ?? [records.map((one) => JSON.stringify(one)).join(',\n')].filter(Boolean)
  const text = [`{"metadata":${JSON.stringify(told)},${brackets[kind].open}`, ...inside, brackets[kind].close, ''].join('\n')
  const packed = body ?? gzipSync(text)
  async function* pieces() {
    yield packed.subarray(0, 10)
    yield packed.subarray(10)
  }
  return { name: name ?? fileName(kind, { ...stamp, shard, shards }), bytes: bytes ?? packed.length, pieces }
}
const merchant = {
  merchant_id: 'm1',
  name: 'Casa',
  telephone: '+34910000000',
  url: 'https://casa.example.com/',
  geo: { latitude: 40.4, longitude: -3.7, address: { country: 'ES', locality: 'Madrid', street_address: 'Calle Mayor 1' } },
  category: 'French restaurant',
}
const service = {
  merchant_id: 'm1',
  service_id: 'reservation',
  localized_service_name: { value: 'Reservation', localized_value: [{ locale: 'de', value: 'Tisch' }] },
}
const slot = {
  merchant_id: 'm1',
  service_id: 'reservation',
  start_sec: generatedSec + 3600,
  duration_sec: 5400,
  spots_total: 3,
  spots_open: 2,
  resources: { party_size: 2 },
  confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS',
}
const check = async (kind: GoogleFeedKind, files: Made[], more: Partial<CheckAsk> = {}) =>
  checkFeed({
    kind,
    files: files.map((file) => aFile(kind, file)),
    nowSec: generatedSec + 600,
    lastGeneratedSec: generatedSec - 86_400,
    usedNonces: new Set(['6']),
    merchants: undefined,
    pause: async () => undefined,
    ...more,
  })
const codes = async (...ask: Parameters<typeof check>): Promise<GoogleFeedErrorCode[]> =>
  (await check(...ask)).errors.map(({ code }) => code)

test('GO1: what is right passes, in one file and in several, also with wide integers as text', async () => {
  expect(await check('merchants', [{ records: [merchant] }])).toMatchObject({ errors: [], records: 1 })
  expect(await codes('services', [{ records: [service] }])).toEqual([])
  const others = [
    { ...slot, start_sec: String(slot.start_sec) },
    { ...slot, resources: { party_size: 3 } },
  ]
  const rules = {
    ...slot,
    merchant_id: 'm2',
    scheduling_rule_overrides: { first_bookable_sec: generatedSec, last_bookable_sec: slot.start_sec - 1 },
  }
  const split = [
    { records: others, shard: 0, shards: 3 },
    { records: [], shard: 1, shards: 3 },
    { records: [rules], shard: 2, shards: 3 },
  ]
  expect(await check('availability', split)).toMatchObject({ errors: [], records: 3, merchants: new Set(['m1', 'm2']) })
})

const badSlots: [GoogleFeedErrorCode, object][] = [
  ['timestamp_out_of_range', { start_sec: generatedSec - 1 }],
  ['timestamp_out_of_range', { start_sec: generatedSec + 800 * 86_400 }],
  ['duration_out_of_range', { duration_sec: 0 }],
  ['duration_out_of_range', { duration_sec: 168 * 3600 }],
  ['spot_count_out_of_range', { spots_open: 4 }],
  ['spot_count_out_of_range', { spots_open: -1 }],
  ['spot_count_out_of_range', { spots_open: 0, spots_total: 0 }],
  ['missing_id', { merchant_id: '' }],
  ['missing_id', { service_id: undefined }],
  ['missing_id', { merchant_id: 'https://casa.example.com/' }],
  ['missing_required_field', { start_sec: undefined }],
  ['missing_required_field', { duration_sec: undefined }],
  ['missing_required_field', { spots_open: undefined }],
  ['missing_required_field', { resources: undefined }],
  ['missing_required_field', { resources: {} }],
  ['missing_resources', { resources: { party_size: 2, room_id: 'bar' } }],
  ['missing_resources', { resources: { party_size: 2, room_name: 'Bar' } }],
  ['invalid_value', { resources: { party_size: 21 } }],
  ['invalid_value', { resources: { party_size: 0 } }],
  ['invalid_value', { confirmation_mode: 'SYNCHRONOUS' }],
  ['invalid_value', { duration_sec: 5400.5 }],
  ['invalid_scheduling_rules', { scheduling_rule_overrides: { last_bookable_sec: slot.start_sec } }],
  [
    'invalid_scheduling_rules',
    { scheduling_rule_overrides: { first_bookable_sec: slot.start_sec - 5, last_bookable_sec: slot.start_sec - 10 } },
  ],
  ['unknown_field', { spots: 3 }],
  ['unknown_field', { resources: { party_size: 2, table: 4 } }],
  ['record_out_of_restriction', { start_timestamp_restrict: generatedSec }],
]
test.each(badSlots)('GO1: availability: %s for %j', async (code, fault) => {
  expect(await codes('availability', [{ records: [{ ...slot, ...fault }] }])).toEqual([code])
})

const badMerchants: [GoogleFeedErrorCode, object][] = [
  ['missing_id', { merchant_id: undefined }],
  ['missing_name', { name: ' ' }],
  ['missing_address', { geo: { address: { country: 'ES', locality: 'Madrid' } } }],
  ['missing_address', { geo: undefined }],
  ['missing_required_field', { category: undefined }],
  ['missing_required_field', { geo: { ...merchant.geo, latitude: undefined } }],
  ['bad_or_ineligible_url', { url: 'javascript:alert(1)' }],
  ['bad_or_ineligible_url', { url: 'casa.example.com' }],
  ['unknown_field', { phone: '+34' }],
  ['invalid_value', { telephone: 34 }],
]
test.each(badMerchants)('GO1: merchants: %s for %j', async (code, fault) => {
  expect(await codes('merchants', [{ records: [{ ...merchant, ...fault }] }])).toEqual([code])
})
test.each([
  ['missing_name', { localized_service_name: { value: '' } }],
  ['invalid_scheduling_rules', { rules: { min_advance_booking: -1 } }],
  ['unknown_field', { name: 'Reservation' }],
  ['invalid_value', { localized_service_name: { value: 'x', localized_value: 'y' } }],
] as [GoogleFeedErrorCode, object][])('GO1: services: %s for %j', async (code, fault) => {
  expect(await codes('services', [{ records: [{ ...service, ...fault }] }])).toEqual([code])
})

test('GO1: nothing twice, in no two places, and of no merchant Google does not know', async () => {
  expect(await codes('merchants', [{ records: [merchant, merchant] }])).toEqual(['duplicates'])
  expect(await codes('services', [{ records: [service, { ...service, service_id: 'other' }] }])).toEqual(['duplicates'])
  expect(await codes('availability', [{ records: [slot, { ...slot, spots_open: 1, start_sec: String(slot.start_sec) }] }])).toEqual([
    'duplicates',
  ])
  const apart = [slot, { ...slot, merchant_id: 'm2' }, { ...slot, resources: { party_size: 5 } }]
  expect(await codes('availability', [{ records: apart }])).toEqual(['duplicates'])
  expect(await codes('availability', [{ records: [slot] }], { merchants: new Set(['m9']) })).toEqual(['unknown_merchant'])
})

test('GO1: metadata: complete, all files, one stamp, neither old nor of the future nor used before', async () => {
  const of = (metadata: Metadata, more: Partial<CheckAsk> = {}) => codes('merchants', [{ records: [merchant], metadata }], more)
  expect(await of({ processing_instruction: 'PROCESS_AS_INCREMENTAL' })).toEqual(['metadata_invalid'])
  expect(await of({ nonce: '0' })).toEqual(['metadata_invalid'])
  expect(await of({ nonce: '18446744073709551616' })).toEqual(['metadata_invalid'])
  expect(await of({ nonce: '6' })).toEqual(['nonce_reused'])
  expect(await of({ generation_timestamp: generatedSec - 3 * 86_400 })).toEqual(['timestamp_out_of_range', 'timestamp_reused'])
  expect(await of({ generation_timestamp: generatedSec + 86_400 })).toEqual(['timestamp_out_of_range'])
  expect(await of({}, { lastGeneratedSec: generatedSec })).toEqual(['timestamp_reused'])
  expect(await of({ total_shards: 2 })).toEqual(['missing_shards'])
  expect(await codes('merchants', [])).toEqual(['missing_shards'])
  expect(
    await codes('merchants', [
      { shard: 0, shards: 2 },
      { shard: 1, shards: 2, metadata: { nonce: '8' } },
    ]),
  ).toEqual(['metadata_invalid'])
  expect(
    await codes('merchants', [
      { shard: 1, shards: 2 },
      { shard: 0, shards: 2 },
    ]),
  ).toEqual(['bad_file_name', 'missing_shards'])
})

test('GO1: files: their names, their size, whole and packed, and JSON to the last comma', async () => {
  const good = JSON.stringify(merchant)
  expect(await codes('merchants', [{ records: [merchant], name: 'merchants.json.gz' }])).toEqual(['bad_file_name'])
  expect(await codes('merchants', [{ records: [merchant], bytes: 201 * 1024 * 1024 }])).toEqual(['file_too_large'])
  expect(await codes('merchants', [{ lines: [`${good},`] }])).toEqual(['json_parse_error'])
  expect(await codes('merchants', [{ lines: [good, JSON.stringify({ ...merchant, merchant_id: 'm2' })] }])).toEqual(['json_parse_error'])
  expect(await codes('merchants', [{ lines: ['{"merchant_id":'] }])).toEqual(['json_parse_error'])
  expect(await codes('merchants', [{ body: Buffer.from('not packed at all, and long enough') }])).toEqual(['json_parse_error'])
  const whole = gzipSync(`${headOf('merchants', { ...stamp, shard: 0, shards: 1 })}\n${good}\n`)
  expect(await codes('merchants', [{ body: whole }])).toEqual(['json_parse_error'])
  expect(await codes('merchants', [{ body: whole.subarray(0, whole.length - 12) }])).toContain('json_parse_error')
})

test('GO1: errors are counted by kind, with the first few places', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...merchant, merchant_id: `m${index}`, name: '' }))
  const { errors, errorCount } = await check('merchants', [{ records: many }])
  expect(errorCount).toBe(20)
  expect(errors).toEqual([
    {
      code: 'missing_name',
      count: 20,
      samples: Array.from({ length: 5 }, (_, index) => ({
        file: fileName('merchants', { generatedSec, shard: 0, shards: 1 }),
        line: index + 2,
        merchantId: `m${index}`,
        detail: 'name',
      })),
    },
  ])
})
