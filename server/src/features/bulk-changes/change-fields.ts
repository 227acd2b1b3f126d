import type { BulkFields } from '@tablewire/contracts/estate/bulk-changes'
import { lockVenue, updateVenue, type VenueWithBook, venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ChangeOf, changedSince, type Finding, type Kind, refused, unchanged, type Values } from './bulk-kind.ts'
import { lockedBook } from './change-book.ts'

type Field = keyof BulkFields

const nowAt = ({ active, currency, book }: VenueWithBook): Required<BulkFields> => ({
  active,
  currency,
  minCovers: book.party.min,
  maxCovers: book.party.max,
  cutOff: book.cutOffMinutes,
  cancellationWindow: book.cancellationWindowMinutes,
  holdingTime: book.holdingTimeSeconds,
  maxDays: book.horizonDays,
  bookeableAreas: book.bookableAreas,
  pressureReleaseHours: book.pressureReleaseHours,
})

const differing = (now: Values, wanted: Values): Field[] =>
  Object.keys(wanted).filter((field) => wanted[field] !== undefined && wanted[field] !== now[field]) as Field[]
const picked = (values: Values, fields: readonly string[]): Values => Object.fromEntries(fields.map((field) => [field, values[field]]))

const findingAt = (venue: VenueWithBook, wanted: BulkFields): Finding => {
  const now = nowAt(venue)
  const fields = differing(now, wanted)
  if (!fields.length) return unchanged
  if (venue.archived && wanted.active) return refused(new Problem('venue.archived'))
  const { minCovers, maxCovers } = { ...now, ...wanted }
  return minCovers! > maxCovers! ? refused(new Problem('bulk_change.party_range')) : { outcome: 'changed', fields }
}

/** As it stands, of venue and book, which nobody else changes until the transaction ends: in the order `updateVenue` locks them. */
const lockedNow = async (ctx: Ctx, id: string): Promise<Required<BulkFields>> => {
  await lockVenue(ctx, id)
  return nowAt(await lockedBook(ctx, id))
}

/** One or several values, the same at all of them. */
export const changeFields: Kind<ChangeOf<'fields'>> = {
  right: ['update', 'venues'],
  require: async (_ctx, { fields }) => {
    if (Object.keys(fields).length === 0) throw new Problem('request.invalid', {}, { 'change.fields': [{ issue: 'required' }] })
    const { minCovers, maxCovers } = fields
    if (minCovers === undefined || maxCovers === undefined || minCovers <= maxCovers) return
    throw new Problem('request.invalid', {}, { 'change.fields.minCovers': [{ issue: 'contradiction.parties' }] })
  },
  survey: async (ctx, { fields }, ids) => {
    const venues = await venuesWithBooks(ctx, ids)
    return new Map(venues.map((venue) => [venue.id, findingAt(venue, fields)]))
  },
  apply: async (ctx, { fields }, id) => {
    const now = await lockedNow(ctx, id)
    const changing = differing(now, fields)
    if (!changing.length) return undefined
    await updateVenue(ctx, { params: { id }, body: picked(fields, changing) as BulkFields })
    return { before: picked(now, changing), after: picked(fields, changing) }
  },
  undo: async (ctx, _change, { id, before, after }) => {
    const since = differing(await lockedNow(ctx, id), after)
    if (since.length) throw changedSince(since)
    await updateVenue(ctx, { params: { id }, body: before as BulkFields })
  },
}
