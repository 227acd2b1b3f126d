import { type RawBuilder, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Db } from '../db/schema.ts'

/** Retention of traces, in days. */
export const traceDaysKept = 30
const daysAhead = 2

/** Key of the advisory lock: any number, the same in every version of the product. */
const lockKey = 7_231_906
/** Lock timeout: readers of traces must not queue behind the DDL for longer; it is retried later. */
const patience = '2s'

const dayOf = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
const digits = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')
const nameOf = (day: Temporal.PlainDate): string => `traces_${digits(day)}`
const bound = (day: Temporal.PlainDate): RawBuilder<unknown> => sql.lit(`${day.toString()} 00:00:00+00`)

/** Partitions are created and dropped under an advisory lock, by one process at a time. */
const underLock = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (inner) => {
    await sql`select set_config('lock_timeout', ${patience}, true)`.execute(inner)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(inner)
    await work(inner)
  })

/** A partition is named after its day, the one from before daily partitions after the day it ends before. */
const partitions = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'traces'::regclass`.execute(db)
  return rows.map(({ name }) => name)
}
const endOf = (name: string): string | undefined => /^traces_until_(\d{8})$/.exec(name)?.[1]
const isThere = (names: readonly string[], day: Temporal.PlainDate): boolean =>
  names.some((name) => name === nameOf(day) || (endOf(name) ?? '') > digits(day))

/** Moves the day's rows out of the default partition. */
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

/** Drops partitions past their retention as a whole; returns how many. */
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

/** Creates coming partitions ahead, and drops expired ones. */
export const keepTraceDays = async (db: Db, now: Temporal.Instant): Promise<number> => {
  const today = dayOf(now)
  await makeTraceDays(
    db,
    Array.from({ length: daysAhead + 1 }, (_, days) => today.add({ days })),
  )
  return dropTraceDays(db, today.subtract({ days: traceDaysKept }))
}

/** Ensures the partitions of rows about to be written, each once; none for a day far away, which comes from a wrong clock. */
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
    // Tried once: a failure is repaired by the hourly job, and rows go to the default partition until then.
    for (const day of wanted.keys()) known.add(day)
    if (wanted.size) await makeTraceDays(db, [...wanted.values()])
  }
}
