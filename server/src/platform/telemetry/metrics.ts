import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { HostState } from '../host/host-monitor.ts'
import type { MemoryFigures } from '../memory/memory.ts'
import type { ReplicaFigures } from '../replica/replica.ts'
import type { TraceCount } from '../traces/traces.ts'

/** `metricName`: which part of a histogram it is. */
export type MetricValue = { labels: Readonly<Record<string, string | number>>; value: number; metricName?: string }
export type MetricReading = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  values: readonly MetricValue[]
}

export type PoolStats = { inUse: number; idle: number; waiting: number }

/** Metrics of this process for Prometheus. Labels are endpoint ids, job names and statuses: bounded, and nothing about guests. */
export type Metrics = {
  observeRequest(endpointId: string, status: number, seconds: number): void
  countJob(name: string, outcome: 'done' | 'failed'): void
  /** One request between a channel, us and a reservation system. */
  observeHop(hop: Pick<TraceCount, 'from' | 'to' | 'operation' | 'outcome' | 'durationMs'>): void
  /** Gauges, read at every scrape. */
  watchSubscribers(read: () => number): void
  watchPool(read: () => PoolStats): void
  /** Health of what the product depends on. */
  watchGround(read: () => HostState): void
  /** What is kept of venues and their days. */
  watchMemory(read: () => MemoryFigures): void
  /** The standby that answers reads, where there is one. */
  watchReplica(read: () => ReplicaFigures | undefined): void
  /** Queue depths by kind, of the whole installation. */
  watchWaiting(read: () => Promise<Readonly<Record<string, number>>>): void
  /** The same numbers, for another way of sending them. */
  read(): Promise<readonly MetricReading[]>
  render(): Promise<{ contentType: string; body: string }>
}

const idShape = /^[A-Za-z][\w-]{0,40}\.[A-Za-z][\w-]{0,60}$/
/** Bounded cardinality: a name from outside must not create a new series each time. */
const bounded = (max: number, shape = idShape): ((name: string) => string) => {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return name
    if (known.size >= max || !shape.test(name)) return 'other'
    known.add(name)
    return name
  }
}

const hopHistogram = (registers: Registry[]) =>
  new Histogram({
    name: 'tablewire_hop_seconds',
    help: 'Requests between channels, the hub and reservation systems and how long they took, by direction, operation and outcome.',
    labelNames: ['direction', 'operation', 'outcome'] as const,
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 10],
    registers,
  })

/** Time limit of a scrape's query. */
const patienceMs = 2000

/** The last counts, where counting is slow: one count at a time, and while the database does not answer, or refuses, a scrape returns these and everything else. */
const lastKnown = <T>(read: () => Promise<T>, first: T): (() => Promise<T>) => {
  let last = first
  let counting: Promise<void> | undefined
  return async () => {
    // A count that an earlier scrape has timed out on is not awaited again.
    if (counting) return last
    let late: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, patienceMs)))
    counting = read()
      .then(
        (now) => void (last = now),
        () => undefined,
      )
      .finally(() => {
        clearTimeout(late)
        counting = undefined
      })
    await Promise.race([counting, patience])
    return last
  }
}

const watchWaiting = (registers: Registry[], read: () => Promise<Readonly<Record<string, number>>>): void => {
  const counted = lastKnown(read, {})
  new Gauge({
    name: 'tablewire_waiting',
    help: 'Bookings that wait to be reconciled with their system, webhooks that wait to be delivered or were given up, mails that are tried again, restores of the database within the last week.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      const counts = await counted()
      this.reset()
      for (const [what, count] of Object.entries(counts)) this.set({ what }, count)
    },
  })
}

