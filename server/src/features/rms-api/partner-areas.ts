import type { Area, Book } from '@tablewire/contracts/estate/book'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { PartnerArea } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { lockBook, partnerAreaOf, translated, updateBook, venueIdOf, type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

type Areas = Book['areas']

/** Areas are part of the book: changed by the same rules and audited like any change of the book. */
const withAreas = async <T>(
  ctx: Ctx,
  ref: string,
  change: (areas: Areas, venue: VenueWithBook) => { areas: Areas; answer: T },
): Promise<T> =>
  transaction(ctx, async (inner) => {
    const venueId = await venueIdOf(inner, ref)
    // No version is sent: concurrent changes are serialized by a lock.
    await lockBook(inner, venueId)
    const venue = await venueWithBook(inner, venueId)
    const { areas, answer } = change(venue.book.areas, venue)
    await updateBook(inner, { venueId: venue.id, book: { ...venue.book, areas } })
    return answer
  })

const named = (areas: Areas, ref: string): Area => {
  const area = areas.find(({ id, externalId }) => id === ref.toLowerCase() || externalId === ref)
  if (!area) throw new Problem('area.not_found')
  return area
}

/** A system's own id names one area of a venue. */
const requireFree = (areas: Areas, externalId: string | undefined, ownId?: string): void => {
  if (areas.some((area) => area.id !== ownId && area.externalId === externalId && externalId !== undefined))
    throw new Problem('request.invalid', {}, { externalId: [{ issue: 'taken' }] })
}

const withoutGoogle = ({ rwgDefault: _rwgDefault, ...area }: Area): Area => area
/** Exactly one area is the default, and at most one is Google's: the flag moves from the other one. */
const settled = (areas: Areas, chosen: Area): Areas =>
  areas
    .map((area) => (chosen.byDefault ? { ...area, byDefault: area.id === chosen.id } : area))
    .map((area) => (area.rwgDefault && (area.id === chosen.id || !chosen.rwgDefault) ? area : withoutGoogle(area)))

export const createArea = async (ctx: Ctx, { params, body }: Received<typeof partners.createArea>): Promise<PartnerArea> =>
  withAreas(ctx, params.id, (areas, venue) => {
    requireFree(areas, body.externalId)
    const {
      name,
      externalId,
      description = '',
      capacity = 0,
      byDefault = false,
      rwgDefault = false,
      online = true,
      translations = [],
    } = body
    const area = translated({ id: newId(), name, externalId, description, capacity, byDefault, rwgDefault, online }, translations)
    return { areas: settled([...areas, area], area), answer: partnerAreaOf(ctx, area, venue) }
  })

export const updateArea = async (ctx: Ctx, { params, body }: Received<typeof partners.updateArea>): Promise<PartnerArea> =>
  withAreas(ctx, params.id, (areas, venue) => {
    const before = named(areas, params.area)
    requireFree(areas, body.externalId, before.id)
    if (before.byDefault && body.byDefault === false) throw new Problem('request.invalid', {}, { byDefault: [{ issue: 'invalid' }] })
    const { translations = [], ...fields } = body
    const area = translated({ ...before, ...defined(fields) }, translations)
    return {
      areas: settled(
        areas.map((one) => (one.id === area.id ? area : one)),
        area,
      ),
      answer: partnerAreaOf(ctx, area, venue),
    }
  })

export const archiveArea = async (ctx: Ctx, { params }: Received<typeof partners.archiveArea>): Promise<{ id: string }> =>
  withAreas(ctx, params.id, (areas) => {
    const { id } = named(areas, params.area)
    return { areas: areas.filter((area) => area.id !== id), answer: { id } }
  })

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
