import sharp from 'sharp'
import type { World } from './world.ts'

type ListingSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A venue of the world that has the product. */
export const listed = async (world: World, venueId = world.venue.id): Promise<string> => {
  const at = '2026-11-01T10:00:00Z'
  await world.container.db.updateTable('venues').set({ listingEnabled: true, listingEnabledAt: at }).where('id', '=', venueId).execute()
  return venueId
}
export const aPhoto = async (width = 320, height = 260): Promise<string> =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#a04020' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

const versionOf = async (world: World, id: string): Promise<number> => {
  const answer = await world.ask({ method: 'GET', url: `/v1/listings/${id}`, token: world.admin })
  return answer.json<{ data: { version: number } }>().data.version
}

export const listingSamples: Record<string, (world: World) => ListingSample | Promise<ListingSample>> = {
  'listings.list': () => ({ query: { limit: 5, filters: { missing: 'photos,menu', q: 'a' } } }),
  'listings.completeness': () => ({}),
  'listings.get': async (world) => ({ params: { id: await listed(world) } }),
  'listings.update': async (world) => {
    const id = await listed(world)
    return { params: { id }, body: { version: await versionOf(world, id), shortTexts: { en: `Fire and salt, ${Math.random()}` } } }
  },
  'listings.addPhoto': async (world) => ({ params: { id: await listed(world) }, body: { content: await aPhoto() } }),
  'listings.cutPhoto': async (world) => {
    const id = await listed(world)
    const content = await aPhoto(640, 480)
    const answer = await world.ask({ method: 'POST', url: `/v1/listings/${id}/photos`, body: { content }, token: world.admin })
    const photoId = answer.json<{ data: { id: string } }>().data.id
    return { params: { id }, body: { photoId, cut: { left: 10, top: 20, width: 300, height: 300 } } }
  },
}