const watchGround = (registers: Registry[], read: () => HostState): void => {
  new Gauge({
    name: 'tablewire_ground_ok',
    help: '1 = well, 0 = needs somebody: whether the database and the disk take writes, the secrets can be read, there is room for more connections.',
    labelNames: ['check'] as const,
    registers,
    collect() {
      const { storage, secrets, descriptors } = read()
      this.set({ check: 'storage' }, storage.fault === null ? 1 : 0)
      this.set({ check: 'secrets' }, secrets.proven && !secrets.unreadable.length ? 1 : 0)
      this.set({ check: 'descriptors' }, descriptors.fullSince === null ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tablewire_disk_bytes',
    help: 'The disk of the data folder: what is free, and its size.',
    labelNames: ['what'] as const,
    registers,
    collect() {
      this.reset()
      const { disk } = read().storage
      if (!disk) return
      this.set({ what: 'free' }, disk.freeBytes)
      this.set({ what: 'size' }, disk.sizeBytes)
    },
  })
}

const watchMemory = (registers: Registry[], read: () => MemoryFigures): void => {
  new Gauge({
    name: 'tablewire_memory',
    help: 'Venues and days of venues kept in memory: how many, their estimated bytes, and the seconds since their changes were last read (-1 = not followed).',
    labelNames: ['what'] as const,
    registers,
    collect() {
      const { cells, bytes, ageMs } = read()
      this.set({ what: 'cells' }, cells)
      this.set({ what: 'bytes' }, bytes)
      this.set({ what: 'age_seconds' }, ageMs === null ? -1 : ageMs / 1000)
    },
  })
  new Counter({
    name: 'tablewire_memory_total',
    help: 'What was asked of memory: found there (hit), read from the database (miss), given up to make room (evicted); how often changes were read (look), and calls that asked the database as these could not be told (unsure).',
    labelNames: ['what'] as const,
    registers,
    collect() {
      const { hits, misses, evicted, looks, unsure } = read()
      this.reset()
      for (const [what, count] of Object.entries({ hit: hits, miss: misses, evicted, look: looks, unsure })) this.inc({ what }, count)
    },
  })
}

const watchSubscribers = (registers: Registry[], read: () => number): void => {
  new Gauge({
    name: 'tablewire_live_subscribers',
    help: 'Open live streams.',
    registers,
    collect() {
      this.set(read())
    },
  })
}

const noReads = { answered: 0, ownWrite: 0, behind: 0, unasked: 0, failed: 0 }
const watchReplica = (registers: Registry[], read: () => ReplicaFigures | undefined): void => {
  new Gauge({
    name: 'tablewire_replica',
    help: 'The standby that answers reads: whether one is named (configured), whether it is asked (ok), and how many seconds it is behind (lag_seconds, -1 = not known).',
    labelNames: ['what'] as const,
    registers,
    collect() {
      const figures = read()
      this.set({ what: 'configured' }, figures ? 1 : 0)
      this.set({ what: 'ok' }, figures?.state === 'ok' ? 1 : 0)
      this.set({ what: 'lag_seconds' }, typeof figures?.lagMs === 'number' ? figures.lagMs / 1000 : -1)
    },
  })
  new Counter({
    name: 'tablewire_replica_reads_total',
    help: 'Reads that a standby may answer: those it did (answered), and those the primary did: after a write of the caller (own_write), as the standby was too old (behind), as it is not asked (unasked) or as it failed (failed).',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      const { answered, ownWrite, behind, unasked, failed } = read() ?? noReads
      this.reset()
      for (const [outcome, count] of Object.entries({ answered, own_write: ownWrite, behind, unasked, failed }))
        this.inc({ outcome }, count)
    },
  })
}

export const makeMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'tablewire_http_request_seconds',
    help: 'Time from the start of a request to its answer, by endpoint and status.',
    labelNames: ['endpoint', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const jobs = new Counter({
    name: 'tablewire_jobs_total',
    help: 'Jobs worked on, by name and outcome.',
    labelNames: ['job', 'outcome'] as const,
    registers,
  })
  const hops = hopHistogram(registers)
  const endpointOf = bounded(500)
  const operationOf = bounded(60, /^[A-Za-z][\w.-]{0,60}$/)
  const jobOf = bounded(200)
  return {
    observeRequest: (endpointId, status, seconds) =>
      requests.observe(
        { endpoint: endpointOf(endpointId), status: status >= 100 && status <= 599 ? String(Math.trunc(status)) : 'other' },
        seconds >= 0 ? seconds : 0,
      ),
    observeHop: ({ from, to, operation, outcome, durationMs }) =>
      hops.observe({ direction: `${from}_${to}`, operation: operationOf(operation), outcome }, Math.max(0, durationMs) / 1000 || 0),
    countJob: (name, outcome) => jobs.inc({ job: jobOf(name), outcome }),
    watchSubscribers: (read) => watchSubscribers(registers, read),
    watchPool: (read) => {
      new Gauge({
        name: 'tablewire_database_connections',
        help: 'Connections of the pool in use and idle, and requests that wait for one.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          const { inUse, idle, waiting } = read()
          this.set({ state: 'in_use' }, inUse)
          this.set({ state: 'idle' }, idle)
          this.set({ state: 'waiting' }, waiting)
        },
      })
    },
    watchGround: (read) => watchGround(registers, read),
    watchMemory: (read) => watchMemory(registers, read),
    watchReplica: (read) => watchReplica(registers, read),
    watchWaiting: (read) => watchWaiting(registers, read),
    read: () => registry.getMetricsAsJSON() as Promise<unknown> as Promise<MetricReading[]>,
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
