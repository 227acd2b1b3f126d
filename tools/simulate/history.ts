import { onChangeNotice } from '@tablewire/server/features/rms-bookings/api'
import { readConfig } from '@tablewire/server/platform/config'
import { transaction } from '@tablewire/server/platform/db/transaction'
import { Channel } from './channel.ts'
import type { Catalogue } from './database/catalogue.ts'
import { type RecordedStatement, MemoryDatabase } from './database/memory-database.ts'
import type { Rows } from './database/store.ts'
import type { Row } from './database/values.ts'
import { HubProcess } from './hub-process.ts'
import { checkInvariants, checkLateInvariants } from './invariants.ts'
import { enter } from './machine.ts'
import { guest, restaurant, staff } from './people.ts'
import { noFaults, Rms, type FaultRates } from './rms.ts'
import { type Places, type Seed, seedRows } from './seed-rows.ts'
import type { Simulation } from './stage.ts'
import { World } from './world.ts'

const config = readConfig([], {})
const dayMs = 86_400_000
const firstDay = Date.UTC(2030, 0, 1)

export type Outcome = { wrong: string[]; bookings: number }
export type HistoryEntry = {
  seed: number
  history: number
  trace?: (line: string) => void
  /** Hears each statement that the database carries out. */
  heard?: (statement: RecordedStatement) => void
}

/** Deterministic: one seed and one number give one history. */
const seedOf = (seed: number, history: number): number => (Math.imul(seed, 0x9e3779b1) ^ Math.imul(history + 1, 0x85ebca6b)) >>> 0

/** Timers that are stored in rows: when the first of them is due. */
const dueIn = (tables: readonly Rows[]) => (): number => {
  let first = Infinity
  for (const { entries } of tables)
    for (const { committed } of entries) {
      const next = (committed?.['next_at'] ?? null) as number | null
      if (next !== null) first = Math.min(first, Math.max(next, (committed!['lease_until'] as number | null) ?? 0))
    }
  return first
}

/** Everything of one run: a hub of two processes, a system, channels, people, and what befalls them. */
export class History implements Simulation {
  readonly world: World
  readonly places: Places
  readonly seeds: readonly Seed[]
  readonly rms: Rms
  readonly database: MemoryDatabase
  readonly channels: Channel[]
  readonly processes: (HubProcess | undefined)[] = []
  readonly wrongs: string[] = []
  /** Probability that a request of a channel, or its answer, is lost. */
  lost: number
  readonly #skews: readonly number[]
  #webhooks = 0

  constructor(catalogue: Catalogue, { seed, history, trace, heard }: HistoryEntry) {
    // Apart in time, so that a process's caches have expired by the next.
    this.world = new World(seedOf(seed, history), firstDay + (history % 3000) * 4 * dayMs, trace)
    enter(this.world)
    const { dice } = this.world
    const id = (kind: string): string => `${kind.padEnd(8, '0')}-0000-4000-8000-${String(history).padStart(12, '0')}`
    this.places = { venueId: id('a'), areaId: id('b'), systemId: id('c'), companyId: id('d'), channelIds: [id('e')] }
    this.database = new MemoryDatabase(catalogue, { nowMs: () => this.world.epochMs, newId: () => this.world.id(), heard })
    this.world.dueMs = dueIn(['remote_bookings', 'simulated_jobs'].map((name) => this.database.store.rowsOf(name)))
    const knowsKeys = dice.chance(0.4)
    const keepsKeys = knowsKeys || dice.chance(0.6)
    const some = (most: number): number => (dice.chance(0.5) ? 0 : dice.next() * most)
    this.rms = new Rms(
      this.world,
      {
        knowsKeys,
        keepsKeys,
        keepsChannels: keepsKeys || dice.chance(0.7),
        asksToConfirm: some(0.4),
        asksToPay: some(0.3),
        skewMs: dice.between(-600_000, 600_000),
        covers: dice.pick([4, 8, 40]),
      },
      this.#weather(some),
    )
    this.lost = some(0.3)
    this.#skews = [0, 1].map(() => (dice.chance(0.5) ? 0 : dice.between(-4000, 4000)))
    this.seeds = seedRows(this.places, { knowsKeys, lateMs: dice.pick([8000, 25_000]) })
    for (const { table, row } of this.seeds) this.database.put(table, row)
    this.channels = this.places.channelIds.map((one) => new Channel(this, one))
    const startMs = this.world.startMs + 2 * dayMs + 19 * 3_600_000
    this.rms.starts = [0, 1, 2].map((at) => new Date(startMs + at * 900_000).toISOString().replace('.000Z', 'Z'))
    this.rms.changed = (remoteId) => this.#webhook(remoteId, 0)
  }

