import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Answer, RemoteVenue } from '@tablewire/connectors/kit/connector'
import { markVenues, rmsClientOf, type RmsClient, type VenueMark } from '#src/features/rms-client/api.ts'
import { createVenue, setVenue } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { type BlockedTask, type Chunk, eachAtOnce, faultLine, isOfSystem, type LogLine, type SyncWork } from './chunk.ts'
import type { Task } from './task-rows.ts'
import { countVenues, cursorAfter, nextVenues, type TaskVenue } from './task-venues.ts'

const atATime = 50
const atOnce = 8

/** A system without a list of its own: each known venue is looked up, and the answer says whether the system knows it. */
const askEach = async (ctx: Ctx, rms: RmsClient, { task, signal }: { task: Task; signal: AbortSignal }): Promise<Chunk | BlockedTask> => {
  const venues = await nextVenues(ctx, task, atATime)
  const answers = await eachAtOnce(venues, { ctx, atOnce, signal }, async (venue) => ({ venue, answer: await askOne(rms, venue) }))
  const failed = answers.flatMap(({ venue, answer }) => (answer && !answer.ok ? [{ venue, fault: answer.fault }] : []))
  if (failed.length && failed.length === answers.length && isOfSystem(failed[0]!.fault)) return { blocked: failed[0]!.fault }
  const without = answers.filter(({ answer }) => answer === null)
  const first: LogLine[] = task.cursor === null ? [{ level: 'info', code: 'venues_not_told' }] : []
  return {
    cursor: cursorAfter(venues, atATime),
    executed: answers.length,
    logs: [
      ...first,
      ...without.map(({ venue }): LogLine => ({ level: 'error', code: 'venue_no_id', venueId: venue.id })),
      ...failed.map(({ venue, fault }) => faultLine(fault, venue.id)),
    ],
    failed: [...without, ...failed].map(({ venue }) => venue.id),
    write: (inner) =>
      markVenues(
        inner,
        answers.map(({ venue, answer }) => ({ id: venue.id, ...stateOf(answer) })),
      ),
  }
}

const askOne = (rms: RmsClient, { id, externalId, timeZone, today }: TaskVenue): Promise<Answer<unknown>> | null =>
  externalId === null
    ? null
    : rms.availability({ venueId: externalId, timeZone, from: today, to: today, partySizes: [2], areaId: null }, { venueId: id })

const stateOf = (answer: Answer<unknown> | null): VenueMark => {
  if (answer === null) return { state: 'unknown', error: null }
  if (answer.ok) return { state: 'known', error: null }
  return { state: answer.fault.kind === 'not_found' ? 'unknown' : 'failed', error: answer.fault.message.slice(0, 300) }
}

type StoredVenue = {
  id: string
  externalId: string
  name: string
  city: string | null
  address: string | null
  timeZone: string
  syncEnabled: boolean
}

/** The system's list, by its ids, from the cursor on: known venues take its name and address, new ones are created. */
const takeList = (list: readonly RemoteVenue[], { task, signal }: { task: Task; signal: AbortSignal }): Chunk => {
  const inOrder = list.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const after = task.cursor === null ? inOrder : inOrder.filter(({ id }) => id > task.cursor!)
  const part = signal.aborted ? [] : after.slice(0, 200)
  const logs: LogLine[] = []
  return {
    cursor: after.length > part.length ? part.at(-1)!.id : null,
    executed: part.length,
    total: list.length,
    logs,
    failed: [],
    write: async (inner) => {
      // The transaction may be retried.
      logs.length = 0
      const { rows } = await sql<StoredVenue>`
        select id, external_id, name, city, address, time_zone, sync_enabled from venues
        where system_id = ${task.systemId} and external_id = any(${part.map(({ id }) => id)}::text[])`.execute(inner.db)
      const known = new Map(rows.map((row) => [row.externalId, row]))
      let changed = 0
      for (const venue of part) changed += await takeVenue(inner, { task, venue, ours: known.get(venue.id), logs })
      await markVenues(
        inner,
        rows.map(({ id }) => ({ id, state: 'known', error: null })),
      )
      return changed
    },
  }
}

type VenueSync = { task: Task; venue: RemoteVenue; ours: StoredVenue | undefined; logs: LogLine[] }

const takeVenue = async (ctx: Ctx, { task, venue, ours, logs }: VenueSync): Promise<number> => {
  if (ours) return ours.syncEnabled ? takeKnown(ctx, { venue, ours, logs }) : 0
  return venue.active ? openVenue(ctx, { task, venue, logs }) : 0
}

type KnownVenue = Pick<VenueSync, 'venue' | 'logs'> & { ours: StoredVenue }
const takeKnown = (ctx: Ctx, { venue, ours, logs }: KnownVenue): Promise<number> => {
  // Existing bookings depend on the time zone: people decide.
  if (venue.timeZone !== null && venue.timeZone !== ours.timeZone)
    logs.push({ level: 'warning', code: 'venue_other_zone', venueId: ours.id, details: { zone: venue.timeZone } })
  if (!venue.active) logs.push({ level: 'warning', code: 'venue_closed_there', venueId: ours.id })
  return rename(ctx, ours, { name: venue.name, city: venue.city ?? ours.city, address: venue.address ?? ours.address })
}

const openVenue = async (ctx: Ctx, { task, venue, logs }: Omit<VenueSync, 'ours'>): Promise<number> => {
  if (venue.timeZone === null || venue.countryCode === null) {
    logs.push({ level: 'error', code: 'venue_incomplete', details: { venue: venue.name, id: venue.id } })
    return 0
  }
  const { name, timeZone: timezone, countryCode, city, address } = venue
  try {
    const asSystem: Ctx = { ...ctx, scope: { kind: 'system', systemId: task.systemId } }
    await createVenue(asSystem, {
      name,
      timezone,
      countryCode,
      externalId: venue.id,
      ...(city ? { city } : {}),
      ...(address ? { address } : {}),
    })
    logs.push({ level: 'info', code: 'venue_opened', details: { venue: name, id: venue.id } })
    return 1
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    logs.push({ level: 'error', code: 'venue_refused', details: { venue: name, id: venue.id, reason: problemToKeep(error) } })
    return 0
  }
}

const rename = async (
  ctx: Ctx,
  { id, name, city, address }: StoredVenue,
  after: Pick<StoredVenue, 'name' | 'city' | 'address'>,
): Promise<number> => {
  const before = { name, city, address }
  if (isDeepStrictEqual(before, after)) return 0
  await setVenue(ctx, id, after)
  await audit(ctx, { action: 'venue.synced', subject: 'venue', subjectId: id, venueId: id, before, after })
  await ctx.ports.live.publish(ctx, { type: 'venue', venueId: id, id, kind: 'updated' })
  return 1
}

export const syncVenues: SyncWork = {
  count: async (ctx, task) => countVenues(ctx, task),
  work: async (ctx, task, signal) => {
    const rms = await rmsClientOf(ctx, task.systemId)
    if (!rms.venues || task.onlyFailed) return askEach(ctx, rms, { task, signal })
    const list = await rms.venues()
    if (list.ok) return takeList(list.value, { task, signal })
    return { blocked: list.fault }
  },
}
