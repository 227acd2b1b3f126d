import { Problem } from '#src/platform/problem.ts'
import { broken, type CleanPicture, type SizeCheck } from './picture-kind.ts'

/** https://www.rfc-editor.org/rfc/rfc9649 */
export const isWebp = (file: Buffer): boolean => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'

type Chunk = { name: string; data: Buffer }
const alphaFlag = 0x10

const chunksOf = (file: Buffer): Chunk[] => {
  const end = 8 + (file.length >= 12 ? file.readUInt32LE(4) : Infinity)
  if (end > file.length) throw broken()
  const chunks: Chunk[] = []
  for (let at = 12; at < end;) {
    const length = at + 8 <= end ? file.readUInt32LE(at + 4) : Infinity
    if (at + 8 + length > end) throw broken()
    chunks.push({ name: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}

const sizeOf = ({ name, data }: Chunk): { width: number; height: number } => {
  if (name === 'VP8L') {
    if (data.length < 6 || data[0] !== 0x2f) throw broken()
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (data.length < 11 || data.readUIntBE(3, 3) !== 0x9d_01_2a) throw broken()
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

const written = ({ name, data }: Chunk): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The extended head of a still picture with an alpha plane, and of nothing else. */
const extended = ({ width, height }: { width: number; height: number }): Chunk => {
  const data = Buffer.alloc(10)
  data[0] = alphaFlag
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', data }
}

export const cleanWebp = (file: Buffer, check: SizeCheck): CleanPicture => {
  const chunks = chunksOf(file)
  if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) throw new Problem('picture.moving')
  const images = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  if (images.length !== 1) throw broken()
  const size = sizeOf(images[0]!)
  if (size.width === 0 || size.height === 0) throw broken()
  check(size.width, size.height)
  const alpha = images[0]!.name === 'VP8 ' ? chunks.filter(({ name }) => name === 'ALPH').slice(0, 1) : []
  const parts = (alpha.length > 0 ? [extended(size), ...alpha, ...images] : images).map(written)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return { ending: 'webp', ...size, body: Buffer.concat([head, ...parts]) }
}
