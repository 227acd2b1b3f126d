import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { chainKey, hasTooManyChains, usualPriority } from '@tablewire/contracts/booking/tables.rules'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { isOfChannels, venueWithBook, type VenueWithBook } from '#src/features/venues/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { partiesHit } from './plan-touched.ts'
import { release } from './release.ts'
import { planOf } from './table-rows.ts'

/** Where a house seats its guests is its own matter. */
export const ownVenue = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  if (isOfChannels(ctx)) throw new Problem('venue.not_found')
  return venueWithBook(ctx, venueId)
}

type Code = 'tables.name_twice' | 'tables.area_gone' | 'tables.covers_odd' | 'tables.join_apart' | 'tables.too_many_joins'
const inconsistent = (field: string, code: Code, table = ''): Problem => new Problem(code, { table }, { [field]: [{ issue: 'invalid' }] })
const invalid = (field: string): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'invalid' }] })

const requireTables = ({ tables }: TablePlan, { book }: VenueWithBook): void => {
  const areas = new Set(book.areas.map(({ id }) => id))
  const names = new Set<string>()
  for (const [index, { name, areaId, minCovers, maxCovers }] of tables.entries()) {
    if (names.has(name.toLowerCase())) throw inconsistent(`tables.${index}.name`, 'tables.name_twice', name)
    names.add(name.toLowerCase())
    if (!areas.has(areaId)) throw inconsistent(`tables.${index}.areaId`, 'tables.area_gone', name)
    if (minCovers > maxCovers) throw inconsistent(`tables.${index}.minCovers`, 'tables.covers_odd', name)
  }
  if (new Set(tables.map(({ id }) => id)).size < tables.length) throw invalid('tables')
}

/** Whether each of them is joined to another one, and all of them in a row. */
const hangsTogether = ({ joins }: TablePlan, tableIds: readonly string[]): boolean => {
  const reached = new Set(tableIds.slice(0, 1))
  for (const id of reached)
    for (const join of joins) if (join.includes(id)) for (const other of join) if (tableIds.includes(other)) reached.add(other)
  return reached.size === tableIds.length
}

const requireJoins = (plan: TablePlan): void => {
  const byId = new Map(plan.tables.map((table) => [table.id, table]))
  for (const [index, [one, other]] of plan.joins.entries()) {
    const [table, beside] = [byId.get(one), byId.get(other)]
    if (!table || !beside) throw new Problem('tables.unknown')
    if (one === other) throw invalid(`joins.${index}`)
    if (table.areaId !== beside.areaId) throw inconsistent(`joins.${index}`, 'tables.join_apart', `${table.name} + ${beside.name}`)
  }
  if (hasTooManyChains(plan)) throw inconsistent('joins', 'tables.too_many_joins')
  for (const [index, { tableIds }] of plan.chains.entries()) {
    if (tableIds.some((id) => !byId.has(id))) throw new Problem('tables.unknown')
    if (new Set(tableIds).size < tableIds.length) throw invalid(`chains.${index}`)
    if (!hangsTogether(plan, tableIds)) throw new Problem('tables.not_joined', {}, { [`chains.${index}`]: [{ issue: 'invalid' }] })
  }
}

const pairOf = ([one, other]: readonly [string, string]): [string, string] => (one < other ? [one, other] : [other, one])

/** As it is stored: each pair and each chain once, in one order. */
const tidy = (plan: TablePlan): TablePlan => ({
  ...plan,
  decides: plan.decides === true,
  tables: plan.tables.map((table) => ({ ...table, priority: table.priority ?? usualPriority })),
  joins: [...new Map(plan.joins.map((join) => [chainKey(join), pairOf(join)])).values()],
  chains: [
    ...new Map(
      plan.chains.map(({ tableIds, covers, off, online = null, priority = null }) => [
        chainKey(tableIds),
        { tableIds: tableIds.toSorted(), covers, off, online, priority },
      ]),
    ).values(),
  ].filter(({ covers, off, online, priority }) => covers !== null || off || online !== null || priority !== null),
})

