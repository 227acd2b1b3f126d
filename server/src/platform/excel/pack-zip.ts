import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/* A ZIP archive as APPNOTE.TXT 4.3 has it: each part behind its header, the directory at the end. */
type Packed = { name: Buffer; data: Buffer[]; crc: number; packed: number; plain: number }
export type Part = { name: string; text: AsyncIterable<string> | Iterable<string> }

/** Sizes are kept in 32 bits. */
const most = 0xff_ff_ff_ff
const noon1980 = 33

/** Packs a part while it comes: of its text only the piece at hand is in memory. */
const pack = async ({ name, text }: Part): Promise<Packed> => {
  const deflate = createDeflateRaw()
  const part: Packed = { name: Buffer.from(name), data: [], crc: 0, packed: 0, plain: 0 }
  deflate.on('data', (piece: Buffer) => {
    part.data.push(piece)
    part.packed += piece.length
  })
  const done = finished(deflate)
  done.catch(() => undefined)
  try {
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      part.crc = crc32(bytes, part.crc)
      part.plain += bytes.length
      if (!deflate.write(bytes)) await new Promise((resolve) => void deflate.once('drain', resolve))
    }
  } catch (error) {
    deflate.destroy()
    throw error
  }
  deflate.end()
  await done
  if (part.plain > most) throw new Error(`${name} is too large for this kind of archive`)
  return part
}

/** What stands in both headers of a part: version, no flags, deflated, a date, checksum, sizes, length of its name. */
const factsOf = ({ name, crc, packed, plain }: Packed): Buffer => {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt16LE(noon1980, 8)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed, 14)
  facts.writeUInt32LE(plain, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}
const signature = (last: readonly [number, number]): Buffer => Buffer.from([0x50, 0x4b, ...last])

export const packZip = async (parts: AsyncIterable<Part> | Iterable<Part>): Promise<Buffer> => {
  const out: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for await (const part of parts) {
    const packed = await pack(part)
    const facts = factsOf(packed)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    directory.push(signature([1, 2]), Buffer.from([20, 0]), facts, offset, packed.name)
    out.push(signature([3, 4]), facts, packed.name, ...packed.data)
    at += 4 + facts.length + packed.name.length + packed.packed
  }
  const list = Buffer.concat(directory)
  const count = directory.length / 5
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...out, list, signature([5, 6]), end])
}
