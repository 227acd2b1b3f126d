import type { GuestProfile } from '@tablewire/contracts/booking/guests'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { tell } from './change-guest.ts'
import { readProfile } from './guest-profile.ts'
import { lockPeople, type Person, requirePerson } from './guest-rows.ts'

/** Both as they are once nobody else changes who is whom there. */
const bothLocked = async (ctx: Ctx, one: string, other: string): Promise<[Person, Person]> => {
  const { venueId } = await requirePerson(ctx, one)
  await lockPeople(ctx, venueId)
  const [kept, gone] = [await requirePerson(ctx, one), await requirePerson(ctx, other)]
  if (kept.venueId !== gone.venueId) throw new Problem('guest.not_mergeable')
  return [kept, gone]
}

type Pair = { one: string; other: string; state: 'same' | 'different' }
/** What was decided of two is not asked again, and nothing ties them by itself. */
const noteDecided = async (ctx: Ctx, venueId: string, { one, other, state }: Pair): Promise<void> => {
  const [oneId, otherId] = [one, other].toSorted() as [string, string]
  const now = ctx.clock().toString()
  const decided = { state, decidedAt: now, decidedBy: ctx.actor.name }
  await ctx.db
    .insertInto('guestPairs')
    .values({ id: newId(), venueId, oneId, otherId, alike: [], foundAt: now, ...decided })
    .onConflict((same) => same.columns(['oneId', 'otherId']).doUpdateSet(decided))
    .execute()
}

export type Merge = {
  keep: string
  gone: string
  /** Null = two strong keys agreed. */ by: string | null
  /** The moment that is written down; now, unless it is that of a decision. */ at?: string
}
/** A pointer, and nothing else: taking it back gives exactly what was. True = it was not so before. Joins the caller's transaction. */
export const tie = async (ctx: Ctx, { keep, gone, by, at = ctx.clock().toString() }: Merge): Promise<boolean> => {
  const [kept, other] = await bothLocked(ctx, keep, gone)
  if (kept.id === other.id) return false
  await sql`select merge_guests(${kept.id}::uuid, ${other.id}::uuid, ${at}::timestamptz, ${by}::text)`.execute(ctx.db)
  await audit(ctx, {
    action: 'guest.merged',
    subject: 'guest',
    subjectId: kept.id,
    venueId: kept.venueId,
    before: { sameGuest: false },
    after: { sameGuest: true, automatic: by === null },
  })
  await tell(ctx, kept)
  return true
}

export const mergeGuests = (ctx: Ctx, guestId: string, otherId: string): Promise<GuestProfile> =>
  transaction(ctx, async (inner) => {
    if (await tie(inner, { keep: guestId, gone: otherId, by: inner.actor.name })) {
      const { venueId } = await requirePerson(inner, guestId)
      await noteDecided(inner, venueId, { one: guestId, other: otherId, state: 'same' })
    }
    return readProfile(inner, guestId)
  })

/** Whoever was tied to it before comes along, as it was before it was tied to others. */
export const partGuests = (ctx: Ctx, guestId: string): Promise<GuestProfile> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await requirePerson(inner, guestId)
    await lockPeople(inner, venueId)
    const { id: personId } = await requirePerson(inner, guestId)
    const { rows } = await sql<{
      mergedInto: string | null
    }>`select p.merged_into from guest_profiles p where p.guest_id = ${guestId}`.execute(inner.db)
    const mergedInto = rows[0]?.mergedInto
    if (!mergedInto) throw new Problem('guest.not_merged')
    await sql`select part_guests(${guestId}::uuid)`.execute(inner.db)
    await noteDecided(inner, venueId, { one: guestId, other: mergedInto, state: 'different' })
    await audit(inner, {
      action: 'guest.parted',
      subject: 'guest',
      subjectId: personId,
      venueId,
      before: { sameGuest: true },
      after: { sameGuest: false },
    })
    await tell(inner, { id: personId, venueId })
    await tell(inner, { id: guestId, venueId })
    return readProfile(inner, guestId)
  })
