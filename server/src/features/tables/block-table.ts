import type { tables as contract, TableBlock } from '@tablewire/contracts/booking/tables'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope, isOfChannels } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireFree } from './assign-tables.ts'
import { ownVenue } from './save-plan.ts'
import { planOf } from './table-rows.ts'

/** What lasts longer is a table that is not used any more. */
const longestMs = 400 * 86_400_000

export const blockTable = (ctx: Ctx, venueId: string, wanted: Received<typeof contract.block>['body']): Promise<TableBlock> =>
  transaction(ctx, async (inner) => {
    const venue = await ownVenue(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    const { tableId, reason } = wanted
    const [startMs, endMs] = [instantMs(wanted.from), instantMs(wanted.until)]
    if (endMs <= startMs || endMs - startMs > longestMs || endMs <= inner.clock().epochMilliseconds)
      throw new Problem('tables.block_invalid')
    const plan = await planOf(inner, venue.id)
    if (!plan.on) throw new Problem('tables.off')
    const table = plan.tables.find(({ id }) => id === tableId)
    if (!table) throw new Problem('tables.unknown')
    await requireFree(inner, { venueId: venue.id, startMs, endMs, status: 'blocked' }, { tableIds: [tableId], beside: [] })
    const block = { id: newId(), tableId, from: instantText(startMs), until: instantText(endMs), reason, byName: inner.actor.name }
    await sql`
      insert into table_times (id, venue_id, table_id, during, reason, by_name)
      values (${block.id}, ${venue.id}, ${tableId}, tstzrange(${block.from}::timestamptz, ${block.until}::timestamptz), ${reason}, ${block.byName})`.execute(
      inner.db,
    )
    await audit(inner, {
      action: 'table_block.created',
      subject: 'table_block',
      subjectId: block.id,
      venueId: venue.id,
      after: { table: table.name, from: block.from, until: block.until, reason },
    })
    await inner.ports.live.publish(inner, { type: 'tables', venueId: venue.id, id: null, kind: null })
    return block
  })

type Blocked = { id: string; venueId: string; table: string; reason: string }

export const unblockTable = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const seen = isOfChannels(inner) ? sql`false` : inScope(inner, 't.venue_id')
    const { rows } = await sql<Blocked>`
      select t.id, t.venue_id as "venueId", d.name as "table", t.reason
      from table_times t join dining_tables d on d.venue_id = t.venue_id and d.id = t.table_id
      where t.id = ${id} and t.reservation_id is null and (${seen}) is true for update of t`.execute(inner.db.withoutPlugins())
    const [block] = rows
    if (!block) throw new Problem('tables.block_not_found')
    await inner.db.deleteFrom('tableTimes').where('id', '=', id).execute()
    await audit(inner, {
      action: 'table_block.deleted',
      subject: 'table_block',
      subjectId: id,
      venueId: block.venueId,
      before: { table: block.table, reason: block.reason },
    })
    await inner.ports.live.publish(inner, { type: 'tables', venueId: block.venueId, id: null, kind: null })
    return { id }
  })