  #weather(some: (most: number) => number): FaultRates {
    return {
      lost: some(0.3),
      answerLost: some(0.4),
      late: some(0.4),
      failed: some(0.4),
      busy: some(0.3),
      unreachable: some(0.3),
      refused: some(0.15),
      twice: 0,
      webhookLost: some(0.5),
      webhookTwice: some(0.5),
    }
  }

  wrong(what: string): void {
    this.wrongs.push(what)
    this.world.tell(() => `WRONG     ${what}`)
  }

  reservation(id: string): Row | undefined {
    return this.database.store.committed('reservations').find((row) => row['id'] === id)
  }

  aProcess(): HubProcess | undefined {
    return this.world.dice.pick(this.processes)
  }

  #start(at: number): void {
    const name = `process ${at}`
    this.world.tell(() => `${name} starts`)
    this.processes[at] = new HubProcess(
      { world: this.world, database: this.database, rms: this.rms, config, wrong: (what) => this.wrong(what) },
      { id: this.world.id(), name, skewMs: this.#skews[at]! },
    )
  }

  /** A system sends a hint, with a few retries while the hub is down. */
  #webhook(remoteId: string, tries: number): void {
    const process = this.aProcess()
    const again = (): void => {
      if (tries < 4) this.world.after(3000 * 2 ** tries, () => this.#webhook(remoteId, tries + 1))
    }
    if (!process?.alive) return again()
    const { systemId, venueId } = this.places
    const ctx = process.ctx({ kind: 'system', id: systemId, name: 'System', rateLimitPerMinute: 0 }, { kind: 'system', systemId })
    transaction(ctx, (inner) => onChangeNotice(inner, { systemId, remoteId, venueId })).catch((error: unknown) => {
      this.wrong(`a webhook was answered 500: ${String(error)}`)
      again()
    })
  }

  /** Webhooks: channels receive what the history recorded for them, at some time and at least once. */
  #deliver(): void {
    const events = this.database.store.committed('webhook_events')
    for (const event of events.slice(this.#webhooks)) {
      const channel = this.channels.find(({ id }) => id === event['channel_id'])!
      this.world.after(this.world.dice.between(10, 20_000), () => {
        channel.read(String(event['reservation_id']))
        this.world.tell(() => `channel   hears of ${String(event['reservation_id']).slice(-4)}`)
      })
    }
    this.#webhooks = events.length
  }

  async #crashes(): Promise<void> {
    const { dice } = this.world
    for (
      let crashes = dice.weighted([
        [0, 4],
        [1, 4],
        [2, 2],
        [4, 1],
      ]);
      crashes > 0;
      crashes--
    ) {
      await this.world.sleep(dice.between(0, 25_000))
      const at = dice.between(0, 1)
      const process = this.processes[at]
      if (!process?.alive) continue
      process.crash()
      this.world.after(dice.between(100, 20_000), () => this.#start(at))
    }
  }

  async #pauses(): Promise<void> {
    const { dice } = this.world
    for (
      let pauses = dice.weighted([
        [0, 5],
        [1, 3],
        [3, 1],
      ]);
      pauses > 0;
      pauses--
    ) {
      await this.world.sleep(dice.between(0, 30_000))
      this.aProcess()?.pause(dice.chance(0.5) ? dice.between(100, 5000) : dice.between(5000, 60_000))
    }
  }

  async run(): Promise<Outcome> {
    const { world, rms } = this
    const { dice } = world
    this.#start(0)
    this.#start(1)
    for (let guests = dice.between(1, 3); guests > 0; guests--) void guest(this, this.channels[0]!, guests)
    for (let acts = dice.between(0, 3); acts > 0; acts--) void restaurant(this)
    for (let acts = dice.between(0, 2); acts > 0; acts--) void staff(this)
    void this.#crashes()
    void this.#pauses()
    await this.#until(120_000)
    world.tell(() => 'everything is well from here on')
    rms.weather = noFaults
    this.lost = 0
    for (const [at, process] of this.processes.entries()) if (!process?.alive) this.#start(at)
    await this.#until(26 * 3_600_000)
    checkLateInvariants(this)
    // A full sync finds what no hint told of.
    for (const id of rms.bookings.keys()) this.#webhook(id, 0)
    await this.#until(27 * 3_600_000)
    checkInvariants(this, this.channels)
    return { wrong: this.wrongs, bookings: rms.bookings.size }
  }

  async #until(ms: number): Promise<void> {
    for (let at = this.world.nowMs; at < ms;) {
      at = Math.min(ms, at < 200_000 ? at + 2000 : at + 900_000)
      await this.world.run(at)
      this.#deliver()
    }
  }
}
