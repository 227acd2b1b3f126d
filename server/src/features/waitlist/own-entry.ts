import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { sql } from 'kysely'
import { keepHeld, notifyGuest } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { wakeWaitlist } from './follow-list.ts'
import { readEntry } from './list-day.ts'
import { offerNext } from './look-at-day.ts'
import { giveBack, takeStep } from './move-entry.ts'
import { changeEntry, findEntry, requireEntry, type WaitEntry } from './waitlist-rows.ts'

/** How an entry stands, for the guest himself. */
export const ownEntry = async (ctx: Ctx, id: string): Promise<WaitlistEntry | undefined> => {
  const found = await findEntry(ctx, id)
  return found && readEntry(ctx, found)
}

/** Whose offer a place is or was, that is not a booking; the links of mails name the place. */
export const entryOfHold = async (ctx: Ctx, holdId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from reservations r join waitlist_entries e on e.venue_id = r.venue_id and e.hold_id = r.id
    where r.id = ${holdId} and r.status in ('held', 'expired')`.execute(ctx.db)
  return rows[0]?.id
}

/** Further wishes of the same guest for that day. */
const ofSameGuest = async (ctx: Ctx, { id, venueId, serviceOn, email }: WaitEntry): Promise<WaitEntry[]> => {
  if (email === null) return []
  const { rows } = await sql<WaitEntry>`
    select e.* from waitlist_entries e
    where e.venue_id = ${venueId} and e.service_on = ${serviceOn} and e.kind = 'day' and e.status = 'waiting' and lower(e.email) = lower(${email}) and e.id <> ${id}
    order by e.id for no key update`.execute(ctx.db)
  return rows
}

/**
 * The guest takes the place: it becomes his reservation in the transaction in which the hold ends. Pressed twice it is still one. Too late is said, and
 * changes nothing: who waits next has been offered it, or will be.
 */
export const acceptOffer = async (ctx: Ctx, id: string): Promise<string> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    if (entry.status === 'booked') return entry.reservationId!
    if (entry.status !== 'offered' || instantMs(entry.offerUntil!) <= inner.clock().epochMilliseconds) throw new Problem('hold.expired')
    const kept = await keepHeld(inner, entry.holdId!)
    await notifyGuest(inner, kept, 'booked')
    const endedAt = inner.clock().toString()
    await changeEntry(inner, entry, { status: 'booked', reservationId: kept.id, offerUntil: null, endedAt })
    for (const other of await ofSameGuest(inner, entry)) await changeEntry(inner, other, { status: 'left', endedAt })
    return kept.id
  })

/** As background work does it: the rules of who sits at the telephone, and nobody's name. */
const asHouse = (ctx: Ctx): Ctx => ({ ...ctx, actor: { kind: 'system', id: null, name: 'waitlist' } })

/** Passes the place on in the same transaction, so that nobody else gets it between. */
const passOn = async (ctx: Ctx, entry: WaitEntry, status: 'declined' | 'left'): Promise<void> => {
  await giveBack(ctx, entry)
  await changeEntry(ctx, entry, { status, offerUntil: null, endedAt: ctx.clock().toString() })
  const house = asHouse(ctx)
  if (entry.holdId !== null) await offerNext(house, await venueWithBook(house, entry.venueId), entry)
  wakeWaitlist(ctx)
}

export const declineOffer = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    if (entry.status === 'declined') return
    if (entry.status !== 'offered') throw new Problem('hold.expired')
    await passOn(inner, entry, 'declined')
  })

export const leaveList = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    if (entry.status === 'left') return
    if (entry.status !== 'waiting' && entry.status !== 'offered' && entry.status !== 'ready')
      throw new Problem('waitlist.move_illegal', { status: `waitStatus.${entry.status}` })
    await passOn(inner, entry, 'left')
  })

/** Waits again, at the end. */
export const waitAgain = async (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const entry = await requireEntry(inner, id)
    if (entry.status === 'waiting') return
    const again = entry.kind === 'day' && (entry.status === 'declined' || entry.status === 'lapsed' || entry.status === 'left')
    if (!again || instantMs(entry.untilAt) <= inner.clock().epochMilliseconds)
      throw new Problem('waitlist.move_illegal', { status: `waitStatus.${entry.status}` })
    await takeStep(inner, entry, { move: 'back', to: 'waiting' })
    wakeWaitlist(inner)
  })
