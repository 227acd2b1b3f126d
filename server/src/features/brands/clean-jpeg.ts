import { broken, type CleanPicture, type SizeCheck } from './picture-kind.ts'

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */
export const isJpeg = (file: Buffer): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff

const endOfImage = 0xd9
const startOfScan = 0xda
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** Tables, frames and scans; of what programs add only what changes the colours. Cameras' notes and places stay behind. */
const isKept = (marker: number, data: Buffer): boolean => {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = data.toString('latin1', 0, 11)
  return (
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name === 'ICC_PROFILE') ||
    (marker === 0xee && name.startsWith('Adobe'))
  )
}

/** Where the packed pixels that begin at `from` end: at the next marker that is neither a stuffed zero nor a restart. */
const endOfScan = (file: Buffer, from: number): number => {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]!
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw broken()
}

/** Before a marker any number of bytes may fill the space. */
const pastFilling = (file: Buffer, from: number): number => {
  let at = from
  while (file[at] === 0xff && file[at + 1] === 0xff) at++
  if (file[at] !== 0xff || file[at + 1] === undefined) throw broken()
  return at
}

const sizeIn = (frame: Buffer): { width: number; height: number } => {
  if (frame.length < 6) throw broken()
  const size = { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) }
  if (size.width === 0 || size.height === 0) throw broken()
  return size
}

export const cleanJpeg = (file: Buffer, check: SizeCheck): CleanPicture => {
  const parts = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; ;) {
    at = pastFilling(file, at)
    const marker = file[at + 1]!
    if (marker === endOfImage && size) {
      parts.push(file.subarray(at, at + 2))
      return { ending: 'jpg', ...size, body: Buffer.concat(parts) }
    }
    const end = at + 2 + (at + 4 <= file.length ? file.readUInt16BE(at + 2) : Infinity)
    if (end > file.length || end < at + 4) throw broken()
    const data = file.subarray(at + 4, end)
    if (isFrame(marker)) {
      if (size) throw broken()
      size = sizeIn(data)
      check(size.width, size.height)
    }
    if (marker === startOfScan && !size) throw broken()
    const next = marker === startOfScan ? endOfScan(file, end) : end
    if (isKept(marker, data)) parts.push(file.subarray(at, next))
    at = next
  }
}
