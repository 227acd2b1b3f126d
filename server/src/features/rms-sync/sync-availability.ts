import type { Answer, Fault, RemoteDay } from '@tablewire/connectors/kit/connector'
import { Temporal } from 'temporal-polyfill'
import { storeFetchedDays, type FetchedDays, sizesInDemand, type RmsClient, rmsClientOf } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type BlockedTask, type Chunk, eachAtOnce, faultLine, isOfSystem, type LogLine, type SyncWork } from './chunk.ts'
import type { Task } from './task-rows.ts'
import { countVenues, cursorAfter, nextVenues, type TaskVenue } from './task-venues.ts'

const atATime = 32
const atOnce = 8
/** Party sizes that are always fetched, where the system says nothing else; others are added by demand. */
const usualSizes = [2, 4]
/** The whole horizon of a venue, and never more than this. */
const fullDays = 180
/** Days per request: a system that only answers day by day must finish within its timeout. */
const daysAtOnce = 15

const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()
const lastDay = ({ syncHorizon, syncHorizonDays }: Task, { today, horizonDays }: TaskVenue): string =>
  addDays(today, syncHorizon === 'horizon' && syncHorizonDays !== null ? syncHorizonDays - 1 : Math.min(horizonDays, fullDays))

type VenueRound = { venue: TaskVenue; round: FetchedDays | null; fault: Fault | null }

/** Everything a system says about a venue's horizon, in questions of two weeks. */
const askRound = async (
  ctx: Ctx,
  rms: RmsClient,
  { task, venue, sizes }: { task: Task; venue: TaskVenue; sizes: number[] },
): Promise<VenueRound> => {
  const failed = (fault: Fault): VenueRound => ({ venue, round: null, fault })
  if (venue.externalId === null)
    return failed({ kind: 'refused', done: 'no', message: 'the venue has no id at its system', httpStatus: null, retryAfterMs: null })
  const [askedAt, to] = [ctx.clock().toString(), lastDay(task, venue)]
  const days: RemoteDay[] = []
  for (let from = venue.today; from <= to; from = addDays(from, daysAtOnce)) {
    // Back-pressure before the first request was awaited when the venue was taken up.
    if (from !== venue.today) await ctx.ports.jobs.backpressure()
    const end = addDays(from, daysAtOnce - 1)
    const answer: Answer<RemoteDay[]> = await rms.availability(
      { venueId: venue.externalId, timeZone: venue.timeZone, from, to: end < to ? end : to, partySizes: sizes, areaId: null },
      { venueId: venue.id },
    )
    if (!answer.ok) return failed(answer.fault)
    days.push(...answer.value)
  }
  return { venue, round: { venueId: venue.id, from: venue.today, to, sizes, askedAt, days }, fault: null }
}

const lineOf = ({ venue, fault }: VenueRound): LogLine =>
  venue.externalId === null ? { level: 'error', code: 'venue_no_id', venueId: venue.id } : faultLine(fault!, venue.id)

const work = async (ctx: Ctx, task: Task, signal: AbortSignal): Promise<Chunk | BlockedTask> => {
  const venues = await nextVenues(ctx, task, atATime)
  const rms = await rmsClientOf(ctx, task.systemId)
  const sizes = await sizesInDemand(
    ctx,
    venues.map(({ id }) => id),
    task.syncPartySizes ?? usualSizes,
  )
  const answers = await eachAtOnce(venues, { ctx, atOnce, signal }, (venue) =>
    askRound(ctx, rms, { task, venue, sizes: sizes.get(venue.id)! }),
  )
  const failures = answers.filter(({ fault }) => fault !== null)
  const ofSystem = failures.find(({ fault }) => isOfSystem(fault!))
  if (ofSystem && failures.length === answers.length) return { blocked: ofSystem.fault! }
  const rounds = answers.flatMap(({ round }) => round ?? [])
  return {
    cursor: cursorAfter(venues, atATime),
    executed: answers.length,
    logs: failures.map(lineOf),
    failed: failures.map(({ venue }) => venue.id),
    write: (inner) => storeFetchedDays(inner, rounds),
  }
}

/** HU4: fetches availability of every venue of a system over its horizon; only differences are written. */
export const syncAvailability: SyncWork = { count: countVenues, work }
