import type { Floor, floor as contract, FloorLayout } from '@tablewire/contracts/booking/floor'
import { pulledIn } from '@tablewire/contracts/booking/floor-plan.rules'
import { doubleDay, neverHolds } from '@tablewire/contracts/booking/floor.rules'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { floorOf, partiesTouched } from './floor-rows.ts'
import { release } from './release.ts'
import { ownVenue } from './save-plan.ts'
import { planOf } from './table-rows.ts'

const invalid = (field: string): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'invalid' }] })

const requireTables = ({ places, away, rooms, things }: FloorLayout, known: { tables: Set<string>; areas: Set<string> }): void => {
  const named = [...places.map(({ tableId }) => tableId), ...away]
  if (named.some((id) => !known.tables.has(id))) throw new Problem('tables.unknown')
  if (new Set(named).size < named.length) throw invalid('layouts')
  if ([...rooms, ...things].some(({ areaId }) => !known.areas.has(areaId))) throw new Problem('area.not_found')
}

/** A date belongs to one layout, which people are told by its name; two writers at a moment the database finds. */
const requireDays = (layouts: readonly FloorLayout[]): void => {
  for (const [index, { name, days }] of layouts.entries()) {
    if (days.some(({ from, until }) => from > until))
      throw new Problem('floor.days_odd', { name }, { [`layouts.${index}.days`]: [{ issue: 'invalid' }] })
    if (days.some(neverHolds)) throw new Problem('floor.days_never', { name }, { [`layouts.${index}.days`]: [{ issue: 'invalid' }] })
    if (index === 0 && days.length) throw invalid('layouts.0.days')
  }
  const double = doubleDay(layouts)
  if (double)
    throw new Problem(
      'floor.days_twice',
      { one: double.one.name, other: double.other.name, date: double.date },
      { layouts: [{ issue: 'invalid' }] },
    )
}

export const requireLayouts = (layouts: readonly FloorLayout[], plan: TablePlan, { book }: Pick<VenueWithBook, 'book'>): void => {
  const known = { tables: new Set(plan.tables.map(({ id }) => id)), areas: new Set(book.areas.map(({ id }) => id)) }
  for (const layout of layouts) requireTables(layout, known)
  if (new Set(layouts.map(({ id }) => id)).size < layouts.length) throw invalid('layouts')
  const names = new Set<string>()
  for (const [index, { name }] of layouts.entries()) {
    if (names.has(name.toLowerCase()))
      throw new Problem('floor.name_twice', { name }, { [`layouts.${index}.name`]: [{ issue: 'invalid' }] })
    names.add(name.toLowerCase())
  }
  requireDays(layouts)
}

/** As it is stored: each weekday once, in its order, and places in the order of sale, with nothing outside of its room. */
const tidy = (layouts: readonly FloorLayout[], plan: TablePlan): FloorLayout[] => {
  const ranks = new Map(plan.tables.map(({ id }, rank) => [id, rank]))
  const bySale = (one: string, other: string): number => ranks.get(one)! - ranks.get(other)!
  return layouts.map((layout) => ({
    ...layout,
    days: layout.days.map((days) => ({ ...days, weekdays: [...new Set(days.weekdays)].toSorted((a, b) => a - b) })),
    places: layout.places.map(pulledIn).toSorted((a, b) => bySale(a.tableId, b.tableId)),
    things: layout.things.map(pulledIn),
    away: layout.away.toSorted(bySale),
  }))
}

