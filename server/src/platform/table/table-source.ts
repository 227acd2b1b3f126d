import type { Encoding } from '@tablewire/contracts/import/import.rules'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'

/** Opens the same bytes anew each time. */
export type Source = () => AsyncIterable<Uint8Array>

export type Flaw = 'empty' | 'not_table' | 'broken' | 'bomb'

/** These bytes are no table, or not to their end. The message is in English, for a command line. */
export class TableUnreadable extends Error {
  override name = 'TableUnreadable'
  readonly flaw: Flaw
  constructor(flaw: Flaw, message: string) {
    super(message)
    this.flaw = flaw
  }
}

/** What unpacking and parsing complain of is the file's fault; everything else (a disk, a network) is not, and passes. */
export const asUnreadable = (error: unknown): unknown => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(Z_|CSV_)/.test(code) ? new TableUnreadable('broken', (error as Error).message) : error
}

/** How the bytes become rows. `headerLine` counts from 1; 0 = the columns have no names. */
export type Layout = { format: 'csv' | 'xlsx'; encoding: Encoding; delimiter: string; headerLine: number }

/** More than any table people send, few enough to be read in minutes. */
export const unpackedBytesMax = 1_073_741_824

const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b

/** Zip bomb guard: tables compress to a tenth, extreme ones to a fiftieth. */
const packedTimesMax = 200
const believedBytes = 16_777_216

/** Throws where a small file unpacks into more than that. */
async function* atMost(bytes: AsyncIterable<Uint8Array>, packed: () => number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > unpackedBytesMax || (total > believedBytes && total > packed() * packedTimesMax))
      throw new TableUnreadable('bomb', 'it unpacks into too much')
    yield chunk
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** The bytes as they were before gzip, if it was used. */
export async function* unpacked(source: Source): AsyncGenerator<Uint8Array> {
  const bytes = source()[Symbol.asyncIterator]()
  try {
    const first = await bytes.next()
    if (first.done) return
    const all = withFirst(first.value, bytes)
    if (!isGzip(first.value)) return yield* atMost(all, () => Infinity)
    const gunzip = createGunzip()
    // A failure of either end shows in the reading below.
    yield* atMost(pipeline(all, gunzip, () => undefined) as AsyncIterable<Uint8Array>, () => gunzip.bytesWritten)
  } finally {
    await bytes.return?.()
  }
}

/** As UTF-8, whatever it was written in. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array | string> {
  if (encoding === 'utf-8') return yield* bytes
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
