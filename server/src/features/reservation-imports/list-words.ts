import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import { type Batch, bookingPlaces } from '#src/features/imports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { namesVenue } from './chosen-venue.ts'
import { suggestStatus } from './suggest-status.ts'
import { venueFinder, type VenueMatch } from './venue-words.ts'

type Ranked = readonly (readonly [word: string, rows: number])[]
type ValuesResult = Result<typeof imports.values>
const wordsShown = 100

/** What each word means. What people chose does not count here: it shows beside that. */
const meantBy = async (ctx: Ctx, venueId: string | null, words: readonly string[]): Promise<ReadonlyMap<string, VenueMatch>> => {
  if (venueId === null) return venueFinder(ctx, { values: {} })(words)
  const { id, name, externalId } = await venueWithBook(ctx, venueId)
  return new Map(words.filter((word) => namesVenue({ id, name, externalId }, word)).map((word) => [word, { id, name }]))
}

/** Those that mean no venue, or more than one, come first: they are what people have to choose for. */
const venueWords = async (ctx: Ctx, { venueId }: Batch, ranked: Ranked): Promise<ValuesResult> => {
  const meant = await meantBy(
    ctx,
    venueId,
    ranked.map(([word]) => word),
  )
  const shown = ranked.map(([value, rows]) => {
    const found = meant.get(value)
    return {
      value,
      rows,
      ...(found && 'id' in found ? { suggested: found.id, suggestedName: found.name } : { suggested: null, suggestedName: null }),
    }
  })
  return shown.toSorted((a, b) => Number(a.suggested !== null) - Number(b.suggested !== null)).slice(0, wordsShown)
}

/** The words of a field, each with ours where it is called the same. */
export const wordsOf = async (
  ctx: Ctx,
  { batch, field, ranked }: { batch: Batch; field: string; ranked: Ranked },
): Promise<ValuesResult> => {
  if (field === 'venue') return venueWords(ctx, batch, ranked)
  const { areas, channels } = await bookingPlaces(ctx, batch)
  const ours = new Map((field === 'area' ? areas : channels).toReversed().map(({ id, name }) => [name.toLowerCase(), id]))
  return ranked.slice(0, wordsShown).map(([value, rows]) => ({
    value,
    rows,
    suggested: (field === 'status' ? suggestStatus(value) : ours.get(value.trim().toLowerCase())) ?? null,
    suggestedName: null,
  }))
}
