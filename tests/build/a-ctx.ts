import { randomUUID } from 'node:crypto'
import { systemTimers } from '@tablewire/connectors/kit/timers'
import { makeConnectors } from '@tablewire/connectors/registry'
import { abilityOf } from '@tablewire/contracts/identity/access'
import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { allGuards } from '@tablewire/server/app/guards-all'
import { systemClock } from '@tablewire/server/platform/clock'
import { readConfig } from '@tablewire/server/platform/config'
import { type Ctx, newUnitOfWork, type Ports } from '@tablewire/server/platform/ctx'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import { registerGuards } from '@tablewire/server/platform/db/guards'
import type { Db } from '@tablewire/server/platform/db/schema'
import { makeLogger } from '@tablewire/server/platform/log'
import { guardedSend } from '@tablewire/server/platform/net/guarded-send'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { noMemory } from '@tablewire/server/platform/memory/memory'
import type { TraceNote } from '@tablewire/server/platform/traces/traces'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { testDatabase } from './database.ts'

// As a process does when it starts; a verb tried alone has none around it.
registerGuards(allGuards)

/** One for all, as in a process. */
const connectors = makeConnectors()

export type OpenDb = { db: Db; url: string; close(): Promise<void> }

/** A migrated database of its own, opened; call `close` in afterAll. With one connection it is for rows by the ten thousand: nothing cuts those off. */
export const aDb = async (connections = 8): Promise<OpenDb> => {
  const { url, drop } = await testDatabase()
  const db = makeDb(makePool({ url, max: connections, name: 'test' }))
  if (connections === 1) await sql`set statement_timeout = 0`.execute(db)
  return {
    db,
    url,
    close: async () => {
      await db.destroy()
      await drop()
    },
  }
}

export type Recorded = {
  ports: Ports
  /** Jobs in the order they were enqueued. */
  jobs: { name: string; data: object }[]
  mails: unknown[]
  live: Omit<LiveMessage, 'at'>[]
  traces: TraceNote[]
}

/** Ports that remember what they were asked; pass `ports` to `aCtx` and look at the rest. */
export const recordingPorts = (): Recorded => {
  const jobs: Recorded['jobs'] = []
  const mails: unknown[] = []
  const live: Recorded['live'] = []
  const traces: TraceNote[] = []
  const ports = {
    config: readConfig([], {}),
    timers: systemTimers,
    processId: randomUUID(),
    jobs: {
      enqueue: async (_ctx: unknown, job: { name: string }, data: object) => void jobs.push({ name: job.name, data }),
      healthy: () => true,
      backpressure: async () => undefined,
      stop: async () => undefined,
    },
    live: {
      publish: async (_ctx: unknown, message: Omit<LiveMessage, 'at'>) => void live.push(message),
      subscribe: () => () => undefined,
      since: async () => undefined,
      cursor: () => '0',
      course: () => '0',
      onOtherCourse: () => () => undefined,
      subscribers: () => 0,
      stop: async () => undefined,
    },
    mail: {
      send: async (_ctx: unknown, mail: unknown, begins?: () => Promise<void>) => {
        await begins?.()
        mails.push(mail)
      },
    },
    files: {},
    connectors,
    send: guardedSend,
    demos: { most: 0, start: async () => 'full', remove: async () => undefined, prepare: async () => undefined },
    traces: {
      note: (trace: TraceNote) => void traces.push(trace),
      keep: (trace: TraceNote) => void traces.push(trace),
      count: () => undefined,
      stop: async () => undefined,
    },
    memory: noMemory,
    replica: {
      read: async () => undefined,
      whileWriting: (_writer: unknown, work: () => unknown) => work(),
      figures: () => undefined,
      stop: async () => undefined,
    },
    ground: { suspect: () => undefined },
    secrets: makeSecrets(['a key that only tests ever use, long enough']),
  }
  return { ports: ports as unknown as Ports, jobs, mails, live, traces }
}

/** A clock that stands at that instant; `move` it by a duration such as `{ minutes: 5 }`. */
export const aClock = (at: string): (() => Temporal.Instant) & { move(by: Temporal.DurationLike): void } => {
  let now = Temporal.Instant.from(at)
  return Object.assign(() => now, { move: (by: Temporal.DurationLike) => void (now = now.add(by)) })
}

/** Who may do everything and sees every venue, unless the overrides say otherwise. */
export const aCtx = (db: Db, overrides: Partial<Ctx> = {}): Ctx => ({
  actor: { kind: 'system', id: null, name: 'test' },
  ability: abilityOf({ roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], permissions: [] }),
  scope: { kind: 'all' },
  db,
  clock: systemClock,
  lang: 'en',
  origin: { host: 'localhost:4000', address: '127.0.0.1' },
  requestId: randomUUID(),
  log: makeLogger('silent'),
  ports: recordingPorts().ports,
  unitOfWork: newUnitOfWork(),
  ...overrides,
})
