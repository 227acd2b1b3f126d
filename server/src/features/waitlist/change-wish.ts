import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { wakeWaitlist } from './follow-list.ts'
import { requireEntry, writeEntry } from './waitlist-rows.ts'

/** Of what guests write themselves; what the house adds for them has the same end. */
export const wishMost = 500

type Wish = { /** Null = it does not matter. */ areaId: string | null; notes: string | null }
/** What the guest himself wishes for while he waits; what is offered to him already stays as it is. */
export const changeWish = async (ctx: Ctx, id: string, wish: Wish): Promise<void> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    if (entry.status !== 'waiting' || entry.kind !== 'day')
      throw new Problem('waitlist.move_illegal', { status: `waitStatus.${entry.status}` })
    const { venueId, areaId, notes } = entry
    if (areaId === wish.areaId && notes === wish.notes) return
    const { book } = await venueWithBook(inner, venueId)
    const isThere =
      wish.areaId === null || wish.areaId === areaId || book.areas.some(({ id: area, online }) => online && area === wish.areaId)
    if (!isThere) throw new Problem('area.not_found')
    await writeEntry(inner, entry, wish)
    // What he wrote is the guest's, and forgotten with him: the history says that it changed.
    const change = { before: { areaId }, after: { areaId: wish.areaId } }
    await audit(inner, { action: 'waitlist.updated', subject: 'waitlist', subjectId: id, venueId, ...change })
    wakeWaitlist(inner)
  })
