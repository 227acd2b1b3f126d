import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Loose, readProto } from '../proto-read.ts'
import type { Fault } from '../slot-rules.ts'
import { type Gathering, newGathering, takeAvailability, takeMerchant, takeService } from './check-record.ts'
import { feeds, records } from './feed-messages.ts'
import { type FeedKind, FeedScan, FeedUnreadable } from './feed-scan.ts'

export type Metadata = { shard: number; shards: number; generatedSec: number; nonce: string | null; complete: boolean }
export type CheckedFile = {
  name: string
  /** Of its bytes as they came. */
  sha256: string
  /** Null where the file cannot be read at all. */
  metadata: Metadata | null
  records: number
  /** Of the file itself: it is not taken. */
  fatal: Fault[]
  /** Of records, which are left out: the first of them, and how many there were. */
  faults: Fault[]
  faultCount: number
  gathering: Gathering
}

const mostBytes = 200 * 1024 * 1024
const mostFaults = 50
const fileName = /^[\w-]+_\d{9,11}_\d{1,4}(?:_of)?_\d{1,4}\.json(?:\.gz)?$/
const takers: Readonly<Record<FeedKind, (record: Loose, gathering: Gathering) => Fault[]>> = {
  merchants: takeMerchant,
  services: takeService,
  availability: takeAvailability,
}
const fault = (code: string, words: string): Fault => ({ code, words })

type Meta = {
  processing_instruction?: string
  shard_number?: number
  total_shards?: number
  generation_timestamp?: string
  nonce?: string
}
const metadataOf = (given: Meta): Metadata => ({
  shard: given.shard_number ?? 0,
  shards: given.total_shards ?? 0,
  generatedSec: Number(given.generation_timestamp ?? 0),
  nonce: given.nonce === undefined || given.nonce === '0' ? null : given.nonce,
  complete: given.processing_instruction === 'PROCESS_AS_COMPLETE',
})

const oldestSec = 86_400
const aheadSec = 300
const metadataFaults = ({ shard, shards, generatedSec, nonce, complete }: Metadata, nowSec: number): Fault[] => [
  ...(complete ? [] : [fault('INVALID_PROCESSING_INSTRUCTION', 'a daily feed is PROCESS_AS_COMPLETE')]),
  ...(shards >= 1 && shard >= 0 && shard < shards ? [] : [fault('INVALID_SHARD', `shard ${shard} of ${shards}`)]),
  ...(shards > 1 && nonce === null ? [fault('MISSING_REQUIRED_FIELD', 'a sharded feed has a nonce')] : []),
  ...(generatedSec < nowSec - oldestSec || generatedSec > nowSec + aheadSec
    ? [fault('TIMESTAMP_OUT_OF_RANGE', `generation_timestamp ${generatedSec}`)]
    : []),
]

const restrictFaults = (rest: Loose): Fault[] => {
  const given = ((rest['service_availability'] ?? []) as Loose[]).flatMap((one) =>
    Object.keys(one).filter((name) => name !== 'availability'),
  )
  return given.length ? [fault('RECORD_OUT_OF_RESTRICTION', `a complete feed sets no ${given[0]}`)] : []
}

const piecesOf = (path: string, name: string): Readable => {
  const file = createReadStream(path)
  if (!name.endsWith('.gz')) return file
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  return file.pipe(gunzip)
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** One file of a feed, read record by record. */
export const checkFile = async (
  kind: FeedKind,
  { path, name, nowSec }: { path: string; name: string; nowSec: number },
): Promise<CheckedFile> => {
  const checked: CheckedFile = {
    name,
    sha256: await sha256Of(path),
    metadata: null,
    records: 0,
    fatal: [],
    faults: [],
    faultCount: 0,
    gathering: newGathering(nowSec),
  }
  if (!fileName.test(name))
    checked.fatal.push(fault('INVALID_FILE_NAME', `${name} does not say which feed it is of, when it was made and which part it is`))
  const { size } = await stat(path)
  if (size > mostBytes) checked.fatal.push(fault('FILE_TOO_LARGE', `${size} bytes; shard the feed`))
  const note = (faults: readonly Fault[]): void => {
    checked.faultCount += faults.length
    checked.faults.push(...faults.slice(0, Math.max(0, mostFaults - checked.faults.length)))
  }
  const take = (text: string): void => {
    checked.records++
    const { value, wrong } = readProto(records[kind], text)
    note(wrong.length ? wrong.map((words) => fault('JSON_PARSE_ERROR', words)) : takers[kind](value, checked.gathering))
  }
  const scan = new FeedScan(kind)
  try {
    for await (const piece of piecesOf(path, name)) for (const record of scan.push(piece as Buffer)) take(record)
    const { value, wrong } = readProto(feeds[kind], scan.rest())
    if (wrong.length) throw new FeedUnreadable(wrong.slice(0, 3).join('; '))
    if (!value['metadata']) throw new FeedUnreadable('metadata is missing')
    checked.metadata = metadataOf(value['metadata'] as Meta)
    checked.fatal.push(...metadataFaults(checked.metadata, nowSec), ...restrictFaults(value))
  } catch (error) {
    checked.fatal.push(fault('JSON_PARSE_ERROR', error instanceof Error ? error.message : String(error)))
  }
  return checked
}
