import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { TableUnreadable } from '../table/table-source.ts'

/** Of all parts together: the largest workbook that is read. */
const unpackedMax = 256 * 1_048_576
/** Zip bomb guard: a part this large that was this small is one thing repeated; sheets of nothing but equal rows compress to a 340th. */
const repeats = ({ packed, unpacked }: Entry): boolean => unpacked > 16 * 1_048_576 && unpacked > 400 * packed
const entriesMax = 2000

const broken = (): never => {
  throw new TableUnreadable('broken', 'the workbook is damaged')
}
const bomb = (): never => {
  throw new TableUnreadable('bomb', 'the workbook unpacks into too much')
}

const endOf = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 66_000); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  return broken()
}

type Entry = { method: number; packed: number; unpacked: number; at: number }

const entriesOf = (view: DataView): Entry[] => {
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > entriesMax) bomb()
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) broken()
    entries.push({
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const inflate = promisify(inflateRaw) as (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

/**
 * Zip bomb guard, before anything else unpacks the file: the declared sizes must be acceptable, and no part may exceed its own. Small declarations
 * are believed only after unpacking once.
 */
export const checkZip = async (bytes: Uint8Array): Promise<void> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(view)
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > unpackedMax || entries.some(repeats)) bomb()
  for (const { method, packed, unpacked, at } of entries) {
    if (method !== 8) continue
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== 0x04034b50) broken()
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    // Deflate expands at most 1032-fold: a part that declares less could lie.
    if (packed * 1032 <= unpackedMax / 8 && packed * 1032 <= unpacked * 4) continue
    await inflate(bytes.subarray(from, from + packed), { maxOutputLength: Math.max(unpacked, 1) }).catch((error: { code?: string }) =>
      error.code === 'ERR_BUFFER_TOO_LARGE' ? bomb() : broken(),
    )
  }
}
