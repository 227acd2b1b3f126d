import type { guests } from '@tablewire/contracts/booking/guests'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { tell } from './change-guest.ts'
import { lockPeople, peopleNamed } from './guest-rows.ts'
import type { Likeness } from './likeness.ts'
import { tie } from './merge-guests.ts'

type Ask = Received<typeof guests.pairs>['query']
type Pair = { id: string; venueId: string; alike: Likeness[]; foundAt: string; one: string; other: string }

/**
 * Questions about two persons, each once however many of their addresses are alike, and none that was answered. Two who came together by another way
 * meanwhile are none any more.
 */
const openPairs = (ctx: Ctx, venueId: string | undefined) => sql`(
  select * from (
    select q.*, coalesce(a.person_id, a.guest_id) as one, coalesce(b.person_id, b.guest_id) as other, row_number() over (
        partition by q.venue_id, least(coalesce(a.person_id, a.guest_id), coalesce(b.person_id, b.guest_id)),
          greatest(coalesce(a.person_id, a.guest_id), coalesce(b.person_id, b.guest_id))
        order by q.state = 'open', q.found_at, q.id) as nth
    from guest_pairs q join guest_profiles a on a.guest_id = q.one_id join guest_profiles b on b.guest_id = q.other_id
    where q.state in ('open', 'different') and ${inScope(ctx, 'q.venue_id')} and ${venueId === undefined ? sql`true` : sql`q.venue_id = ${venueId}`}
      and coalesce(a.person_id, a.guest_id) <> coalesce(b.person_id, b.guest_id)
  ) asked where nth = 1 and state = 'open')`

export const listPairs = async (ctx: Ctx, { venueId, limit = 20, after }: Ask): Promise<Result<typeof guests.pairs>> => {
  const place = after === undefined ? undefined : readCursor(after)
  const { rows } = await sql<Pair>`
    select q.id, q.venue_id, q.alike, q.found_at, q.one, q.other from ${openPairs(ctx, venueId)} q where ${place ? sql`(q.found_at, q.id) > (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`}
    order by q.found_at, q.id limit ${limit + 1}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${openPairs(ctx, venueId)} q`.execute(ctx.db)
  const { data, next } = cutPage(rows, limit, ({ foundAt, id }) => ({ at: foundAt, id }))
  const people = await peopleNamed(
    ctx,
    data.flatMap(({ one, other }) => [one, other]),
  )
  return {
    data: data.flatMap(({ one, other, ...pair }) => {
      const [first, second] = [people.get(one), people.get(other)]
      return first && second ? [{ ...pair, venueName: first.venueName, one: first, other: second }] : []
    }),
    total: counted.rows[0]!.total,
    next,
  }
}

type Decision = { same: boolean; keep?: 'one' | 'other' | undefined }

type Asked = { venueId: string; oneId: string; otherId: string; state: string; decidedAt: string | null; decidedBy: string | null }
const requirePair = async (ctx: Ctx, id: string): Promise<Asked> => {
  const { rows } = await sql<Asked>`
    select q.venue_id, q.one_id, q.other_id, q.state, q.decided_at, q.decided_by from guest_pairs q where q.id = ${id} and ${inScope(ctx, 'q.venue_id')}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw new Problem('guest.not_found')
  return found
}
const requireOpen = async (ctx: Ctx, id: string): Promise<Asked> => {
  const found = await requirePair(ctx, id)
  if (found.state !== 'open') throw new Problem('guest.pair_decided')
  return found
}

export const decidePair = (ctx: Ctx, id: string, { same, keep }: Decision): Promise<Result<typeof guests.decide>> =>
  transaction(ctx, async (inner) => {
    await lockPeople(inner, (await requireOpen(inner, id)).venueId)
    const { venueId, oneId, otherId } = await requireOpen(inner, id)
    const state = same ? ('same' as const) : ('different' as const)
    // One moment for all of it, by which it is found where it is taken back.
    const at = inner.clock().toString()
    await inner.db.updateTable('guestPairs').set({ state, decidedAt: at, decidedBy: inner.actor.name }).where('id', '=', id).execute()
    // The same two under other addresses of theirs: one question, one answer.
    await sql`
      update guest_pairs q set state = ${state}, decided_at = ${at}::timestamptz, decided_by = ${inner.actor.name}
      where q.state = 'open' and q.venue_id = ${venueId}
        and (person_of(q.one_id), person_of(q.other_id)) in ((person_of(${oneId}), person_of(${otherId})), (person_of(${otherId}), person_of(${oneId})))`.execute(
      inner.db,
    )
    if (same) {
      const [kept, gone] = keep === 'other' ? [otherId, oneId] : [oneId, otherId]
      await tie(inner, { keep: kept, gone, by: inner.actor.name, at })
    }
    await audit(inner, { action: 'guest.pair_decided', subject: 'guest', subjectId: oneId, venueId, after: { sameGuest: same } })
    return { id, state }
  })

/** A decision taken back, with all it settled: the pointer it set goes, and the question is asked again. What is open already stays so. */
export const reopenPair = (ctx: Ctx, id: string): Promise<Result<typeof guests.reopen>> =>
  transaction(ctx, async (inner) => {
    await lockPeople(inner, (await requirePair(inner, id)).venueId)
    const { venueId, oneId, otherId, state, decidedAt, decidedBy } = await requirePair(inner, id)
    if (state === 'open') return { id, state: 'open' }
    const byIt = sql`venue_id = ${venueId} and decided_at = ${decidedAt}::timestamptz and decided_by = ${decidedBy}`
    await sql`update guest_pairs set state = 'open', decided_at = null, decided_by = null where id = ${id} or (state = ${state} and ${byIt})`.execute(
      inner.db,
    )
    if (state === 'same') {
      // Between both there is one way of pointers; what was tied in that moment on it parts them.
      const { rows } = await sql<{ gone: string; kept: string }>`
        with recursive up as (
          select p.guest_id, p.merged_into, p.person_id, p.merged_at, p.merged_by, s.id as side
          from (values (${oneId}::uuid), (${otherId}::uuid)) s (id) join guest_profiles p on p.guest_id = s.id
          union all select p.guest_id, p.merged_into, p.person_id, p.merged_at, p.merged_by, up.side
          from up join guest_profiles p on p.guest_id = up.merged_into)
        select guest_id as gone, min(person_id::text) as kept from up where merged_at = ${decidedAt}::timestamptz and merged_by = ${decidedBy}
        group by guest_id having count(*) = 1`.execute(inner.db)
      for (const { gone, kept } of rows) {
        await sql`select part_guests(${gone}::uuid)`.execute(inner.db)
        for (const person of [kept, gone]) await tell(inner, { id: person, venueId })
      }
    }
    await audit(inner, {
      action: 'guest.pair_reopened',
      subject: 'guest',
      subjectId: oneId,
      venueId,
      before: { sameGuest: state === 'same' },
      after: { sameGuest: null },
    })
    return { id, state: 'open' }
  })
