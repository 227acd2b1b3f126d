import { houseOf, lockTables, stillThere } from '#src/features/tables/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { openOrFirst } from './candidate.ts'
import { type Candidate, evaluate, type Evaluation, type Question } from './evaluate.ts'
import { tableSpanOf, tablesOn } from './house-tables.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'

type Evaluated = { candidate: Candidate; found: Evaluation }
type Placing = { venue: VenueWithBook; candidates: readonly [Candidate, ...Candidate[]]; ignore: string | undefined }

/**
 * The start as it stands under the lock of the venue's day, in the caller's transaction: whoever would move for the party stays as he was read until it ends. Who is
 * being changed just now is not moved.
 */
export const evaluateAtTables = async (
  ctx: Ctx,
  question: () => Promise<Question>,
  { venue, candidates, ignore }: Placing,
): Promise<Evaluated> => {
  const { date } = candidates[0]
  const span = { venueId: venue.id, ...tableSpanOf(venue, candidates[0]) }
  await lockTables(ctx, span)
  const [asked, house] = await Promise.all([question(), houseOf(ctx, span)])
  const { tableIds = [], locked = false } = house.parties.find(({ id }) => id === ignore) ?? {}
  const stay = new Set<string>()
  for (;;) {
    const tables = tablesOn(house, { ...span, date, nowMs: asked.nowMs, ignore, stay })
    const evaluated = (candidate: Candidate) => ({ candidate, found: evaluate({ ...asked, tables, tableIds, locked }, candidate) })
    const [first, ...others] = candidates
    const chosen = openOrFirst([evaluated(first), ...others.map(evaluated)])
    const moving = (chosen.found.seats?.moves ?? []).map(({ party }) => party)
    const there = moving.length ? await stillThere(ctx, venue.id, moving) : new Set<string>()
    const gone = moving.filter(({ id }) => !there.has(id))
    if (!gone.length) return chosen
    for (const { id } of gone) stay.add(id)
  }
}
