import { readVenue } from '#src/features/venues/api.ts'
import type { Values } from '#src/platform/audit/restorable-values.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { archiveState, archiveVenue, restoreVenue } from './archive-venue.ts'

export { archiveVenue, restoreVenue } from './archive-venue.ts'
export { guestsNotGone, guestsToCome } from './guests-to-come.ts'

/** A venue that was merged since stands in the archive for another reason, which an undo leaves alone. */
const bringBack = async (ctx: Ctx, id: string) => {
  const { mergedInto } = await readVenue(ctx, id)
  if (!mergedInto) return restoreVenue(ctx, id)
  const differences = [{ field: 'mergedInto', given: null, now: mergedInto.id }]
  throw new Problem('undo.changed_since', { fields: 'mergedInto' }).with({ differences })
}

/** Either way the same two verbs; guests who came to it since keep a venue from going back into the archive unseen. */
const undoable = {
  subject: 'venue',
  right: ['update', 'venues'] as const,
  current: async (ctx: Ctx, id: string) => archiveState(await readVenue(ctx, id)),
  restore: (ctx: Ctx, id: string, { archived }: Values) =>
    archived === true ? archiveVenue(ctx, { params: { id }, body: {} }) : bringBack(ctx, id),
}

/** By the action of the audit entry. */
export const archiveUndoables = { 'venue.archived': undoable, 'venue.restored': undoable }
