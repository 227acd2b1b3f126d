import { cleanPng, isPng } from './clean-png.ts'
import { broken, type CleanPicture, type SizeCheck } from './picture-kind.ts'

/** https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10) */
export const isIco = (file: Buffer): boolean => file.length > 22 && file.readUInt16LE(0) === 0 && file.readUInt16LE(2) === 1

const mostImages = 16
const edgeMax = 256
type Image = { width: number; height: number; bits: number; body: Buffer }

/** A bitmap without packing: its size follows from its head, so that nothing can hide behind it. */
const cleanBitmap = (data: Buffer): Image => {
  if (data.length < 40 || data.readUInt32LE(0) !== 40 || data.readUInt32LE(16) !== 0) throw broken()
  const width = data.readInt32LE(4)
  const height = data.readInt32LE(8) / 2
  const bits = data.readUInt16LE(14)
  const colours = data.readUInt32LE(32)
  if (![1, 4, 8, 24, 32].includes(bits) || !Number.isInteger(height) || width < 1 || height < 1 || colours > 256) throw broken()
  if (width > edgeMax || height > edgeMax) throw broken()
  const row = (rowBits: number): number => Math.ceil(rowBits / 32) * 4
  const palette = bits <= 8 ? (colours || 2 ** bits) * 4 : 0
  const pixels = 40 + palette + row(width * bits) * height
  if (data.length < pixels) throw broken()
  return { width, height, bits, body: data.subarray(0, pixels + row(width) * height) }
}

const cleanImage = async (data: Buffer): Promise<Image> => {
  if (!isPng(data)) return cleanBitmap(data)
  const { width, height, body } = await cleanPng(data, (w, h) => {
    if (w > edgeMax || h > edgeMax) throw broken()
  })
  return { width, height, bits: 32, body }
}

export const cleanIco = async (file: Buffer, check: SizeCheck): Promise<CleanPicture> => {
  const count = file.readUInt16LE(4)
  if (count < 1 || count > mostImages || file.length < 6 + 16 * count) throw broken()
  const images: Image[] = []
  for (let index = 0; index < count; index++) {
    const entry = file.subarray(6 + 16 * index)
    const bytes = entry.readUInt32LE(8)
    const offset = entry.readUInt32LE(12)
    if (offset + bytes > file.length) throw broken()
    images.push(await cleanImage(file.subarray(offset, offset + bytes)))
  }
  const largest = images.toSorted((a, b) => b.width - a.width)[0]!
  check(largest.width, largest.height)
  const head = Buffer.alloc(6 + 16 * count)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(count, 4)
  let offset = head.length
  for (const [index, { width, height, bits, body }] of images.entries()) {
    const at = 6 + 16 * index
    head[at] = width % edgeMax
    head[at + 1] = height % edgeMax
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(bits, at + 6)
    head.writeUInt32LE(body.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += body.length
  }
  return { ending: 'ico', width: largest.width, height: largest.height, body: Buffer.concat([head, ...images.map(({ body }) => body)]) }
}
