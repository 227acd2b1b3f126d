import type { Erasure, ErasureAnswer } from '@tablewire/contracts/booking/guest-data'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './erasure-rows.ts'

type Row = Pick<Erasure, 'id' | 'erasedAt' | 'askedByName'>

/** Of `e`: it was about a venue the caller sees. Of several, he sees his. */
const seen = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from guest_erasure_venues s where s.erasure_id = e.id and ${inScope(ctx, 's.venue_id')})`

const complete = async (ctx: Ctx, rows: readonly Row[]): Promise<Erasure[]> => {
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return []
  const [venues, answers] = await Promise.all([
    sql<{ erasureId: string; name: string; bookings: number }>`
      select s.erasure_id, v.name, s.bookings from guest_erasure_venues s join venues v on v.id = s.venue_id
      where s.erasure_id = any(${ids}::uuid[]) and ${inScope(ctx, 's.venue_id')} order by v.name, v.id`.execute(ctx.db),
    sql<ErasureAnswer & { erasureId: string }>`
      select a.erasure_id, a.id, v.name as venue_name, case when a.channel_id is null then 'system' else 'channel' end as party, coalesce(c.name, s.name) as name,
        jsonb_array_length(a.bookings) as bookings, a.state, a.asked_at, a.state_at, a.note, a.told_by
      from guest_erasure_answers a join venues v on v.id = a.venue_id left join channels c on c.id = a.channel_id left join systems s on s.id = a.system_id
      where a.erasure_id = any(${ids}::uuid[]) and ${inScope(ctx, 'a.venue_id')} order by v.name, coalesce(c.name, s.name), a.id`.execute(
      ctx.db,
    ),
  ])
  return rows.map(({ id, erasedAt, askedByName }) => {
    const mine = answers.rows.filter((one) => one.erasureId === id)
    return {
      id,
      erasedAt,
      askedByName,
      venues: venues.rows.filter((one) => one.erasureId === id).map(({ name, bookings }) => ({ name, bookings })),
      open: mine.filter(({ state }) => state !== 'answered' && state !== 'settled').length,
      answers: mine,
    }
  })
}

export const readErasure = async (ctx: Ctx, id: string): Promise<Erasure> => {
  const { rows } =
    await sql<Row>`select e.id, e.erased_at, e.asked_by_name from guest_erasures e where e.id = ${id} and ${seen(ctx)}`.execute(ctx.db)
  const [found] = await complete(ctx, rows)
  if (!found) throw new Problem('guest.erasure_unknown')
  return found
}

type Asked = { limit?: number | undefined; offset?: number | undefined; after?: string | undefined }
export const listErasures = async (ctx: Ctx, { limit = 50, offset = 0, after }: Asked) => {
  const place = after === undefined ? undefined : readCursor(after)
  const { rows } = await sql<Row>`
    select e.id, e.erased_at, e.asked_by_name from guest_erasures e
    where ${seen(ctx)} and ${place ? sql`(e.erased_at, e.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`}
    order by e.erased_at desc, e.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from guest_erasures e where ${seen(ctx)}`.execute(ctx.db)
  const { data, next } = cutPage(rows, limit, ({ erasedAt, id }) => ({ at: erasedAt, id }))
  return { data: await complete(ctx, data), next, total: counted.rows[0]!.total }
}

/** What came by mail or telephone; noted by whom, and once more if it was wrong. */
export const settleAnswer = (ctx: Ctx, { id, note }: { id: string; note: string }): Promise<Erasure> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<{ erasureId: string; venueId: string; state: string }>`
      select a.erasure_id, a.venue_id, a.state from guest_erasure_answers a where a.id = ${id} and ${inScope(inner, 'a.venue_id')} for update`.execute(
      inner.db,
    )
    const [found] = rows
    if (!found) throw new Problem('guest.erasure_unknown')
    const stateAt = inner.clock().toString()
    await inner.db
      .updateTable('guestErasureAnswers')
      .set({ state: 'settled', note, stateAt, toldBy: inner.actor.name })
      .where('id', '=', id)
      .execute()
    await audit(inner, {
      action: 'guest.answer_noted',
      subject: 'guest',
      subjectId: found.erasureId,
      venueId: found.venueId,
      before: { state: found.state },
      after: { state: 'settled', note },
    })
    return readErasure(inner, found.erasureId)
  })
