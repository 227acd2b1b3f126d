import type { Timers } from '@tablewire/connectors/kit/timers'
import { alone } from '@tablewire/connectors/kit/cluster'
import { withResilience } from '@tablewire/connectors/kit/resilience'
import { abilityOf } from '@tablewire/contracts/identity/access'
import { rmsBookingsJobs } from '@tablewire/server/features/rms-bookings/jobs'
import { startReconciling } from '@tablewire/server/features/rms-bookings/api'
import type { Config } from '@tablewire/server/platform/config'
import { type Actor, type Ctx, newUnitOfWork, type Ports, type VenueScope } from '@tablewire/server/platform/ctx'
import { makeDbOver } from '@tablewire/server/platform/db/connect'
import { deferStatement } from '@tablewire/server/platform/db/deferred'
import type { Db } from '@tablewire/server/platform/db/schema'
import type { Logger } from '@tablewire/server/platform/log'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { Connection } from './connection.ts'
import type { MemoryDatabase } from './database/memory-database.ts'
import { modelConnector } from './model-connector.ts'
import type { Rms } from './rms.ts'
import type { World } from './world.ts'

export type HubEnvironment = {
  world: World
  database: MemoryDatabase
  rms: Rms
  config: Config
  /** An unexpected error. */
  wrong: (what: string) => void
}

const runs = new Set<string>(rmsBookingsJobs.map(({ job }) => job.name))
const secrets = makeSecrets(['a key that only simulations ever use'])

const patience = { '40001': true, '40P01': true } as Record<string, boolean>

/** One process of the hub: the product's own code with a simulated database, system and clock. */
export class HubProcess {
  readonly id: string
  readonly name: string
  readonly #grounds: HubEnvironment
  readonly #skewMs: number
  readonly #connections = new Set<Connection>()
  readonly #ports: Ports
  readonly #db: Db
  #starting = false
  #stillUntilMs = 0
  #polls: (() => void)[] = []
  alive = true
  constructor(grounds: HubEnvironment, { id, name, skewMs }: { id: string; name: string; skewMs: number }) {
    this.id = id
    this.name = name
    this.#grounds = grounds
    this.#skewMs = skewMs
    this.#db = makeDbOver({ take: async () => this.#connect(), end: async () => undefined })
    this.#ports = this.#furnish()
    this.#starting = true
    startReconciling(() => this.ctx({ kind: 'system', id: null, name: 'hub.settle' }))
    this.#ports.timers.every(2000, () => void this.#work().catch((error: unknown) => this.#fail('a job', error)))
    this.#starting = false
  }

  #connect(): Connection {
    const connection = new Connection(this.#grounds.world, this.#grounds.database.open(), this.#reach)
    if (!this.alive) connection.cut()
    this.#connections.add(connection)
    return connection
  }

