import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { GoogleFeedError, GoogleFeedKind } from '@tablewire/contracts/google/google-feeds'
import { checkRecord, keyOf } from './check-record.ts'
import { collectErrors, type Fail } from './feed-errors.ts'
import { brackets } from './feed-text.ts'

export type FileToCheck = { name: string; bytes: number; pieces: () => AsyncIterable<Buffer> }
export type CheckAsk = {
  kind: GoogleFeedKind
  files: readonly FileToCheck[]
  nowSec: number
  /** Of feeds of this kind before, when the newest was made; null = there was none. */
  lastGeneratedSec: number | null
  /** Nonces that were used before. */
  usedNonces: ReadonlySet<string>
  /** Those of the merchants feed, where records of others must belong to one. */
  merchants: ReadonlySet<string> | undefined
  /** Back-pressure between chunks. */
  pause: () => Promise<void>
}
export type CheckedFeed = { errors: GoogleFeedError[]; errorCount: number; records: number; merchants: Set<string> }

const longestFile = 200 * 1024 * 1024
const namePattern = /^[a-z]+(?:_[a-z]+)*_(\d+)_(\d{3,})_of_(\d{3,})\.json\.gz$/
/** A feed is made and sent on the same day; Google refuses one whose data are old. */
const oldestSec = 86_400

/** The lines of a packed file, some at a time. What cannot be unpacked throws. */
async function* linesIn({ pieces }: FileToCheck): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  const source = Readable.from(pieces(), { objectMode: false })
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  let rest = ''
  for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop()!
    if (lines.length) yield lines
  }
  const last = rest + decoder.end()
  if (last) yield [last]
}

/** Of text or a number, its text. */
const wordOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
type Metadata = Partial<Record<'processing_instruction' | 'shard_number' | 'total_shards' | 'generation_timestamp' | 'nonce', unknown>>
const whole = (value: unknown): number =>
  Number.isSafeInteger(Number(value)) && value !== null && value !== '' ? Number(value) : Number.NaN

/** The metadata of a file, out of its first line; undefined where that is not the beginning of one. */
const metadataOf = (kind: GoogleFeedKind, line: string): Metadata | undefined => {
  const { open, close } = brackets[kind]
  if (!line.endsWith(open)) return undefined
  try {
    return (JSON.parse(line + close) as { metadata?: Metadata }).metadata
  } catch {
    return undefined
  }
}

type Checking = CheckAsk & {
  errors: ReturnType<typeof collectErrors>
  seen: Set<string>
  /** The merchant whose records come now, and those of its records that came. */
  current: { id: string; keys: Set<string> }
  records: number
  first: Metadata | undefined
}

type Here = { index: number; fail: Fail }

const checkStamp = ({ nowSec, lastGeneratedSec, usedNonces }: Checking, { generation_timestamp, nonce }: Metadata, fail: Fail): void => {
  const [generated, used] = [whole(generation_timestamp), wordOf(nonce)]
  if (!/^[1-9]\d{0,19}$/.test(used) || BigInt(used) >= 2n ** 64n) fail('metadata_invalid', 'nonce')
  if (!(generated <= nowSec + 60 && generated >= nowSec - oldestSec))
    fail('timestamp_out_of_range', `generation_timestamp ${String(generation_timestamp)}`)
  if (lastGeneratedSec !== null && generated <= lastGeneratedSec) fail('timestamp_reused', `generation_timestamp ${generated}`)
  if (usedNonces.has(used)) fail('nonce_reused', used)
}

const checkMetadata = (checking: Checking, metadata: Metadata | undefined, { index, fail }: Here): void => {
  if (!metadata) return fail('metadata_invalid', 'metadata are missing')
  const { files, first = metadata } = checking
  if (metadata.processing_instruction !== 'PROCESS_AS_COMPLETE') fail('metadata_invalid', 'processing_instruction')
  if (whole(metadata.shard_number) !== index || whole(metadata.total_shards) !== files.length)
    fail('missing_shards', `${String(metadata.shard_number)} of ${String(metadata.total_shards)} in place ${index} of ${files.length}`)
  checkStamp(checking, metadata, fail)
  if (whole(metadata.generation_timestamp) !== whole(first.generation_timestamp) || String(metadata.nonce) !== String(first.nonce))
    fail('metadata_invalid', 'not the same in all files')
  checking.first = first
}

