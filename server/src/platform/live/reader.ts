import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import type { LiveDelivery } from './live.ts'
import { cursorOf, isSameCourse, lookNow, type Place } from './place.ts'

type Row = { id: number; xid: string; message: LiveDelivery['message'] }

/** `onOtherCourse`: the database is not where it was, so nothing that was told before can be relied on. */
type Ears = { emit: (delivered: LiveDelivery) => void; onOtherCourse: () => void }
export type Reader = { wake(): void; stop(): Promise<void>; place(): Place }

/** Dated by when it could be read: its transaction may have taken long, and who asks for what happened since then has to find it. */
export const readAt = (message: LiveDelivery['message'], readMs: number): LiveDelivery['message'] =>
  Date.parse(message.at) < readMs ? { ...message, at: new Date(readMs).toISOString() } : message

/** Reads what is new each time it is woken, one read at a time; woken during a read, it reads once more. */
export const makeReader = async (db: Db, log: Logger, { emit, onOtherCourse }: Ears): Promise<Reader> => {
  const seen = new Set<number>()
  let last = await lookNow(db)
  let reading: Promise<void> | undefined
  let again = false
  let stopped = false
  const read = async (): Promise<void> => {
    const next = await lookNow(db)
    const readMs = systemClock().epochMilliseconds
    if (!isSameCourse(last, next)) {
      // Its numbers are given anew, to other messages, and what was told of the lost course never happened.
      seen.clear()
      last = next
      log.warn('the database goes on from another moment: all that is open loads anew')
      onOtherCourse()
      const at = new Date(readMs).toISOString()
      emit({ cursor: cursorOf(next), message: { type: 'reset', venueId: null, id: null, kind: null, at } })
    }
    const from = last
    for (const row of await readFrom(db, from.xid)) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      emit({ cursor: cursorOf(from), message: readAt(row.message, systemClock().epochMilliseconds) })
    }
    last = next
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
  return { wake, stop, place: () => last }
}

const pageRows = 5000
export const readFrom = async (db: Db, cursor: string): Promise<Row[]> => {
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
