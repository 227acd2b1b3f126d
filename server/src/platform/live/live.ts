import { EventEmitter } from 'node:events'
import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { sql } from 'kysely'
import type pg from 'pg'
import { stopwatchMs, systemClock } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { deferInsert } from '../db/deferred.ts'
import { connectAlone, dropConnection } from '../db/servers.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import { cursorOf, placeOf, stillKnown } from './place.ts'
import { makeReader, readAt, readFrom } from './reader.ts'

/**
 * The audience, which is not part of the message: `users`, only these people's screens; `companyId`, the platform's own people and those of this
 * company (null = of no company), and of others the `author`, whose own thing it is; `parties`, of partners those of this reservation system and of this
 * channel, beside the venue's own people.
 */
type Recipients = {
  users?: readonly string[]
  companyId?: string | null
  author?: string | null
  parties?: { systemId: string; channelId: string }
}
/** A message with the cursor to resume from (`place.ts`). */
export type LiveDelivery = { cursor: string; message: LiveMessage & Recipients }
export type Live = {
  /** Publishes in the caller's transaction and wakes all processes after the commit. */
  publish(ctx: Ctx, message: Omit<LiveMessage, 'at'> & Recipients): Promise<void>
  subscribe(listener: (delivered: LiveDelivery) => void): () => void
  /** Replay of what was published since that cursor, or undefined when the cursor is too old. */
  since(cursor: string): Promise<LiveDelivery[] | undefined>
  cursor(): string
  /** Which course of the database is read: after a restore numbers are given anew, to other things. */
  course(): string
  /** The database goes on from another moment than before; `reset` is told to all. */
  onOtherCourse(listener: () => void): () => void
  subscribers(): number
  /** The connection is given up: the machine at its other end hangs. */
  renew(): void
  stop(): Promise<void>
}

const channel = 'tablewire_live'
/** Debounce and throttle: messages within this time share a notification, and notifications are at least `apartMs` apart. */
const gatherMs = 15
const apartMs = 75

/*
 * Ids are assigned before the commit, so a reader that remembers the highest id would miss slower transactions. Readers therefore query from the
 * oldest transaction still open at their last read (`xmin`) and drop what they have seen. NOTIFY is sent after the commit, debounced over a few
 * milliseconds: inside the transaction it would serialize all commits of the database behind one lock.
 */
export const startLive = async (db: Db, url: string, log: Logger): Promise<Live> => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const reader = await makeReader(db, log, {
    emit: (delivered) => emitter.emit('message', delivered),
    onOtherCourse: () => emitter.emit('course'),
  })
  const listening = listen(url, log, reader.wake)
  // A process may die between its commit and its NOTIFY; this poll finds what it left behind.
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
      const rows = await readFrom(db, place.xid)
      const readMs = systemClock().epochMilliseconds
      return rows.map((row) => ({ cursor: cursorOf(reader.place()), message: readAt(row.message, readMs) }))
    },
    course: () => reader.place().course,
    onOtherCourse: (listener) => {
      emitter.on('course', listener)
      return () => void emitter.off('course', listener)
    },
    cursor: () => cursorOf(reader.place()),
    subscribers: () => emitter.listenerCount('message'),
    renew: () => listening.renew(),
    stop: async () => {
      clearInterval(poll)
      clearTimeout(nudge)
      await listening.stop()
      await reader.stop()
    },
  }
}

/** Farewell of a server that answers. */
const farewellMs = 1000
type Listening = { stop: () => Promise<void>; renew: () => void }

/** One connection for LISTEN, reconnected for ever. */
const listen = (url: string, log: Logger, wake: () => void): Listening => {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let logged = false
  const again = (error?: unknown): void => {
    const lost = client
    client = undefined
    if (stopped) return
    // Logged once per outage: it retries twice a second.
    if (error && !logged) log.warn({ err: error }, 'live connection lost')
    logged = true
    if (lost) dropConnection(lost)
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
    logged = false
    wake()
  }
  void connect().catch(again)
  return {
    renew: () => {
      if (client) again(new Error('the database does not answer'))
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      const last = client
      if (!last) return
      const cut = setTimeout(() => dropConnection(last), farewellMs)
      await last.end().catch(() => undefined)
      clearTimeout(cut)
    },
  }
}
