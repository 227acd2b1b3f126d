import type { Area } from '@tablewire/contracts/estate/book'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { PosTables } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { sql } from 'kysely'
import { venueIdOf, venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

type Row = { id: string; name: string; areaId: string | null }

/** A table of an area that was deleted since has no area. */
const tablesOf = async (ctx: Ctx, venueId: string, areas: readonly Area[]): Promise<PosTables> => {
  const { rows } = await sql<Row>`select id, name, area_id from pos_tables where venue_id = ${venueId} order by position`.execute(ctx.db)
  const tables = rows.map(({ id, name, areaId }) => {
    const area = areas.find((one) => one.id === areaId)
    const called = area && ((ctx.requestedLang && area.names?.[ctx.requestedLang]) || area.name)
    return { id, name, area: called ?? null, areaId: area?.id ?? null }
  })
  return { venueId, tables, count: tables.length }
}

export const listPosTables = async (ctx: Ctx, ref: string): Promise<PosTables> => {
  const { id, book } = await venueWithBook(ctx, await venueIdOf(ctx, ref))
  return tablesOf(ctx, id, book.areas)
}

const areaIdOf = (areas: readonly Area[], ref: string): string => {
  const area =
    areas.find(({ id, externalId }) => id === ref.toLowerCase() || externalId === ref) ??
    areas.find(({ name }) => name.toLowerCase() === ref.toLowerCase())
  if (!area) throw new Problem('area.not_found')
  return area.id
}

/** Replaces the whole list: tables a point of sale no longer names are deleted. */
export const writePosTables = async (ctx: Ctx, { params, body }: Received<typeof partners.writePosTables>): Promise<PosTables> =>
  transaction(ctx, async (inner) => {
    const venueId = await venueIdOf(inner, params.id)
    // Lock: of two concurrent writers one list remains; no area is deleted meanwhile.
    await sql`select from books where venue_id = ${venueId} for update`.execute(inner.db)
    const { areas } = (await venueWithBook(inner, venueId)).book
    const ids = body.tables.map(({ id }) => id)
    const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
    if (twice >= 0) throw new Problem('request.invalid', {}, { [`tables.${twice}.id`]: [{ issue: 'taken' }] })
    const rows = body.tables.map(({ id, name, area }) => ({ id, name, area_id: area ? areaIdOf(areas, area) : null }))
    const before = await tablesOf(inner, venueId, areas)
    await sql`delete from pos_tables where venue_id = ${venueId}`.execute(inner.db)
    await sql`
      insert into pos_tables (venue_id, id, name, area_id, position)
      select ${venueId}, t.id, t.name, t.area_id, t.position
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (id text, name text, area_id uuid)) with ordinality as t (id, name, area_id, position)`.execute(
      inner.db,
    )
    const after = await tablesOf(inner, venueId, areas)
    const tables = { before: { tables: before.tables }, after: { tables: after.tables } }
    await audit(inner, { action: 'venue.tables_written', subject: 'venue', subjectId: venueId, venueId, ...tables })
    await inner.ports.live.publish(inner, { type: 'venue', venueId, id: venueId, kind: 'tables' })
    return after
  })
