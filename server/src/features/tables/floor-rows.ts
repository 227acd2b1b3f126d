import type { Floor, FloorLayout, FloorParty, FloorPlace, FloorRoom, FloorThing } from '@tablewire/contracts/booking/floor'
import { type FloorDays, layoutOn } from '@tablewire/contracts/booking/floor.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { partiesAtTables } from './plan-touched.ts'

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    floors: { venueId: string; version: number; updatedAt: InstantColumn }
    floorLayouts: {
      venueId: string
      id: string
      name: string
      position: number
      rooms: JsonColumn<FloorRoom[]>
      things: JsonColumn<FloorThing[]>
    }
    floorPlaces: { venueId: string; layoutId: string; tableId: string; place: NullableJson<Omit<FloorPlace, 'tableId'>> }
    floorRules: { venueId: string; layoutId: string; position: number; fromOn: string; untilOn: string; weekdays: number[] }
    /** Written by the trigger of `floor_rules`. */
    floorDays: { venueId: string; layoutId: string; rule: number; weekday: number; single: boolean; during: string }
  }
}

const none: Floor = { layouts: [], version: 0 }

/** The layouts of a venue that the caller was let in to, in one statement as the plan is. What stood in an area that is gone is drawn no more. */
export const floorOf = async (ctx: Ctx, venueId: string): Promise<Floor> => {
  const { rows } = await sql<Floor>`
    select f.version, coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name,
        'days', (select coalesce(json_agg(json_build_object('from', r.from_on, 'until', r.until_on, 'weekdays', r.weekdays) order by r.position), '[]')
          from floor_rules r where r.venue_id = l.venue_id and r.layout_id = l.id),
        'rooms', (select coalesce(json_agg(one order by n), '[]') from jsonb_array_elements(l.rooms) with ordinality of_room (one, n)
          where exists (select from areas a where a.venue_id = l.venue_id and a.id = (one ->> 'areaId')::uuid)),
        'places', (select coalesce(json_agg(p.place || jsonb_build_object('tableId', p.table_id) order by t.position, t.id), '[]')
          from floor_places p join dining_tables t on t.venue_id = p.venue_id and t.id = p.table_id and t.archived_at is null
          where p.venue_id = l.venue_id and p.layout_id = l.id and p.place is not null),
        'away', (select coalesce(json_agg(p.table_id order by t.position, t.id), '[]')
          from floor_places p join dining_tables t on t.venue_id = p.venue_id and t.id = p.table_id and t.archived_at is null
          where p.venue_id = l.venue_id and p.layout_id = l.id and p.place is null),
        'things', (select coalesce(json_agg(one order by n), '[]') from jsonb_array_elements(l.things) with ordinality of_thing (one, n)
          where exists (select from areas a where a.venue_id = l.venue_id and a.id = (one ->> 'areaId')::uuid))
        ) order by l.position)
      from floor_layouts l where l.venue_id = f.venue_id), '[]') as layouts
    from floors f where f.venue_id = ${venueId}`.execute(ctx.db.withoutPlugins())
  return rows[0] ?? none
}

/** What of the layouts decides who can be given which table. */
export type AwayOn = (date: string) => readonly string[]
type Away = { days: FloorDays[]; away: string[] }

/** Which tables are put away on a date; asked once for all dates. */
export const awayOf = async (ctx: Ctx, venueId: string): Promise<AwayOn> => {
  const { rows } = await sql<Away>`
    select (select coalesce(json_agg(json_build_object('from', r.from_on, 'until', r.until_on, 'weekdays', r.weekdays)), '[]')
        from floor_rules r where r.venue_id = l.venue_id and r.layout_id = l.id) as days,
      array(select p.table_id::text from floor_places p where p.venue_id = l.venue_id and p.layout_id = l.id and p.place is null) as away
    from floor_layouts l where l.venue_id = ${venueId} order by l.position`.execute(ctx.db.withoutPlugins())
  const nothing: readonly string[] = []
  return (date) => layoutOn(rows, date)?.away ?? nothing
}

/** Who has a table that these layouts would put away on his day; of those to come and whoever sits. The next ones first. */
export const partiesTouched = async (ctx: Ctx, venueId: string, layouts: readonly FloorLayout[]): Promise<FloorParty[]> => {
  const away = [...new Set(layouts.flatMap((layout) => layout.away))]
  if (!away.length) return []
  const now = ctx.clock().toString()
  const rows = await partiesAtTables(ctx, venueId, sql`upper(t.during) > ${now}::timestamptz or b.status = 'seated'`)
  return rows.flatMap(({ tableIds, ...party }) => {
    const layout = layoutOn(layouts, party.serviceOn)
    return layout?.away.some((id) => tableIds.includes(id)) ? [{ ...party, layout: layout.name }] : []
  })
}
