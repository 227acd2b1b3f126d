import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readPhoto } from './api.ts'
import { listingsHandlers as listings } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let id: string
const { files, kept } = memoryFiles()
beforeAll(async () => {
  open = await aDb()
  const companyId = await aCompany(open.db)
  id = (await aVenue(open.db, { companyId })).id
  await open.db.updateTable('venues').set({ listingEnabled: true, listingEnabledAt: '2026-11-01T10:00:00Z' }).where('id', '=', id).execute()
  ctx = ctxOfUser(open.db, await aUser(open.db, { companyId }), { ports: { ...recordingPorts().ports, files } })
})
afterAll(() => open.close())

const send = (content: Buffer) => listings.addPhoto(ctx, { params: { id }, body: { content: content.toString('base64') } })
const picture = (width: number, height: number, background = '#205080') =>
  sharp({ create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 120, sigma: 30 } } })

test('LI1: a photo is made in all sizes, upright, and without what its camera noted', async () => {
  const lying = await picture(2000, 1500)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const photo = await send(lying)
  expect([photo.width, photo.height]).toEqual([1500, 2000])
  expect(photo.sizes.map(({ width, type }) => [width, type])).toEqual([
    [400, 'image/webp'],
    [800, 'image/webp'],
    [1500, 'image/webp'],
    [1200, 'image/jpeg'],
  ])
  for (const { body } of kept.values()) {
    const found = await sharp(body).metadata()
    expect([found.exif, found.orientation ?? 1, found.xmp]).toEqual([undefined, 1, undefined])
  }
  const { url, width, height } = photo.sizes[0]!
  const shown = await readPhoto(files, url.split('/').at(-1)!)
  expect(await sharp(shown!.body).metadata()).toMatchObject({ format: 'webp', width, height })
  expect((await send(lying)).id).toBe(photo.id)
  expect(await readPhoto(files, '../secret')).toBeUndefined()
})

test('LI1: a part of a photo is a photo of its own, cut again from what was sent in', async () => {
  const photo = await send(await picture(1000, 800, '#903010').png().toBuffer())
  const cut = (photoId: string, part: object | null) => listings.cutPhoto(ctx, { params: { id }, body: { photoId, cut: part as never } })
  const part = await cut(photo.id, { left: 100, top: 50, width: 600, height: 600 })
  expect([part.width, part.height]).toEqual([600, 600])
  const smaller = await cut(part.id, { left: 0, top: 100, width: 300, height: 300 })
  expect(smaller).toMatchObject({ width: 300, height: 300 })
  expect((await cut(smaller.id, null)).id).toBe(photo.id)
  expect(await refusal(cut(part.id, { left: 400, top: 0, width: 300, height: 300 }))).toBe('request.invalid')
  expect(await refusal(cut(part.id, { left: 0, top: 0, width: 100, height: 100 }))).toBe('picture.size_refused')
})

test('LI1: what is no photo is refused in words: other files, halves, scripts, bombs, stamps', async () => {
  const jpeg = await picture(800, 600, '#114433').jpeg().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><script>alert(1)</script></svg>')
  expect(await refusal(send(svg))).toBe('picture.type_refused')
  expect(await refusal(send(Buffer.from('%PDF-1.7 not a picture')))).toBe('picture.type_refused')
  expect(await refusal(send(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(400, 7)])))).toBe('picture.broken')
  expect(await refusal(send(jpeg.subarray(0, jpeg.length / 2)))).toBe('picture.broken')
  expect(await refusal(send(await picture(200, 900).jpeg().toBuffer()))).toBe('picture.size_refused')
  const bomb = await sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await refusal(send(bomb))).toBe('picture.size_refused')
  expect(await refusal(send(Buffer.alloc(21 * 1024 * 1024)))).toBe('picture.too_large')
  // After all that the next one is made as ever.
  expect((await send(jpeg)).width).toBe(800)
})