const checkName = ({ kind, files }: Checking, { name, bytes }: FileToCheck, { index, fail }: Here): void => {
  const [, , nth, of] = namePattern.exec(name) ?? []
  if (!name.startsWith(`${brackets[kind].name}_`) || Number(nth) !== index + 1 || Number(of) !== files.length) fail('bad_file_name', name)
  if (bytes > longestFile) fail('file_too_large', `${bytes} bytes`)
}

/** Records of a merchant stand together, so that what came is remembered of one at a time. */
const checkDouble = (checking: Checking, record: Record<string, unknown>, fail: Fail): void => {
  const { kind, seen, current, merchants } = checking
  const id = String(record['merchant_id'])
  if (id !== current.id) {
    if (seen.has(id)) fail('duplicates', 'merchant_id in two places')
    else if (merchants && !merchants.has(id)) fail('unknown_merchant', id)
    seen.add(id)
    checking.current = { id, keys: new Set([keyOf(kind, record)]) }
    return
  }
  const key = keyOf(kind, record)
  if (current.keys.has(key)) fail('duplicates', key)
  current.keys.add(key)
}

const recordIn = (line: string): { record: Record<string, unknown> | undefined; comma: boolean } => {
  const comma = line.endsWith(',')
  try {
    return { record: JSON.parse(comma ? line.slice(0, -1) : line) as Record<string, unknown>, comma }
  } catch {
    return { record: undefined, comma }
  }
}

const checkFile = async (checking: Checking, file: FileToCheck, index: number): Promise<void> => {
  const { kind, errors, pause } = checking
  let [line, merchantId]: [number | null, string | null] = [null, null]
  const fail: Fail = (code, detail) => errors.add(code, { file: file.name, line, merchantId }, detail)
  checkName(checking, file, { index, fail })
  let number = 0
  /** A comma said that a record follows; without one, the end must. */
  let expects: 'head' | 'first' | 'record' | 'close' | 'nothing' = 'head'
  const checkOne = (text: string): void => {
    line = ++number
    if (expects === 'head') {
      checkMetadata(checking, metadataOf(kind, text), { index, fail })
      expects = 'first'
    } else if ((expects === 'close' || expects === 'first') && text === brackets[kind].close) expects = 'nothing'
    else if (expects === 'close' || expects === 'nothing') fail('json_parse_error', text.slice(0, 60))
    else {
      const { record, comma } = recordIn(text)
      expects = comma ? 'record' : 'close'
      checking.records += 1
      if (!record) return fail('json_parse_error', text.slice(0, 60))
      merchantId = typeof record['merchant_id'] === 'string' ? record['merchant_id'] : null
      checkRecord(kind, record, { fail, generatedSec: whole(checking.first?.generation_timestamp) })
      checkDouble(checking, record, fail)
    }
  }
  try {
    for await (const lines of linesIn(file)) {
      lines.forEach(checkOne)
      await pause()
    }
  } catch (error) {
    fail('json_parse_error', (error as Error).message)
  }
  merchantId = null
  if ((expects as string) !== 'nothing') fail('json_parse_error', 'the file ends early')
}

/**
 * What Google would refuse a feed for, read as it will read it: unpacked, every record by itself, no field it does not know. Nothing is taken from
 * whoever wrote it.
 */
export const checkFeed = async (ask: CheckAsk): Promise<CheckedFeed> => {
  const checking: Checking = {
    ...ask,
    errors: collectErrors(),
    seen: new Set(),
    current: { id: '', keys: new Set() },
    records: 0,
    first: undefined,
  }
  if (!ask.files.length) checking.errors.add('missing_shards', { file: '', line: null, merchantId: null }, 'no file')
  for (const [index, file] of ask.files.entries()) await checkFile(checking, file, index)
  const errors = checking.errors.all()
  return { errors, errorCount: errors.reduce((sum, { count }) => sum + count, 0), records: checking.records, merchants: checking.seen }
}
