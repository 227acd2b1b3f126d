import { archiveVenue, guestsToCome, restoreVenue } from '#src/features/venue-archive/api.ts'
import { venuesWithBooks, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ChangeOf, changedSince, type Finding, type ValueChange, type Kind, refused, unchanged } from './bulk-kind.ts'

const moved = (archived: boolean): ValueChange => ({ before: { archived: !archived }, after: { archived } })

const requireArchived = async (ctx: Ctx, id: string, archived: boolean): Promise<void> => {
  const now = await venueWithBook(ctx, id)
  if (now.archived !== archived) throw changedSince(['archived'])
  // It stands in the archive for another reason now, which nobody means who takes back a change of many.
  if (now.merged) throw changedSince(['mergedInto'])
}

export const archiveMany: Kind<ChangeOf<'archive'>> = {
  right: ['update', 'venues'],
  survey: async (ctx, { confirmed }, ids) => {
    const [venues, coming] = await Promise.all([venuesWithBooks(ctx, ids), guestsToCome(ctx, ids)])
    const findingAt = (id: string, archived: boolean): Finding => {
      const guests = coming.get(id)
      if (archived) return unchanged
      if (guests && !confirmed) return { ...refused(new Problem('venue.has_reservations', guests)), guests }
      return { outcome: 'changed', fields: ['archived'], ...(guests ? { guests } : {}) }
    }
    return new Map(venues.map(({ id, archived }) => [id, findingAt(id, archived)]))
  },
  apply: async (ctx, { confirmed }, id) => {
    await archiveVenue(ctx, { params: { id }, body: { confirmed } })
    return moved(true)
  },
  undo: async (ctx, _change, { id }) => {
    await requireArchived(ctx, id, true)
    await restoreVenue(ctx, id)
  },
}

export const restoreMany: Kind<ChangeOf<'restore'>> = {
  right: ['update', 'venues'],
  survey: async (ctx, _change, ids) =>
    new Map(
      (await venuesWithBooks(ctx, ids)).map(({ id, archived, merged }): [string, Finding] => {
        if (merged) return [id, refused(new Problem('venue.merged'))]
        return [id, archived ? { outcome: 'changed', fields: ['archived'] } : unchanged]
      }),
    ),
  apply: async (ctx, _change, id) => {
    await restoreVenue(ctx, id)
    return moved(false)
  },
  // Guests who booked since are not sent away by it: the archive refuses, and says how many they are.
  undo: async (ctx, _change, { id }) => {
    await requireArchived(ctx, id, false)
    await archiveVenue(ctx, { params: { id }, body: {} })
  },
}
