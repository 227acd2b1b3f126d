import type { Answer, RemoteArea } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { speakerOf } from '#src/features/remote/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { type Blocked, type Chunk, eachAtOnce, faultLine, isOfSystem, type SyncWork } from './chunk.ts'
import type { Task } from './task-rows.ts'
import { countVenues, cursorAfter, nextVenues, type TaskVenue } from './task-venues.ts'

const atATime = 50
const atOnce = 8

type Asked = { venue: TaskVenue; answer: Answer<RemoteArea[]> }

/**
 * Areas by the system's own ids: a known one takes the system's name where it says another, one of the hub with the same name gets the id, and a new
 * one is added. None is taken away here, reservations may sit in it.
 */
const keepAreas = async (ctx: Ctx, venueId: string, areas: readonly RemoteArea[]): Promise<number> => {
  const told = areas
    .filter(({ active }) => active)
    .map(({ id, name, description, capacity }) => ({ id, name, description, capacity, own: newId() }))
  if (!told.length) return 0
  await sql`select 1 from books where venue_id = ${venueId} for update`.execute(ctx.db)
  const { rows } = await sql<{ changed: number }>`
    with told as (
        select t.*, row_number() over () as nth from json_to_recordset(${JSON.stringify(told)}::json)
          as t (id text, name text, description text, capacity integer, own uuid)),
      named as (
        update areas a set external_id = t.id from told t
        where a.venue_id = ${venueId} and a.external_id is null and a.archived_at is null and lower(a.name) = lower(t.name)
          and not exists (select from areas k where k.venue_id = a.venue_id and k.external_id = t.id)
        returning a.external_id),
      renamed as (
        update areas a set name = t.name from told t
        where a.venue_id = ${venueId} and a.external_id = t.id and a.name <> t.name
          and not exists (select from areas k where k.venue_id = a.venue_id and lower(k.name) = lower(t.name) and k.id <> a.id and k.archived_at is null)
        returning a.external_id),
      added as (
        insert into areas (venue_id, id, name, description, capacity, by_default, position, external_id)
        select ${venueId}, t.own, t.name, coalesce(t.description, ''), coalesce(nullif(t.capacity, 0), 1), false,
          (select coalesce(max(k.position), 0) from areas k where k.venue_id = ${venueId}) + t.nth, t.id
        from told t where not exists (
          select from areas k where k.venue_id = ${venueId}
            and (k.external_id = t.id or (k.archived_at is null and lower(k.name) = lower(t.name))))
        returning external_id)
    select (select count(*) from named)::int + (select count(*) from renamed)::int + (select count(*) from added)::int as changed`.execute(
    ctx.db,
  )
  const { changed } = rows[0]!
  // Whoever edits the book now has not seen these areas.
  if (changed) {
    await sql`update books set version = version + 1 where venue_id = ${venueId}`.execute(ctx.db)
    const names = told.map(({ name }) => name)
    await audit(ctx, { action: 'area.synced', subject: 'area', subjectId: venueId, venueId, after: { areas: names } })
    await ctx.ports.live.publish(ctx, { type: 'book', venueId, id: null, kind: null })
  }
  return changed
}

const work = async (ctx: Ctx, task: Task, signal: AbortSignal): Promise<Chunk | Blocked> => {
  const { areas } = await speakerOf(ctx, task.systemId)
  if (!areas) return { cursor: null, executed: 0, logs: [{ level: 'info', code: 'areas_not_told' }], failed: [] }
  const venues = await nextVenues(ctx, task, atATime)
  const known = venues.filter(({ externalId }) => externalId !== null)
  const asked = await eachAtOnce(known, { ctx, atOnce, signal }, async (venue): Promise<Asked> => {
    return { venue, answer: await areas({ venueId: venue.externalId! }, { venueId: venue.id }) }
  })
  const failed = asked.flatMap(({ venue, answer }) => (answer.ok ? [] : [{ venue, fault: answer.fault }]))
  if (failed.length && failed.length === asked.length && isOfSystem(failed[0]!.fault)) return { blocked: failed[0]!.fault }
  return {
    cursor: cursorAfter(venues, atATime),
    executed: venues.length,
    logs: failed.map(({ venue, fault }) => faultLine(fault, venue.id)),
    failed: failed.map(({ venue }) => venue.id),
    write: async (inner) => {
      let changed = 0
      for (const { venue, answer } of asked) if (answer.ok) changed += await keepAreas(inner, venue.id, answer.value)
      return changed
    },
  }
}

export const syncAreas: SyncWork = { count: countVenues, work }
