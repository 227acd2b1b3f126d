import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { Problem } from '#src/platform/problem.ts'
import { broken, type CleanPicture, type SizeCheck } from './picture-kind.ts'

/** https://www.w3.org/TR/png-3/ */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const isPng = (file: Buffer): boolean => file.subarray(0, 8).equals(signature)

/** What a picture needs to look right. Texts, times, positions of cameras and everything private stay behind. */
const allowedChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'IDAT', 'IEND'])
const samples: Record<number, { parts: number; depths: readonly number[] }> = {
  0: { parts: 1, depths: [1, 2, 4, 8, 16] },
  2: { parts: 3, depths: [8, 16] },
  3: { parts: 1, depths: [1, 2, 4, 8] },
  4: { parts: 2, depths: [8, 16] },
  6: { parts: 4, depths: [8, 16] },
}
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** Up to IEND; what follows it belongs to no picture. */
const chunksOf = (file: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = 8; ;) {
    const end = at + 12 + (at + 8 <= file.length ? file.readUInt32BE(at) : Infinity)
    if (end > file.length) throw broken()
    const whole = file.subarray(at, end)
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) throw broken()
    const type = whole.toString('latin1', 4, 8)
    chunks.push({ type, data: whole.subarray(8, -4), whole })
    if (type === 'IEND') return chunks
    at = end
  }
}

type Head = { width: number; height: number; bits: number; interlaced: boolean }

const headOf = ({ type, data }: Chunk): Head => {
  if (type !== 'IHDR' || data.length !== 13) throw broken()
  const [depth, colour, compression, filter, interlace] = data.subarray(8) as unknown as [number, number, number, number, number]
  const sample = samples[colour]
  if (!sample?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw broken()
  const width = data.readUInt32BE(0)
  const height = data.readUInt32BE(4)
  if (width === 0 || height === 0) throw broken()
  return { width, height, bits: sample.parts * depth, interlaced: interlace === 1 }
}

/** Bytes of the unpacked rows, each with its filter byte. */
const rowBytes = ({ width, height, bits, interlaced }: Head): number => {
  const part = (columns: number, rows: number): number => (columns > 0 && rows > 0 ? (Math.ceil((columns * bits) / 8) + 1) * rows : 0)
  if (!interlaced) return part(width, height)
  return adam7.reduce((sum, [x, y, dx, dy]) => sum + part(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
}

/** The pixels are unpacked, no further than the head says, to know that they are there. */
export const cleanPng = async (file: Buffer, check: SizeCheck): Promise<CleanPicture> => {
  const chunks = chunksOf(file)
  const head = headOf(chunks[0]!)
  if (chunks.some(({ type }) => type === 'acTL')) throw new Problem('picture.moving')
  check(head.width, head.height)
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
  const expected = rowBytes(head)
  const rows = await promisify(inflate)(packed, { maxOutputLength: expected + 65_536 }).catch(() => undefined)
  if (!rows || rows.length < expected) throw broken()
  const body = Buffer.concat([signature, ...chunks.flatMap(({ type, whole }) => (allowedChunks.has(type) ? [whole] : []))])
  return { ending: 'png', width: head.width, height: head.height, body }
}