  ctx(actor: Actor, scope: VenueScope = { kind: 'all' }): Ctx {
    return {
      actor,
      ability: abilityOf({ roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'], permissions: [] }),
      scope,
      db: this.#db,
      clock: () => Temporal.Instant.fromEpochMilliseconds(this.#grounds.world.epochMs + this.#skewMs),
      lang: 'en',
      origin: { host: '', address: '' },
      requestId: 'simulated',
      log: this.#log(),
      ports: this.#ports,
      unitOfWork: newUnitOfWork(),
    }
  }

  /** Incoming requests: dropped when the process is dead, delayed while it is suspended. */
  readonly #reach = (run: () => void): void => {
    if (!this.alive) return
    const { world } = this.#grounds
    if (world.nowMs < this.#stillUntilMs) world.after(this.#stillUntilMs - world.nowMs, () => this.#reach(run))
    else run()
  }

  /** Suspended, as a machine that is migrated or swaps, and resumed as if no time had passed. */
  pause(ms: number): void {
    this.#grounds.world.tell(() => `${this.name} stands still for ${(ms / 1000).toFixed(1)} s`)
    this.#stillUntilMs = this.#grounds.world.nowMs + ms
  }

  /** Crash: nothing it was about to do is done. */
  crash(): void {
    this.#grounds.world.tell(() => `${this.name} is shot`)
    this.alive = false
    for (const stop of this.#polls) stop()
    for (const connection of this.#connections) connection.cut()
  }

  #timers(): Timers {
    const { world } = this.#grounds
    const mine = (run: () => void) => (): void => this.#reach(run)
    const every = (ms: number, run: () => void): (() => void) => {
      let takeBack = world.after(ms, function again() {
        takeBack = world.after(ms, again)
        run()
      })
      return () => takeBack()
    }
    return {
      nowMs: () => world.nowMs,
      after: (ms, run) => world.after(ms, mine(run)),
      every: (ms, run) => {
        if (!this.#starting) return every(ms, mine(run))
        const stop = world.poll({ everyMs: ms, run: mine(run) })
        this.#polls.push(stop)
        return stop
      },
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const takeBack = world.after(ms, mine(resolve))
          signal?.addEventListener('abort', () => (takeBack(), reject(signal.reason as Error)), { once: true })
        }),
    }
  }

  #furnish(): Ports {
    const { world, rms, config } = this.#grounds
    const timers = this.#timers()
    const nothing = (): undefined => undefined
    const ports = {
      config,
      timers,
      processId: this.id,
      connectors: new Map([
        ['model', withResilience(modelConnector({ world, rms, alive: () => this.alive, reach: this.#reach }), alone, timers)],
      ]),
      jobs: {
        enqueue: (ctx: Ctx, job: { name: string }, data: object) =>
          deferStatement(ctx, {
            text: 'insert into simulated_jobs (id, name, data, next_at) values ($1, $2, $3, $4::timestamptz)',
            values: [world.id(), job.name, JSON.stringify(data), runs.has(job.name) ? new Date(world.epochMs).toISOString() : null],
          }),
      },
      live: { publish: async () => undefined },
      traces: { note: nothing, keep: nothing, count: nothing },
      secrets,
      replica: { whileWriting: (_writer: unknown, work: () => unknown) => work() },
    }
    return ports as unknown as Ports
  }

  #fail(what: string, error: unknown): void {
    const { code, message } = error as { code?: string; message?: string }
    if (!this.alive || patience[code ?? '']) return
    this.#grounds.wrong(`${what}: ${code ?? ''} ${message ?? String(error)} ${(error as Error).stack?.split('\n')[1] ?? ''}`)
  }

  #log(): Logger {
    const nothing = (): undefined => undefined
    const error = (fields: { err?: unknown }, text: string): void => this.#fail(text, fields.err)
    return { error, warn: error, info: nothing, debug: nothing, child: () => this.#log() } as unknown as Logger
  }

  /** The job queue's workers: a failed job is retried with backoff. */
  async #work(): Promise<void> {
    const ctx = this.ctx({ kind: 'system', id: null, name: 'jobs' })
    const { rows } = await sql<{ id: string; name: string; data: never; attempts: number }>`
      with due as (select id from simulated_jobs where next_at <= clock_timestamp() and (lease_until is null or lease_until < clock_timestamp())
        limit 5 for update skip locked)
      update simulated_jobs j set lease_until = clock_timestamp() + make_interval(secs => 20), attempts = j.attempts + 1 from due
      where j.id = due.id returning j.id, j.name, j.data, j.attempts`.execute(ctx.db)
    await Promise.all(
      rows.map(async ({ id, name, data, attempts }) => {
        try {
          await rmsBookingsJobs.find(({ job }) => job.name === name)!.run(this.ctx({ kind: 'system', id: null, name }), data)
          await sql`delete from simulated_jobs where id = ${id}`.execute(ctx.db)
        } catch {
          const over = attempts > 8
          await sql`update simulated_jobs set lease_until = null,
            next_at = ${over ? null : new Date(this.#grounds.world.epochMs + 5000 * 2 ** attempts).toISOString()}::timestamptz where id = ${id}`.execute(
            ctx.db,
          )
        }
      }),
    )
  }
}
