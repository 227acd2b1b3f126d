import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Ctx } from '../ctx.ts'
import { executorOf } from '../db/connect.ts'
import { deferStatement } from '../db/deferred.ts'
import { asProblem } from '../http/errors.ts'
import { explain, type Logger } from '../log.ts'
import { inFlight } from '../in-flight.ts'
import { within } from '../telemetry/spans.ts'
import { complainOf } from './complain.ts'
import { type Backpressure, makeBackpressure, serialized, pauseFor, watchBusyShare } from './backpressure.ts'

/** A kind of work: its name and, by type, what it is given. Features declare them, `jobs.ts` of a feature handles them. */
export type Job<Data> = {
  readonly name: `${string}.${string}`
  readonly retries: number
  /** So long each of them rests before it begins. */ readonly restSeconds?: number
  readonly data?: Data
}
/**
 * All that were declared, each of which has a queue: who enqueues must not depend on a later feature being there to handle it. What nobody handles
 * waits in its queue for two weeks, then it is forgotten.
 */
const defined = new Map<string, Job<object>>()
export const defineJob = <Data extends object>(name: Job<Data>['name'], retries = 5, restSeconds = 0): Job<Data> => {
  const job: Job<Data> = { name, retries, restSeconds }
  defined.set(name, job)
  return job
}

export type JobHandler = { job: Job<object>; run: (ctx: Ctx, data: never) => Promise<void>; cron?: string; takesLong?: boolean }
/** Ties a job to its handler; `cron` (UTC, five fields) makes it run by itself as well. */
export const onJob = <Data extends object>(job: Job<Data>, run: (ctx: Ctx, data: Data) => Promise<void>, cron?: string): JobHandler => ({
  job: job,
  run: run,
  ...(cron ? { cron } : {}),
})
/** A job that may take minutes: each is fetched by itself, so that none waits for the rest of another one's batch. */
export const onLongJob = <Data extends object>(job: Job<Data>, run: (ctx: Ctx, data: Data) => Promise<void>): JobHandler => ({
  job,
  run,
  takesLong: true,
})

export type Jobs = {
  /** Transactional outbox: enqueues inside the caller's transaction, so that the job exists exactly when the write does. */
  enqueue<Data extends object>(ctx: Pick<Ctx, 'db' | 'unitOfWork'>, job: Job<Data>, data: Data): Promise<void>
  healthy(): boolean
  /**
   * Back-pressure: background work awaits this before each unit; while requests keep the process busy, one goes on at a time, every five seconds at
   * the latest.
   */
  backpressure: Backpressure
  stop(): Promise<void>
}

/** `work`: handlers begin to run, with whatever waits from before; a process that never calls it only enqueues. */
export type JobQueue = Jobs & { work(options: WorkOptions): Promise<void> }

/** Connections of the queue's own. */
export type QueueOptions = { pool: pg.Pool; log: Logger }
export type WorkOptions = {
  handlers: readonly JobHandler[]
  systemCtx: (name: string) => Ctx
  count: (name: string, outcome: 'done' | 'failed') => void
}

/*
 * Workers poll every two seconds. Waking them with NOTIFY would be quicker, but a NOTIFY inside the transaction that enqueues serializes all commits
 * of the database behind one lock, and a mail may wait a moment better than a booking.
 */
export const openJobs = async ({ pool, log }: QueueOptions): Promise<JobQueue> => {
  const boss = new PgBoss({
    db: executorOf(pool),
    // A process killed in the middle of a job misses its heartbeat, and the job is retried within half a minute.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  let running = true
  const complain = complainOf(log)
  // A worker that polls while everything is being closed finds the pool gone: nobody's trouble.
  boss.on('error', (error) => running && complain(error))
  await boss.start()
  await inTurns([...defined.values()], ({ name, retries }) =>
    boss.createQueue(name, {
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 1800,
      expireInSeconds: 300,
      heartbeatSeconds: 20,
      deleteAfterSeconds: 86_400,
    }),
  )
  const watch = watchBusyShare()
  const backpressure = makeBackpressure({ ...watch, inFlight, pause: pauseFor })
  return {
    enqueue: async (ctx, job, data) => {
      await boss.send(job.name, data, {
        ...(job.restSeconds ? { startAfter: job.restSeconds } : {}),
        db: { executeSql: (text, values = []) => deferredJob(ctx, text, values) },
      })
    },
    work: ({ handlers, ...options }) => inTurns(handlers, (handler) => startWorker({ ...handler, ...options, boss, log, backpressure })),
    healthy: () => running,
    backpressure: serialized(backpressure),
    stop: async () => {
      running = false
      watch.stop()
      await boss.stop({ graceful: true, timeout: 2500 })
      await pool.end()
    },
  }
}

/** The queue returns the new job's id, which nobody here reads: the insert is deferred to the commit. */
const deferredJob = async (
  ctx: Pick<Ctx, 'db' | 'unitOfWork'>,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: { id: string }[] }> => {
  await deferStatement(ctx, { text, values })
  return { rows: [{ id: '' }] }
}

/**
 * One after the other: in a new database each queue takes the same lock, and of dozens who wait for the pool's few connections at once the last would
 * wait longer than a connection may take.
 */
const inTurns = async <T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> => {
  for (const one of all) await run(one)
}

/** Batch size of a fetch; after a full batch the next one is fetched at once. */
const batchSize = 20
/** Concurrency per kind of job: a thousand mails must not take the database connections that bookings need. */
const atOnce = 2
/** The same of jobs that take long. */
const longAtOnce = 3

type Worker = JobHandler & { boss: PgBoss; backpressure: Backpressure; log: Logger } & Omit<WorkOptions, 'handlers'>

const startWorker = async ({ boss, job, run, cron, takesLong, systemCtx, count, log, backpressure }: Worker): Promise<void> => {
  const runOne = async ({ id, data }: { id: string; data: unknown }) => {
    try {
      await within({ name: `job ${job.name}`, kind: 'consumer', attributes: { 'tablewire.job': job.name } }, () =>
        run(systemCtx(job.name), data as never),
      )
      count(job.name, 'done')
      return { id, status: 'completed' as const }
    } catch (error) {
      count(job.name, 'failed')
      // It is tried again, here or where the place has gone.
      if (asProblem(error)?.code === 'venue.moving') log.debug({ job: job.name }, 'job waits for a move')
      else log.error({ job: job.name, err: error }, 'job failed')
      return { id, status: 'failed' as const, output: explain(error) }
    }
  }
  const options = {
    ...(takesLong ? { batchSize: 1, localConcurrency: longAtOnce } : { batchSize }),
    pollingIntervalSeconds: 2,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const
  await boss.work(job.name, options, async (batch) => {
    const results: Awaited<ReturnType<typeof runOne>>[] = []
    for (let at = 0; at < batch.length; at += atOnce) {
      await backpressure()
      results.push(...(await Promise.all(batch.slice(at, at + atOnce).map(runOne))))
    }
    return results
  })
  if (cron) await boss.schedule(job.name, cron, {})
}