const write = async (ctx: Ctx, venueId: string, { layouts, version }: Floor): Promise<void> => {
  const row = { version, updatedAt: ctx.clock().toString() }
  await ctx.db
    .insertInto('floors')
    .values({ venueId, ...row })
    .onConflict((same) => same.column('venueId').doUpdateSet(row))
    .execute()
  await ctx.db.deleteFrom('floorLayouts').where('venueId', '=', venueId).execute()
  for (const [position, { id, name, rooms, things, places, away, days }] of layouts.entries()) {
    await sql`
      insert into floor_layouts (venue_id, id, name, position, rooms, things)
      values (${venueId}, ${id}, ${name}, ${position}, ${JSON.stringify(rooms)}::jsonb, ${JSON.stringify(things)}::jsonb)`.execute(ctx.db)
    const rows = [...places.map(({ tableId, ...place }) => ({ tableId, place })), ...away.map((tableId) => ({ tableId, place: null }))]
    await sql`
      insert into floor_places (venue_id, layout_id, table_id, place)
      select ${venueId}, ${id}, (one ->> 'tableId')::uuid, nullif(one -> 'place', 'null'::jsonb)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) one`.execute(ctx.db)
    if (days.length)
      await ctx.db
        .insertInto('floorRules')
        .values(
          days.map(({ from, until, weekdays }, at) => ({
            venueId,
            layoutId: id,
            position: at,
            fromOn: from,
            untilOn: until,
            weekdays: [...weekdays],
          })),
        )
        .execute()
  }
}

/** As the history tells it: which layouts there are, when each rules, what it puts away and where its tables stand. */
const told = ({ layouts }: Floor, { tables }: TablePlan) => {
  const names = new Map(tables.map(({ id, name }) => [id, name]))
  const nameOf = (id: string): string => names.get(id) ?? id
  return {
    layouts: layouts.map(({ name, days, places, away, rooms, things }) => ({
      name,
      days,
      away: away.map(nameOf),
      places: Object.fromEntries(
        places.map(({ tableId, x, y, width, depth, shape, turn }) => [nameOf(tableId), `${x}/${y} ${width}×${depth} ${shape} ${turn}°`]),
      ),
      rooms,
      things,
    })),
  }
}

type Body = Received<typeof contract.save>['body']

/** Replaces the layouts. Who sits at a table that is put away on his day loses it, where whoever saves has said so of him. */
export const saveFloor = (ctx: Ctx, venueId: string, { releases, ...given }: Body): Promise<Floor> =>
  transaction(ctx, async (inner) => {
    const venue = await ownVenue(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    if (given.layouts.length && venue.remote) throw new Problem('tables.not_here')
    await sql`select from venues v where v.id = ${venue.id} for no key update`.execute(inner.db)
    const before = await floorOf(inner, venue.id)
    await refuseStale(inner, {
      code: 'floor.version_stale',
      seen: given.version,
      now: before.version,
      subjectId: venue.id,
      actions: ['floor.updated'],
    })
    // Whoever gives one of them just now is waited for, and the next one waits: what is looked for below is all there is.
    await sql`select from dining_tables t where t.venue_id = ${venue.id} order by t.id for no key update`.execute(inner.db)
    const plan = await planOf(inner, venue.id)
    requireLayouts(given.layouts, plan, venue)
    const wanted = { layouts: tidy(given.layouts, plan), version: before.version }
    if (savesNothing(inner, { action: 'floor.updated', subject: 'floor', before, after: wanted })) return before
    const touched = await partiesTouched(inner, venue.id, wanted.layouts)
    const unsaid = touched.filter(({ reservationId }) => !releases.includes(reservationId))
    if (unsaid[0])
      throw new Problem('floor.parties_seated', { count: unsaid.length, name: unsaid[0].guestName || '–', table: unsaid[0].tables })
    await release(inner, venue.id, touched)
    await write(inner, venue.id, { ...wanted, version: before.version + 1 })
    const after = await floorOf(inner, venue.id)
    await audit(inner, {
      action: 'floor.updated',
      subject: 'floor',
      subjectId: venue.id,
      venueId: venue.id,
      before: told(before, plan),
      after: told(after, plan),
    })
    await inner.ports.live.publish(inner, { type: 'tables', venueId: venue.id, id: null, kind: null })
    return after
  })
