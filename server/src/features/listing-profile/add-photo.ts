import { createHash } from 'node:crypto'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { listingPhotosKept } from '@tablewire/contracts/listing/photo.rules'
import type { listings } from '@tablewire/contracts/listing/listings'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Cut, PhotoSize } from './listing-rows.ts'
import { makePhoto } from './make-photo.ts'
import type { PhotoMade } from './photo-worker.ts'
import { sentPhoto } from './read-profiles.ts'
import { lockListing } from './update-listing.ts'

type Sent = Result<typeof listings.addPhoto>
type Kept = { id: string; width: number; height: number; sizes: PhotoSize[] }
const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const

/** The same picture of a venue, cut the same, is the same photo: sent again it is answered as it is. */
const known = async (ctx: Ctx, venueId: string, { original, cut }: { original: string; cut: Cut | null }): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select f.id, f.width, f.height, f.sizes from listing_photos f
    where f.venue_id = ${venueId} and f.original = ${original} and f.cut is not distinct from ${cut && JSON.stringify(cut)}::jsonb`.execute(
    ctx.db,
  )
  return rows[0]
}

type NewPhoto = { made: PhotoMade; original: string; cut: Cut | null }
const insertPhoto = async (ctx: Ctx, venueId: string, { made, original, cut }: NewPhoto): Promise<Kept> => {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::integer as kept from listing_photos f where f.venue_id = ${venueId}`.execute(ctx.db)
  if (rows[0]!.kept >= listingPhotosKept) throw new Problem('photo.too_many', { max: listingPhotosKept })
  const id = newId()
  const files = made.sizes.map(({ width, height, ending, body }) => ({
    body: Buffer.from(body),
    size: { width, height, path: `listing-photos/${id}-${width}.${ending}`, type: contentTypes[ending], bytes: body.length },
  }))
  const sizes = files.map(({ size }) => size)
  for (const { body, size } of files) await ctx.ports.files.put(size.path, body, size.type)
  if (made.original) await ctx.ports.files.put(original, Buffer.from(made.original.body), contentTypes[made.original.ending])
  const { width, height } = made
  await ctx.db
    .insertInto('listingPhotos')
    .values({
      id,
      venueId,
      width,
      height,
      sizes: JSON.stringify(sizes),
      original,
      cut: cut && JSON.stringify(cut),
      createdAt: ctx.clock().toString(),
    })
    .execute()
  return { id, width, height, sizes }
}

/** The files first: no row ever names one that is not there. */
const keep = (ctx: Ctx, venueId: string, photo: NewPhoto): Promise<Sent> =>
  transaction(ctx, async (inner) => {
    await lockListing(inner, venueId)
    const kept = (await known(inner, venueId, photo)) ?? (await insertPhoto(inner, venueId, photo))
    const { id, width, height } = kept
    await audit(inner, {
      action: 'listing.photo_added',
      subject: 'listing',
      subjectId: venueId,
      venueId,
      after: { photo: id, width, height },
    })
    return sentPhoto(kept)
  })

/** Refused before anything is unpacked. */
const requireListing = (ctx: Ctx, venueId: string): Promise<unknown> => transaction(ctx, (inner) => lockListing(inner, venueId))

export const addPhoto = async (ctx: Ctx, { params: { id }, body }: Received<typeof listings.addPhoto>): Promise<Sent> => {
  await requireListing(ctx, id)
  const made = await makePhoto(
    { log: ctx.log, timers: ctx.ports.timers },
    { content: Buffer.from(body.content, 'base64'), fresh: true, cut: null },
  )
  const { ending, body: kept } = made.original!
  const original = `listing-originals/${id}/${createHash('sha256').update(kept).digest('hex').slice(0, 40)}.${ending}`
  return keep(ctx, id, { made, original, cut: null })
}

const within = (cut: Cut, { width, height }: { width: number; height: number }): boolean =>
  cut.left + cut.width <= width && cut.top + cut.height <= height

/** LI1: a part of a photo, made of the picture as it was sent in, so that cutting again costs nothing of it. */
export const cutPhoto = async (ctx: Ctx, { params: { id }, body }: Received<typeof listings.cutPhoto>): Promise<Sent> => {
  await requireListing(ctx, id)
  const { rows } = await sql<Kept & { original: string; cut: Cut | null }>`
    select f.id, f.width, f.height, f.sizes, f.original, f.cut from listing_photos f where f.id = ${body.photoId} and f.venue_id = ${id}`.execute(
    ctx.db,
  )
  const [photo] = rows
  if (!photo) throw new Problem('photo.not_found')
  if (body.cut && !within(body.cut, photo)) throw new Problem('request.invalid', {}, { cut: [{ issue: 'invalid' }] })
  const cut = body.cut && { ...body.cut, left: body.cut.left + (photo.cut?.left ?? 0), top: body.cut.top + (photo.cut?.top ?? 0) }
  const file = await ctx.ports.files.get(photo.original)
  if (!file) throw new Problem('photo.not_found')
  const made = await makePhoto({ log: ctx.log, timers: ctx.ports.timers }, { content: file.body, fresh: false, cut })
  return keep(ctx, id, { made, original: photo.original, cut })
}
