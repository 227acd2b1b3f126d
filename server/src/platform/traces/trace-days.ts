import { type RawBuilder, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../db/schema.ts'

/** How long one can look into what went between the parties. */
export const traceDaysKept = 30
const daysAhead = 2

/** Any number will do, as long as every version of the product takes the same. */
const lockKey = 7_231_906
/** Whoever reads traces just now is not made to wait for longer than this; another time will do as well. */
const patience = '2s'

const dayOf = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
const digits = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')
const nameOf = (day: Temporal.PlainDate): string => `traces_${digits(day)}`
const bound = (day: Temporal.PlainDate): RawBuilder<unknown> => sql.lit(`${day.toString()} 00:00:00+00`)

/** Days are made and dropped by one at a time, of all processes. */
const underLock = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (inner) => {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(inner)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(inner)
    await work(inner)
  })

/** A partition is called by its day, the one from before there were days by the day it ends before. */
const partitions = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'traces'::regclass`.execute(db)
  return rows.map(({ name }) => name)
}
const endOf = (name: string): string | undefined => /^traces_until_(\d{8})$/.exec(name)?.[1]
const isThere = (names: readonly string[], day: Temporal.PlainDate): boolean =>
  names.some((name) => name === nameOf(day) || (endOf(name) ?? '') > digits(day))

/** With what already came for that day while it was not there. */
const makeDay = async (db: Db, day: Temporal.PlainDate): Promise<void> => {
  const table = sql.table(nameOf(day))
  const from = bound(day)
  const to = bound(day.add({ days: 1 }))
  await sql`create table ${table} (like traces including defaults including constraints)`.execute(db)
  await sql`lock table traces_rest in access exclusive mode`.execute(db)
  await sql`
    with moved as (delete from traces_rest where started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz returning *)
    insert into ${table} select * from moved`.execute(db)
  await sql`alter table traces attach partition ${table} for values from (${from}) to (${to})`.execute(db)
}

export const makeTraceDays = async (db: Db, days: readonly Temporal.PlainDate[]): Promise<void> => {
  const names = await partitions(db)
  for (const day of days.filter((one) => !isThere(names, one)))
    await underLock(db, async (inner) => {
      if (!isThere(await partitions(inner), day)) await makeDay(inner, day)
    })
}

/** The partitions that nobody looks into any more, dropped whole; how many there were. */
const dropTraceDays = async (db: Db, oldest: Temporal.PlainDate): Promise<number> => {
  const spent = (name: string): boolean => {
    const [, day] = /^traces_(\d{8})$/.exec(name) ?? []
    return day === undefined ? (endOf(name) ?? '9') <= digits(oldest) : day < digits(oldest)
  }
  let dropped = 0
  for (const name of (await partitions(db)).filter(spent))
    await underLock(db, async (inner) => {
      const known = (await partitions(inner)).includes(name)
      if (known) await sql`drop table ${sql.table(name)}`.execute(inner)
      dropped += Number(known)
    })
  return dropped
}

/** Those that are to come are made ahead, those that have served their time go. */
export const keepTraceDays = async (db: Db, now: Temporal.Instant): Promise<number> => {
  const today = dayOf(now)
  await makeTraceDays(
    db,
    Array.from({ length: daysAhead + 1 }, (_, days) => today.add({ days })),
  )
  return dropTraceDays(db, today.subtract({ days: traceDaysKept }))
}

/** Sees to it that the days of what is about to be written are there, each once; a day far away is not made for a clock that went wrong. */
export const dayMaker = (db: Db, clock: () => Temporal.Instant): ((startedAt: readonly string[]) => Promise<void>) => {
  const known = new Set<string>()
  return async (startedAt) => {
    const fresh = startedAt.filter((text) => !known.has(text.slice(0, 10)))
    if (!fresh.length) return
    const today = dayOf(clock())
    const wanted = new Map<string, Temporal.PlainDate>()
    for (const text of fresh) {
      const atMs = Date.parse(text)
      if (Number.isNaN(atMs)) continue
      const day = dayOf(Temporal.Instant.fromEpochMilliseconds(atMs))
      const age = day.until(today).days
      if (age <= traceDaysKept && age >= -daysAhead && !known.has(day.toString())) wanted.set(day.toString(), day)
    }
    // Once is enough: what comes to nothing here is made by the hourly work, and traces lie in the rest until then.
    for (const day of wanted.keys()) known.add(day)
    if (wanted.size) await makeTraceDays(db, [...wanted.values()])
  }
}
