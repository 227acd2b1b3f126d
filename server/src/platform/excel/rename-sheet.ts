import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/* The parts of a ZIP archive that matter here (APPNOTE.TXT 4.3): local headers, the directory at its end, the record that finds the directory. */
const directoryEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const localHeader = 30
const entryHeader = 46

type Entry = { at: number; name: string; length: number; offset: number }

const entriesOf = (zip: Buffer, from: number, count: number): Entry[] => {
  const entries: Entry[] = []
  for (let at = from; entries.length < count; at += entries.at(-1)!.length) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [number, number, number]
    const length = entryHeader + name + extra + comment
    entries.push({ at, name: zip.toString('utf8', at + entryHeader, at + entryHeader + name), length, offset: zip.readUInt32LE(at + 42) })
  }
  return entries
}

/**
 * Gives a sheet its name in a finished workbook: the writer that streams numbers the sheets it begins by itself. Only the list of sheets is written
 * anew, a few hundred bytes; everything else stays as it is.
 */
export const renameSheet = (zip: Buffer, from: string, to: string): Buffer => {
  const end = zip.lastIndexOf(directoryEnd)
  const directory = zip.readUInt32LE(end + 16)
  const entries = entriesOf(zip, directory, zip.readUInt16LE(end + 10))
  const found = entries.find(({ name }) => name === 'xl/workbook.xml')!
  const next = Math.min(directory, ...entries.map(({ offset }) => offset).filter((offset) => offset > found.offset))
  const head = localHeader + zip.readUInt16LE(found.offset + 26) + zip.readUInt16LE(found.offset + 28)
  const xml = inflateRawSync(zip.subarray(found.offset + head, found.offset + head + zip.readUInt32LE(found.at + 20))).toString('utf8')
  const plain = Buffer.from(xml.replace(`name="${from}"`, `name="${to}"`))
  const packed = deflateRawSync(plain)
  const header = Buffer.from(zip.subarray(found.offset, found.offset + head))
  const out = Buffer.from(zip.subarray(directory))
  // Sizes and checksum stand in the header now, so nothing follows the data.
  for (const [where, at] of [
    [header, 0],
    [out, found.at - directory + 2],
  ] as const) {
    where.writeUInt16LE(where.readUInt16LE(at + 6) & ~8, at + 6)
    where.writeUInt32LE(crc32(plain), at + 14)
    where.writeUInt32LE(packed.length, at + 18)
    where.writeUInt32LE(plain.length, at + 22)
  }
  const moved = head + packed.length - (next - found.offset)
  for (const { at, offset } of entries) if (offset > found.offset) out.writeUInt32LE(offset + moved, at - directory + 42)
  out.writeUInt32LE(directory + moved, end - directory + 16)
  return Buffer.concat([zip.subarray(0, found.offset), header, packed, zip.subarray(next, directory), out])
}
