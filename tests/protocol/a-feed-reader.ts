import { gunzipSync } from 'node:zlib'
import type { GoogleFeed } from '@tablewire/contracts/google/google-feeds'

type Record_ = Record<string, unknown>
type Read = { metadata: Record_; records: Record_[]; problems: string[]; text: string }
type File = { name: string; body: Buffer }

const names = { merchants: 'merchants', services: 'services', availability: 'availability_feed' } as const
const required: Readonly<Record<GoogleFeed['kind'], readonly string[]>> = {
  merchants: ['merchant_id', 'name', 'geo.address.country', 'geo.address.locality', 'geo.address.street_address', 'category'],
  services: ['merchant_id', 'service_id', 'localized_service_name.value'],
  availability: ['merchant_id', 'service_id', 'start_sec', 'duration_sec', 'spots_total', 'spots_open', 'resources.party_size'],
}
const allowed: Readonly<Record<GoogleFeed['kind'], ReadonlySet<string>>> = {
  merchants: new Set(['merchant_id', 'name', 'telephone', 'url', 'geo', 'category', 'terms', 'brand_id', 'matching_hints']),
  services: new Set(['merchant_id', 'service_id', 'localized_service_name', 'localized_description', 'rules']),
  availability: new Set([
    'merchant_id',
    'service_id',
    'start_sec',
    'duration_sec',
    'spots_total',
    'spots_open',
    'resources',
    'confirmation_mode',
    'scheduling_rule_overrides',
  ]),
}
const at = (record: Record_, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record_ | undefined)?.[name], record)

const recordProblems = (kind: GoogleFeed['kind'], record: Record_, generatedSec: number): string[] => {
  const found = Object.keys(record)
    .filter((name) => !allowed[kind].has(name))
    .map((name) => `${name} is unknown`)
  for (const path of required[kind]) if (at(record, path) === undefined || at(record, path) === '') found.push(`${path} is missing`)
  if (kind !== 'availability') return found
  const [start, duration, total, open] = ['start_sec', 'duration_sec', 'spots_total', 'spots_open'].map((name) => Number(record[name]))
  if (!(start! >= generatedSec && start! < generatedSec + 731 * 86_400)) found.push(`start_sec ${start} is out of range`)
  if (!(duration! > 0 && duration! < 168 * 3600)) found.push(`duration_sec ${duration} is out of range`)
  if (!(open! >= 0 && open! <= total! && total! >= 1)) found.push(`${open} of ${total} spots`)
  const last = at(record, 'scheduling_rule_overrides.last_bookable_sec')
  if (last !== undefined && !(Number(last) < start!)) found.push('last_bookable_sec is not before start_sec')
  return found
}

/** Reads a feed as Google says it reads one, from all of its files; written without anything of ours but the names of kinds. */
export const readFeed = (kind: GoogleFeed['kind'], files: readonly File[]): Read => {
  const problems: string[] = []
  const texts = files.map(({ body }) => gunzipSync(body).toString())
  const parsed = texts.map((text) => JSON.parse(text) as Record_)
  const records = parsed.flatMap((file) => {
    if (kind !== 'availability') return file[kind === 'merchants' ? 'merchant' : 'service'] as Record_[]
    return (file['service_availability'] as Record_[]).flatMap((one) => {
      if (Object.keys(one).join(',') !== 'availability') problems.push('a daily feed restricts nothing')
      return one['availability'] as Record_[]
    })
  })
  const metadata = parsed.map((file) => file['metadata'] as Record_)
  const first = metadata[0]!
  const generatedSec = Number(first['generation_timestamp'])
  metadata.forEach((one, nth) => {
    if (one['processing_instruction'] !== 'PROCESS_AS_COMPLETE') problems.push('processing_instruction')
    if (Number(one['shard_number'] ?? 0) !== nth || Number(one['total_shards']) !== files.length) problems.push(`shard ${nth}`)
    if (one['nonce'] !== first['nonce'] || !(BigInt(String(one['nonce'])) > 0n)) problems.push('nonce')
    if (Number(one['generation_timestamp']) !== generatedSec) problems.push('generation_timestamp')
    const name = `${names[kind]}_${generatedSec}_${String(nth + 1).padStart(3, '0')}_of_${String(files.length).padStart(3, '0')}.json.gz`
    if (files[nth]!.name !== name) problems.push(`${files[nth]!.name} is not ${name}`)
    if (files[nth]!.body.length > 200 * 1024 * 1024) problems.push('more than 200 MB')
  })
  const seen = new Set<string>()
  for (const record of records) {
    problems.push(...recordProblems(kind, record, generatedSec))
    const { merchant_id: id, service_id: service, start_sec: start, duration_sec: duration, resources } = record
    const key = JSON.stringify([id, service, start, duration, resources && { ...(resources as object), room_description: undefined }])
    if (seen.has(key)) problems.push(`${key} comes twice`)
    seen.add(key)
  }
  return { metadata: first, records, problems: problems.slice(0, 20), text: texts.join('') }
}
