import { EventEmitter } from 'node:events'
import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { sql } from 'kysely'
import type pg from 'pg'
import { stopwatchMs } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { deferInsert } from '../db/deferred.ts'
import { connectAlone } from '../db/servers.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'

/**
 * Who hears it, which is not sent: `users`, only the screens of these people; `companyId`, those of the platform's own people and of this company (null =
 * of nobody else).
 */
type Recipients = { users?: readonly string[]; companyId?: string | null }
/** A message with the place to resume from: the transaction horizon when it was read, and the Unix second of that look. */
export type LiveDelivery = { cursor: string; message: LiveMessage & Recipients }
export type Live = {
  /** Writes the message in the caller's transaction and wakes all processes after the commit. */
  publish(ctx: Ctx, message: Omit<LiveMessage, 'at'> & Recipients): Promise<void>
  subscribe(listener: (delivered: LiveDelivery) => void): () => void
  /** What was published since that cursor, or undefined when it is too old to tell. */
  since(cursor: string): Promise<LiveDelivery[] | undefined>
  cursor(): string
  subscribers(): number
  stop(): Promise<void>
}

const channel = 'tablewire_live'
/** What is said within this time is told together; when much is said, the others are woken no more often than each `apartMs`. */
const gatherMs = 15
const apartMs = 75
/** Messages are kept this long for readers that come back. */
export const keepMinutes = 30

type Place = { xid: string; second: string }
const cursorOf = ({ xid, second }: Place): string => `${xid}-${second}`
const placeOf = (cursor: string): Place | undefined => {
  const [, xid, second] = /^(\d{1,19})-(\d{1,12})$/.exec(cursor) ?? []
  return xid === undefined || second === undefined ? undefined : { xid, second }
}

type Row = { id: number; xid: string; message: LiveDelivery['message'] }

/*
 * Ids are given before commit, so a reader that remembers the highest id would miss slower transactions. Readers therefore ask from the
 * oldest transaction still open at their last look (`xmin`) and drop what they have seen. Notifying happens after the commit, gathered
 * over a few milliseconds: NOTIFY inside the transaction would make all commits of the database queue behind one lock.
 */
export const startLive = async (db: Db, url: string, log: Logger): Promise<Live> => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const reader = await makeReader(db, log, (delivered) => emitter.emit('message', delivered))
  const stopListening = listen(url, log, reader.wake)
  // A process may die between its commit and its NOTIFY; this look finds what it left behind.
  const poll = setInterval(reader.wake, 2000).unref()
  let nudge: NodeJS.Timeout | undefined
  let nudgedMs = -Infinity
  const notify = (): void => {
    nudge ??= setTimeout(
      () => {
        nudge = undefined
        nudgedMs = stopwatchMs()
        sql`select pg_notify(${channel}, '')`.execute(db).catch((error: unknown) => log.warn({ err: error }, 'live notify'))
      },
      Math.max(gatherMs, nudgedMs + apartMs - stopwatchMs()),
    )
  }
  return {
    publish: async (ctx, message) => {
      const full = JSON.stringify({ ...message, at: ctx.clock().toString() })
      await deferInsert(ctx, 'liveMessages', { venueId: message.venueId, message: full })
      ctx.unitOfWork.afterCommit.push(notify)
      if (!ctx.unitOfWork.inTransaction) notify()
    },
    subscribe: (listener) => {
      emitter.on('message', listener)
      return () => void emitter.off('message', listener)
    },
    since: async (cursor) => {
      const place = placeOf(cursor)
      if (!place || !(await stillKnown(db, place))) return undefined
      return (await readFrom(db, place.xid)).map((row) => ({ cursor: cursorOf(reader.horizon()), message: row.message }))
    },
    cursor: () => cursorOf(reader.horizon()),
    subscribers: () => emitter.listenerCount('message'),
    stop: async () => {
      clearInterval(poll)
      clearTimeout(nudge)
      await stopListening()
      await reader.stop()
    },
  }
}

/** Reads what is new each time it is woken, one look at a time; woken during a look, it looks once more. */
const makeReader = async (db: Db, log: Logger, emit: (delivered: LiveDelivery) => void) => {
  const seen = new Set<number>()
  let horizon = await readHorizon(db)
  let reading: Promise<void> | undefined
  let again = false
  let stopped = false
  const read = async (): Promise<void> => {
    const from = horizon
    const next = await readHorizon(db)
    for (const row of await readFrom(db, from.xid)) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      emit({ cursor: cursorOf(from), message: row.message })
    }
    horizon = next
    if (seen.size > 20_000) for (const id of [...seen].slice(0, 10_000)) seen.delete(id)
  }
  const wake = (): void => {
    if (stopped) return
    again = true
    reading ??= (async () => {
      while (again) {
        again = false
        await read().catch((error: unknown) => log.warn({ err: error }, 'live messages'))
      }
      reading = undefined
    })()
  }
  const stop = async (): Promise<void> => {
    stopped = true
    await reading
  }
  return { wake, stop, horizon: () => horizon }
}

/** A message counts its age from the beginning of its transaction: what was looked at a little earlier may have lost one. */
const slackMinutes = 5

/** False when messages since that look may have been tidied away, or when the database counts its transactions anew. */
const stillKnown = async (db: Db, { xid, second }: Place): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select to_timestamp(${second}::float8) > now() - make_interval(mins => ${keepMinutes - slackMinutes})
      and ${xid}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`.execute(db)
  return rows[0]?.known === true
}

const readHorizon = async (db: Db): Promise<Place> => {
  const { rows } = await sql<Place>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid, extract(epoch from now())::bigint::text as second`.execute(db)
  return rows[0]!
}

const pageRows = 5000
const readFrom = async (db: Db, cursor: string): Promise<Row[]> => {
  const found: Row[] = []
  for (;;) {
    const { xid = cursor, id = 0 } = found.at(-1) ?? {}
    const { rows } = await sql<Row>`
      select id, xid::text, message from live_messages where (xid, id) >= (${xid}::xid8, ${id + 1}) order by xid, id limit ${pageRows}`.execute(
      db,
    )
    found.push(...rows)
    if (rows.length < pageRows) return found.toSorted((a, b) => a.id - b.id)
  }
}

/** One connection that listens, made anew for ever when it breaks. */
const listen = (url: string, log: Logger, wake: () => void): (() => Promise<void>) => {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let told = false
  const again = (error?: unknown): void => {
    const lost = client
    client = undefined
    if (stopped) return
    // Once per loss: it tries twice a second.
    if (error && !told) log.warn({ err: error }, 'live connection lost')
    told = true
    lost?.end().catch(() => undefined)
    clearTimeout(retry)
    retry = setTimeout(() => void connect().catch(again), 500).unref()
  }
  const connect = async (): Promise<void> => {
    const fresh = await connectAlone(url, 'tablewire live')
    if (stopped) return fresh.end()
    client = fresh
    const ended = (error?: unknown): void => {
      if (client === fresh) again(error)
    }
    fresh.on('error', ended)
    fresh.on('end', () => ended())
    fresh.on('notification', wake)
    await fresh.query(`listen ${channel}`)
    told = false
    wake()
  }
  void connect().catch(again)
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end().catch(() => undefined)
  }
}
