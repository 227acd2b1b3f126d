import { crc32, deflateSync } from 'node:zlib'
import { addPhoto, readListing, updateListing } from '#src/features/listing-profile/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { randomFor } from './random.ts'

export const demoPhotosJob = defineJob<{ venueIds: string[] }>('demo.photos', 1)

type Colour = readonly [red: number, green: number, blue: number]
const grounds: readonly Colour[] = [
  [74, 52, 38],
  [30, 58, 66],
  [92, 40, 34],
  [46, 62, 42],
]
const foods: readonly Colour[] = [
  [214, 120, 52],
  [196, 62, 48],
  [122, 150, 60],
  [232, 186, 88],
]

/** A plate on a table, from above: a picture that nobody has to be asked for. */
const plate = (seed: string, width: number, height: number): Buffer => {
  const random = randomFor(seed)
  const [ground, food, green] = [random.pick(grounds), random.pick(foods), random.pick(foods)]
  const [middleX, middleY, rim] = [width * (0.4 + random.next() * 0.2), height / 2, height * 0.42]
  const bites = Array.from({ length: 9 }, () => ({
    x: middleX + (random.next() - 0.5) * rim,
    y: middleY + (random.next() - 0.5) * rim,
    size: rim * (0.12 + random.next() * 0.18),
    colour: random.chance(0.6) ? food : green,
  }))
  const colourAt = (x: number, y: number): Colour => {
    const away = Math.hypot(x - middleX, y - middleY)
    const bite = bites.find((one) => Math.hypot(x - one.x, y - one.y) < one.size)
    if (bite && away < rim * 0.8) return bite.colour
    if (away < rim) return away > rim * 0.86 ? [222, 220, 214] : [244, 242, 236]
    const grain = Math.sin(y / 9 + Math.sin(x / 70)) * 8
    return [ground[0] + grain, ground[1] + grain, ground[2] + grain]
  }
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 1.12 - 0.4 * (x / width) * (y / height)
      const colour = colourAt(x, y)
      for (let part = 0; part < 3; part++) rows[y * (width * 3 + 1) + 1 + x * 3 + part] = Math.max(0, Math.min(255, colour[part]! * light))
    }
  return png(rows, width, height)
}

/** https://www.w3.org/TR/png-3/: eight bits of red, green and blue, no filter. */
const png = (rows: Buffer, width: number, height: number): Buffer => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

const photograph = async (ctx: Ctx, venueId: string): Promise<void> => {
  const { photos, version } = await readListing(ctx, venueId)
  // Somebody was quicker.
  if (photos.length) return
  const alts = [
    { en: 'A plate of the day on a wooden table', de: 'Ein Teller des Tages auf einem Holztisch' },
    { en: 'A second plate, seen from above', de: 'Ein zweiter Teller, von oben gesehen' },
  ]
  const made = []
  for (const [nth, alt] of alts.entries()) {
    const content = plate(`${venueId} ${nth}`, 1200, 800).toString('base64')
    const { id } = await addPhoto(ctx, { params: { id: venueId }, body: { content } })
    made.push({ id, kind: 'food' as const, alt })
  }
  await updateListing(ctx, { params: { id: venueId }, body: { version, photos: made } })
}

/** Drawn beside the running server: the first start waits for no picture. */
export const demoJobs: readonly JobHandler[] = [
  onJob(demoPhotosJob, async (ctx, { venueIds }) => {
    for (const venueId of venueIds) await photograph(ctx, venueId)
  }),
]
