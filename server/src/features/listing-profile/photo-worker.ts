import { parentPort } from 'node:worker_threads'
import { photoEdgeMax, photoEdgeMin, photoPixelsMax } from '@tablewire/contracts/listing/photo.rules'
import sharp, { type Sharp } from 'sharp'
import type { Cut } from './listing-rows.ts'

/**
 * Unpacks pictures of strangers, apart from the thread that answers requests. Only these four formats are read at all: no SVG, no PDF, nothing that
 * reads other files.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadHeifBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** `fresh`: sent in by somebody; else one that was kept, of which a part is wanted. */
export type PhotoTask = { id: number; content: Uint8Array; fresh: boolean; cut: Cut | null }
export type PhotoSizeMade = { width: number; height: number; ending: 'webp' | 'jpg'; body: Uint8Array }
export type PhotoMade = {
  width: number
  height: number
  /** As it is kept: upright, without what cameras note. */
  original: { ending: 'jpg' | 'png'; body: Uint8Array } | null
  sizes: PhotoSizeMade[]
}
export type PhotoFault = { fault: 'type' | 'broken' } | { fault: 'size'; width: number; height: number }
export type PhotoAnswer = { id: number } & (PhotoMade | PhotoFault)

const keptEdge = 4096
const widths = [400, 800, 1600]
const jpegWidth = 1200

const kindOf = (file: Buffer): string | undefined => {
  const text = (from: number, to: number): string => file.toString('latin1', from, to)
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  return text(4, 12) === 'ftypavif' || text(4, 12) === 'ftypavis' ? 'heif' : undefined
}

const sizeFault = (width: number, height: number): PhotoFault | undefined =>
  Math.min(width, height) < photoEdgeMin || Math.max(width, height) > photoEdgeMax || width * height > photoPixelsMax
    ? { fault: 'size', width, height }
    : undefined

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }
const rawPicture = ({ data, info }: Pixels): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

/** Unpacked once; all sizes are made of these pixels. */
const pixelsOf = async (content: Buffer, cut: Cut | null): Promise<Pixels> => {
  let picture = sharp(content, { limitInputPixels: photoPixelsMax, failOn: 'warning', sequentialRead: !cut }).autoOrient()
  if (cut) picture = picture.extract(cut)
  const { data, info } = await picture
    .resize({ width: keptEdge, height: keptEdge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: info.channels as 3 | 4 } }
}

const sizesOf = async (pixels: Pixels): Promise<PhotoSizeMade[]> => {
  const { width } = pixels.info
  const wanted = [...widths.filter((one) => one < width), ...(width <= widths.at(-1)! ? [width] : [])]
  // Each size is made of the next larger one: small pictures cost little then.
  let source = pixels
  const made: PhotoSizeMade[] = []
  for (const one of wanted.toReversed()) {
    const { data, info } = await rawPicture(source).resize({ width: one }).raw().toBuffer({ resolveWithObject: true })
    source = { data, info: { width: info.width, height: info.height, channels: info.channels as 3 | 4 } }
    const body = await rawPicture(source).webp({ quality: 78, effort: 2 }).toBuffer()
    made.unshift({ width: info.width, height: info.height, ending: 'webp', body })
    if (one === Math.max(...wanted)) {
      const jpeg = await rawPicture(source)
        .resize({ width: jpegWidth, withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82, progressive: true })
        .toBuffer({ resolveWithObject: true })
      made.push({ width: jpeg.info.width, height: jpeg.info.height, ending: 'jpg', body: jpeg.data })
    }
  }
  return made
}

const make = async ({ content, fresh, cut }: PhotoTask): Promise<PhotoMade | PhotoFault> => {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const kind = kindOf(file)
  if (!kind) return { fault: 'type' }
  const told = await sharp(file, { limitInputPixels: false }).metadata()
  const fault = sizeFault(told.width, told.height) ?? (cut ? sizeFault(cut.width, cut.height) : undefined)
  if (fault) return fault
  const pixels = await pixelsOf(file, cut)
  const { width, height, channels } = pixels.info
  const opaque = channels < 4
  const [original, sizes] = [
    !fresh
      ? null
      : opaque
        ? { ending: 'jpg' as const, body: await rawPicture(pixels).jpeg({ quality: 90 }).toBuffer() }
        : { ending: 'png' as const, body: await rawPicture(pixels).png({ compressionLevel: 6 }).toBuffer() },
    await sizesOf(pixels),
  ]
  return { width, height, original, sizes }
}

parentPort?.on('message', (task: PhotoTask) => {
  make(task)
    .catch((): PhotoFault => ({ fault: 'broken' }))
    .then((answer) => parentPort!.postMessage({ id: task.id, ...answer } satisfies PhotoAnswer, []))
    .catch(() => process.exit(1))
})
