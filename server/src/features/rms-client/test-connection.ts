import type { Answer } from '@tablewire/connectors/kit/connector'
import type { ConnectionTest } from '@tablewire/contracts/rms/connections'
import { sql } from 'kysely'
import { recordConnection, readSystem } from '#src/features/rms-settings/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { invalidateConnection, openConnection } from './rms-connection.ts'
import { type RmsClient, rmsClientOf } from './rms-client.ts'

type Step = ConnectionTest['steps'][number]
type Venue = { id: string; externalId: string; name: string; timeZone: string }

/** The first venue by name that the system knows by an id of its own. */
const sampleVenue = async (ctx: Ctx, systemId: string): Promise<Venue | undefined> => {
  const { rows } = await sql<Venue>`
    select id, external_id, name, time_zone from venues
    where system_id = ${systemId} and external_id is not null and active order by lower(name), id limit 1`.execute(ctx.db)
  return rows[0]
}

const stepOf = (step: Step['step'], answer: Answer<unknown>, startedMs: number): Step => {
  const durationMs = Math.round(stopwatchMs() - startedMs)
  if (answer.ok) return { step, outcome: 'ok', message: null, httpStatus: null, durationMs }
  const { kind, message, httpStatus } = answer.fault
  return { step, outcome: kind === 'taken' ? 'refused' : kind, message, httpStatus, durationMs }
}

const skipped = (step: Step['step'], outcome: Step['outcome'], message: string | null): Step => ({
  step,
  outcome,
  message,
  httpStatus: null,
  durationMs: 0,
})

/** One evening of one venue, tomorrow by its own calendar. */
const askDay = async (ctx: Ctx, rms: RmsClient, venue: Venue): Promise<Pick<ConnectionTest, 'sample'> & { step: Step }> => {
  const date = ctx.clock().toZonedDateTimeISO(venue.timeZone).toPlainDate().add({ days: 1 }).toString()
  const startedMs = stopwatchMs()
  const answer = await rms.availability(
    { venueId: venue.externalId, timeZone: venue.timeZone, from: date, to: date, partySizes: [2], areaId: null },
    { venueId: venue.id },
  )
  const slots = answer.ok ? answer.value.reduce((sum, day) => sum + day.slots.length, 0) : 0
  return { step: stepOf('availability', answer, startedMs), sample: { venueName: venue.name, date, slots } }
}

type Tested = Omit<ConnectionTest, 'at' | 'ok'>
const nobody: Tested['system'] = { name: null, version: null }

const ask = async (ctx: Ctx, systemId: string): Promise<Tested> => {
  const connection = await openConnection(ctx, systemId)
  if (!connection || connection.problem)
    return { steps: [skipped('health', 'incomplete', connection?.problem?.fault.message ?? null)], system: nobody, sample: null }
  const rms = await rmsClientOf(ctx, systemId)
  const startedMs = stopwatchMs()
  const health = await rms.health()
  const steps = [stepOf('health', health, startedMs)]
  if (!health.ok) return { steps, system: nobody, sample: null }
  const venue = await sampleVenue(ctx, systemId)
  if (!venue) return { steps: [...steps, skipped('availability', 'no_venue', null)], system: health.value, sample: null }
  const { step, sample } = await askDay(ctx, rms, venue)
  return { steps: [...steps, step], system: health.value, sample }
}

/** Tests the saved settings, and records the last success. */
export const testConnection = async (ctx: Ctx, id: string): Promise<ConnectionTest> => {
  const { type, name } = await readSystem(ctx, id)
  if (type === 'built_in') throw new Problem('system.built_in')
  invalidateConnection(id)
  const tested = await ask(ctx, id)
  const ok = tested.steps.every(({ outcome }) => outcome === 'ok' || outcome === 'no_venue')
  return transaction(ctx, async (inner) => {
    const at = inner.clock().toString()
    await recordConnection(inner, id, ok ? { connectedAt: at } : { connectionFailedAt: at })
    const outcomes = Object.fromEntries(tested.steps.map(({ step, outcome }) => [step, outcome]))
    await audit(inner, { action: 'system.connection_tested', subject: 'system', subjectId: id, after: { name, ...outcomes } })
    return { at, ok, ...tested }
  })
}