/** Tables are only archived, since parties of the past sat there, and only when nobody is still to sit there. */
const archive = async (ctx: Ctx, venueId: string, kept: readonly string[]): Promise<void> => {
  // The lock waits for whoever is just given one of them, so that the look below sees him.
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from dining_tables where venue_id = ${venueId} and archived_at is null and id <> all(${[...kept]}::uuid[]) order by id for update`.execute(
    ctx.db,
  )
  if (!rows.length) return
  const ids = rows.map(({ id }) => id)
  const now = ctx.clock().toString()
  const { rows: used } = await sql<{ id: string }>`
    select t.table_id as id from table_times t
    where t.venue_id = ${venueId} and t.table_id = any(${ids}::uuid[]) and t.active and t.reservation_id is not null and upper(t.during) > ${now}::timestamptz
    limit 1`.execute(ctx.db)
  if (used[0]) throw new Problem('tables.in_use', { table: rows.find(({ id }) => id === used[0]!.id)!.name })
  await sql`delete from table_times t where t.venue_id = ${venueId} and t.table_id = any(${ids}::uuid[]) and t.reservation_id is null`.execute(
    ctx.db,
  )
  await ctx.db
    .deleteFrom('diningTables')
    .where('venueId', '=', venueId)
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tableTimes')
            .select('tableTimes.id')
            .whereRef('tableTimes.tableId', '=', 'diningTables.id')
            .whereRef('tableTimes.venueId', '=', 'diningTables.venueId'),
        ),
      ),
    )
    .execute()
  await ctx.db.updateTable('diningTables').set({ archivedAt: now }).where('venueId', '=', venueId).where('id', 'in', ids).execute()
}

const write = async (ctx: Ctx, venueId: string, { tables, joins, chains }: TablePlan): Promise<void> => {
  await ctx.db.deleteFrom('tableJoins').where('venueId', '=', venueId).execute()
  await ctx.db.deleteFrom('tableChains').where('venueId', '=', venueId).execute()
  await archive(
    ctx,
    venueId,
    tables.map(({ id }) => id),
  )
  if (tables.length)
    await ctx.db
      .insertInto('diningTables')
      .values(tables.map((table, position) => ({ ...table, venueId, position, archivedAt: null })))
      .onConflict((same) =>
        same.columns(['venueId', 'id']).doUpdateSet((row) => ({
          areaId: row.ref('excluded.areaId'),
          name: row.ref('excluded.name'),
          minCovers: row.ref('excluded.minCovers'),
          maxCovers: row.ref('excluded.maxCovers'),
          online: row.ref('excluded.online'),
          priority: row.ref('excluded.priority'),
          position: row.ref('excluded.position'),
          archivedAt: null,
        })),
      )
      .execute()
  if (joins.length)
    await ctx.db
      .insertInto('tableJoins')
      .values(joins.map(([tableId, otherId]) => ({ venueId, tableId, otherId })))
      .execute()
  if (chains.length)
    await ctx.db
      .insertInto('tableChains')
      .values(chains.map((chain) => ({ ...chain, tableIds: [...chain.tableIds], venueId })))
      .execute()
}

export const requirePlan = (plan: TablePlan, venue: VenueWithBook): void => {
  requireTables(plan, venue)
  requireJoins(plan)
}

type Releasing = { before: TablePlan; wanted: TablePlan; releases: readonly string[] }
const releaseHit = async (ctx: Ctx, venueId: string, { before, wanted, releases }: Releasing): Promise<void> => {
  const hit = await partiesHit(ctx, venueId, { before, wanted })
  const unsaid = hit.filter(({ reservationId }) => !releases.includes(reservationId))
  if (unsaid[0])
    throw new Problem('tables.parties_come', { count: unsaid.length, name: unsaid[0].guestName || '–', table: unsaid[0].tables })
  await release(ctx, venueId, hit)
}

type Given = TablePlan & { /** Who may lose his table. */ releases?: readonly string[] }

/** Replaces the plan. Who sits somewhere stays there; who comes to what is taken away has no table any more, where whoever saves has said so of him. */
export const savePlan = (ctx: Ctx, venueId: string, { releases = [], ...given }: Given): Promise<TablePlan> =>
  transaction(ctx, async (inner) => {
    const venue = await ownVenue(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    if (given.on && venue.remote) throw new Problem('tables.not_here')
    await sql`select from venues v where v.id = ${venue.id} for no key update`.execute(inner.db)
    const before = await planOf(inner, venue.id)
    await refuseStale(inner, {
      code: 'tables.version_stale',
      seen: given.version,
      now: before.version,
      subjectId: venue.id,
      actions: ['table_plan.updated'],
    })
    // Whoever gives one of them just now is waited for, and the next one waits.
    await sql`select from dining_tables t where t.venue_id = ${venue.id} order by t.id for no key update`.execute(inner.db)
    requirePlan(given, venue)
    const wanted = tidy(given)
    if (savesNothing(inner, { action: 'table_plan.updated', subject: 'table_plan', before, after: wanted })) return before
    await releaseHit(inner, venue.id, { before, wanted, releases })
    const row = { active: wanted.on, decides: wanted.decides === true, version: before.version + 1, updatedAt: inner.clock().toString() }
    await inner.db
      .insertInto('tablePlans')
      .values({ venueId: venue.id, ...row })
      .onConflict((same) => same.column('venueId').doUpdateSet(row))
      .execute()
    await write(inner, venue.id, wanted)
    const after = await planOf(inner, venue.id)
    await audit(inner, { action: 'table_plan.updated', subject: 'table_plan', subjectId: venue.id, venueId: venue.id, before, after })
    await inner.ports.live.publish(inner, { type: 'tables', venueId: venue.id, id: null, kind: null })
    return after
  })
