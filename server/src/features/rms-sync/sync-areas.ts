import type { Answer, RemoteArea } from '@tablewire/connectors/kit/connector'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import { takeSystemAreas } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type BlockedTask, type Chunk, eachAtOnce, faultLine, isOfSystem, type SyncWork } from './chunk.ts'
import type { Task } from './task-rows.ts'
import { countVenues, cursorAfter, nextVenues, type TaskVenue } from './task-venues.ts'

const atATime = 50
const atOnce = 8

type VenueAreas = { venue: TaskVenue; answer: Answer<RemoteArea[]> }

const keepAreas = async (ctx: Ctx, venueId: string, areas: readonly RemoteArea[]): Promise<number> => {
  const reported = areas.filter(({ active }) => active).map(({ id, name, description, capacity }) => ({ id, name, description, capacity }))
  if (!reported.length) return 0
  const changed = await takeSystemAreas(ctx, venueId, reported)
  if (changed) {
    const names = reported.map(({ name }) => name)
    await audit(ctx, { action: 'area.synced', subject: 'area', subjectId: venueId, venueId, after: { areas: names } })
    await ctx.ports.live.publish(ctx, { type: 'book', venueId, id: null, kind: null })
  }
  return changed
}

const work = async (ctx: Ctx, task: Task, signal: AbortSignal): Promise<Chunk | BlockedTask> => {
  const { areas } = await rmsClientOf(ctx, task.systemId)
  if (!areas) return { cursor: null, executed: 0, logs: [{ level: 'info', code: 'areas_not_told' }], failed: [] }
  const venues = await nextVenues(ctx, task, atATime)
  const known = venues.filter(({ externalId }) => externalId !== null)
  const answers = await eachAtOnce(known, { ctx, atOnce, signal }, async (venue): Promise<VenueAreas> => {
    return { venue, answer: await areas({ venueId: venue.externalId! }, { venueId: venue.id }) }
  })
  const failed = answers.flatMap(({ venue, answer }) => (answer.ok ? [] : [{ venue, fault: answer.fault }]))
  if (failed.length && failed.length === answers.length && isOfSystem(failed[0]!.fault)) return { blocked: failed[0]!.fault }
  return {
    cursor: cursorAfter(venues, atATime),
    executed: venues.length,
    logs: failed.map(({ venue, fault }) => faultLine(fault, venue.id)),
    failed: failed.map(({ venue }) => venue.id),
    write: async (inner) => {
      let changed = 0
      for (const { venue, answer } of answers) if (answer.ok) changed += await keepAreas(inner, venue.id, answer.value)
      return changed
    },
  }
}

export const syncAreas: SyncWork = { count: countVenues, work }
