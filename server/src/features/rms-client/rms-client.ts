import type {
  Answer,
  AvailabilityAsk,
  BookingChange,
  BookingRef,
  BookingSearch,
  Call,
  Cancelation,
  Connector,
  ExtraOperation,
  NewBooking,
  Operation,
  RemoteArea,
  RemoteBooking,
  RemoteDay,
  RemoteVenue,
} from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { openConnection, type RmsConnection } from './rms-connection.ts'
import { outcomeOf, traced } from './traced.ts'
import type { TraceIds } from './trace-ids.ts'
import { countCall } from './count-calls.ts'

/** Client of one reservation system, in the hub's terms; every outcome is a result, nothing is thrown. */
export type RmsClient = {
  systemId: string
  connector: string
  knowsKeys: boolean
  /** How long after its connection ended a create may still be carried out. */
  lateMs: number
  health(): Promise<Answer<{ name: string | null; version: string | null }>>
  availability(ask: AvailabilityAsk, about?: TraceIds): Promise<Answer<RemoteDay[]>>
  create(booking: NewBooking, about: TraceIds): Promise<Answer<RemoteBooking>>
  change(change: BookingChange, about: TraceIds): Promise<Answer<RemoteBooking>>
  cancel(cancelation: Cancelation, about: TraceIds): Promise<Answer<RemoteBooking>>
  find(ref: BookingRef, about: TraceIds): Promise<Answer<RemoteBooking>>
  search(search: BookingSearch, about?: TraceIds): Promise<Answer<RemoteBooking[]>>
  /** Where the system offers its own lists. */
  venues?: () => Promise<Answer<RemoteVenue[]>>
  areas?: (ask: { venueId: string }, about: TraceIds) => Promise<Answer<RemoteArea[]>>
}

type RmsOperation<T> = (connector: Connector, call: Call<unknown>) => Promise<Answer<T>>
type Asking = { ctx: Ctx; connection: RmsConnection }
type Question = { operation: Operation | ExtraOperation; about?: TraceIds | undefined; ids?: readonly (string | null | undefined)[] }

const idsIn = (value: unknown): string[] => {
  const { id, key } = (value ?? {}) as { id?: unknown; key?: unknown }
  return [id, key].filter((one) => typeof one === 'string')
}

const ask = async <T>({ ctx, connection }: Asking, { operation, about, ids = [] }: Question, run: RmsOperation<T>): Promise<Answer<T>> => {
  // A slow system must not hold a database connection, or locks that others wait for: no calls inside a transaction.
  if (ctx.unitOfWork.inTransaction) throw new Error('a reservation system is never asked inside a transaction')
  const { systemId, connector } = connection
  const traces = traced(ctx, connection, { operation, about })
  const [shown, named] = [await connection.secretsFor(about?.venueId), await connection.headersFor(about?.channelId)]
  const call: Call<unknown> = {
    systemId,
    settings: connection.settings,
    secrets: shown.secrets,
    headers: named.headers,
    http: traces.http,
    signal: new AbortController().signal,
  }
  const startedMs = stopwatchMs()
  const answer = connection.problem ?? shown.problem ?? named.problem ?? (await run(connector, call))
  const durationMs = stopwatchMs() - startedMs
  countCall(ctx, { systemId, operation, outcome: outcomeOf(answer), durationMs })
  traces.note(answer, [...ids, ...(answer.ok ? idsIn(answer.value) : [])])
  return answer
}

/** Where the system wants the origin of bookings in their notes, a setting of the venue's company decides. */
const wantsSource = async ({ db }: Ctx, venueId: string): Promise<boolean> => {
  const { rows } = await sql<{ wanted: boolean }>`
    select c.include_source_in_notes as wanted from venues v join companies c on c.id = v.company_id where v.id = ${venueId}`.execute(db)
  return rows[0]?.wanted ?? true
}

/** The client for a venue's own system; `system.not_found` when the venue has none that is called. */
export const rmsClientOf = async (ctx: Ctx, systemId: string): Promise<RmsClient> => {
  const connection = await openConnection(ctx, systemId)
  if (!connection) throw new Problem('system.not_found')
  const { connector, settings, sourceInNotes } = connection
  const { venues, areas } = connector
  const asking = { ctx, connection }
  const withSource = async (booking: NewBooking, { venueId }: TraceIds): Promise<NewBooking> =>
    sourceInNotes && (await wantsSource(ctx, venueId))
      ? { ...booking, notes: [booking.notes, `Source: ${booking.channel.name}`].filter(Boolean).join('\n') }
      : booking
  return {
    systemId,
    connector: connector.code,
    knowsKeys: connection.problem ? connector.knowsKeys : (connector.knowsKeysBy?.(settings) ?? connector.knowsKeys),
    lateMs: connector.lateMsBy?.(settings) ?? ctx.ports.config.waits.late,
    health: () => ask(asking, { operation: 'health' }, (one, call) => one.health(call)),
    availability: (question, about) => ask(asking, { operation: 'availability', about }, (one, call) => one.availability(call, question)),
    create: async (booking, about) => {
      const sent = await withSource(booking, about)
      return ask(asking, { operation: 'create', about, ids: [booking.key] }, (one, call) => one.create(call, sent))
    },
    change: (change, about) => ask(asking, { operation: 'change', about, ids: [change.id] }, (one, call) => one.change(call, change)),
    cancel: (cancelation, about) =>
      ask(asking, { operation: 'cancel', about, ids: [cancelation.id] }, (one, call) => one.cancel(call, cancelation)),
    find: (ref, about) => ask(asking, { operation: 'find', about, ids: [ref.id] }, (one, call) => one.find(call, ref)),
    search: (search, about) => ask(asking, { operation: 'search', about }, (one, call) => one.search(call, search)),
    ...(venues ? { venues: () => ask(asking, { operation: 'venues' }, (_one, call) => venues(call)) } : {}),
    ...(areas ? { areas: (question, about) => ask(asking, { operation: 'areas', about }, (_one, call) => areas(call, question)) } : {}),
  }
}
