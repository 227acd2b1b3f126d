import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './venue-rows.ts'
import { inScope } from './venue-scope.ts'

export { partnerAreaOf, translated } from './area-translations.ts'
export { bookChangedJob } from './book-changed.ts'
export { createTestVenues } from './create-test-venue.ts'
export { createVenue } from './create-venue.ts'
export { checkBook } from './book-check.ts'
export { defaultBook } from './default-book.ts'
export { type BookRules, builtInSystemId } from './venue-rows.ts'
export { insertBooks, takeSystemAreas, updateBooks } from './write-books.ts'
export {
  grantMeta,
  insertVenues,
  leaveGroup,
  lockVenue,
  lockVenues,
  moveVenues,
  placeInGroup,
  removeVenues,
  setApart,
  setArchived,
  setMerged,
  setVenue,
  updateVenues,
  type VenueColumn,
} from './write-venues.ts'
export { venueIdsMatching } from './list-venues.ts'
export { requireConsistent } from './require-consistent.ts'
export {
  inScope,
  isOfChannels,
  isOfPartner,
  notArchived,
  ofOwnSide,
  ofScopedChannels,
  ownChannels,
  ownSystems,
  requireOwnSide,
} from './venue-scope.ts'
export { hoursInWords } from './hours-words.ts'
export { type SheetColumn, sheetColumnOf } from './venue-sheet-phrases.ts'
export { areaInUse, areasInUse, lockBook, updateBook } from './update-book.ts'
export { updateVenue } from './update-venue.ts'
export { paymentDefinition, readVenue } from './venue-view.ts'
export { mergedInto, mergeTargets, venueIdOf } from './venue-ref.ts'
export { type VenueWithBook, venuesWithBooks, venueWithBook } from './venue-with-book.ts'

/** The venues the caller may see, or `all` without asking the database. */
export const venueIdsInScope = async (ctx: Ctx): Promise<ReadonlySet<string> | 'all'> => {
  if (ctx.scope.kind === 'all') return 'all'
  if (ctx.scope.kind === 'venues') return new Set(ctx.scope.ids)
  const rows = await ctx.db.selectFrom('venues').select('id').where(inScope(ctx, 'id')).execute()
  return new Set(rows.map((row) => row.id))
}
