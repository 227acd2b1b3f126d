import type { Fault } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { recordDemand } from './day-demand.ts'
import { fetchDays } from './fetch-days.ts'
import {
  type AtHand,
  type CachedDay,
  type DaysOf,
  type DaySpan,
  isUsableStale,
  isFresh,
  keptDay,
  knownDays,
  type DaysLookup,
  daysLookup,
  readDays,
  type RemoteDays,
} from './known-days.ts'

export type DaysQuery = DaysOf & DaySpan & { fresh?: boolean }

/** Lease of a process that calls; no call takes longer. */
const askingMs = 10_000
/** With a usable stale answer in the cache nobody waits longer than this for a newer one. */
const patienceMs = 1500

/**
 * Cache of availability: what the venue's own system has on each of these dates, fetched anew where it is too old. `fresh`: bypasses the cache. Never
 * inside a transaction; never throws for errors of the system.
 */
export const remoteDays = async (ctx: Ctx, wanted: DaysQuery): Promise<RemoteDays> => {
  const looked = daysLookup(ctx, wanted, wanted)
  const atHand = await readDays(ctx, wanted, wanted)
  if (wanted.fresh) return askedNow(ctx, wanted, { looked, atHand })
  if (looked.exact) recordDemand(ctx, wanted, looked.dates)
  const old = looked.dates.filter((date) => !isFresh(looked, date, atHand))
  if (!old.length) return { days: knownDays(looked, wanted, atHand), fault: null }
  const asking = joinFlights(ctx, { wanted, looked, atHand }, old)
  const bearable = old.every((date) => isUsableStale(looked, date, atHand) && atHand.days.get(date)?.forgotten === false)
  const fault = await (bearable ? Promise.race([asking, ctx.ports.timers.sleep(patienceMs).then(() => null)]) : asking)
  return { days: knownDays(looked, wanted, await readDays(ctx, wanted, wanted)), fault }
}

/** Stale-if-error, for who tells of many days at once: a day that the system does not report now stands as it last did, no older than that. */
export const keptDays = async (ctx: Ctx, wanted: DaysOf & DaySpan, oldestMs: number): Promise<CachedDay[]> => {
  const { days } = await remoteDays(ctx, wanted)
  if (days.every(({ known }) => known)) return days
  const atHand = await readDays(ctx, wanted, wanted)
  const since = ctx.clock().epochMilliseconds - oldestMs
  return days.map((day) => (day.known ? day : (keptDay(day, atHand, since) ?? day)))
}

type Question = { wanted: DaysQuery; looked: DaysLookup; atHand: AtHand }

const askedNow = async (ctx: Ctx, wanted: DaysQuery, { looked, atHand }: Omit<Question, 'wanted'>): Promise<RemoteDays> => {
  const answer = await fetchDays(ctx, { ...wanted, ...atHand })
  if (!answer.ok) return { days: knownDays(looked, wanted, { ...atHand, days: new Map() }), fault: answer.fault }
  const { partySize, areaId } = wanted
  const knownAt = new Date(looked.nowMs).toISOString()
  const days = looked.dates.map((date) => ({ date, partySize, areaId, ...answer.value.get(date)!, known: true, stale: false, knownAt }))
  return { days, fault: null }
}

/** Calls in flight in this process: concurrent readers of the same days share one (single flight). */
type Flight = Promise<Fault | null>
const flights = new WeakMap<Db, Map<string, Flight>>()
const flightsOf = (db: Db): Map<string, Flight> => {
  const known = flights.get(db) ?? new Map<string, Flight>()
  flights.set(db, known)
  return known
}

const joinFlights = async (ctx: Ctx, question: Question, old: readonly string[]): Flight => {
  const flying = flightsOf(ctx.db)
  const { venue, partySize, areaId } = question.wanted
  const keyOf = (date: string): string => `${venue.id} ${partySize} ${areaId} ${date}`
  const joined = new Set(old.flatMap((date) => flying.get(keyOf(date)) ?? []))
  const mine = old.filter((date) => !flying.has(keyOf(date)))
  if (mine.length) {
    const flight = askOrWait(ctx, question, mine).finally(() => {
      for (const date of mine) flying.delete(keyOf(date))
    })
    for (const date of mine) flying.set(keyOf(date), flight)
    joined.add(flight)
  }
  const faults = await Promise.all(joined)
  return faults.find((fault) => fault !== null) ?? null
}

/** Fetches the days without a lease, and waits for those leased by other processes. */
const askOrWait = async (ctx: Ctx, { wanted, looked, atHand }: Question, dates: readonly string[]): Flight => {
  const claimed = await claim(ctx, wanted, dates)
  const spans = spansOf(claimed)
  try {
    const answers = await Promise.all(spans.map((span) => fetchDays(ctx, { ...wanted, ...atHand, ...span })))
    const failed = answers.find((answer) => !answer.ok)
    if (failed) return failed.ok ? null : failed.fault
  } finally {
    await giveBack(ctx, wanted, claimed)
  }
  const others = dates.filter((date) => !claimed.includes(date))
  if (others.length) await untilTold(ctx, wanted, { dates: others, sinceMs: looked.nowMs })
  return null
}

const claim = async (ctx: Ctx, { venue, partySize, areaId }: DaysOf, dates: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ date: string }>`
    insert into remote_days as r (venue_id, on_date, party_size, area, asking_until)
    select ${venue.id}, day, ${partySize}, ${areaId ?? ''}, clock_timestamp() + make_interval(secs => ${askingMs / 1000})
    from unnest(${[...dates]}::date[]) as day order by day
    on conflict (venue_id, on_date, party_size, area) do update set asking_until = excluded.asking_until
      where r.asking_until is null or r.asking_until < clock_timestamp()
    returning on_date::text as date`.execute(ctx.db)
  return rows.map(({ date }) => date).toSorted()
}

const giveBack = async (ctx: Ctx, { venue, partySize, areaId }: DaysOf, dates: readonly string[]): Promise<void> => {
  if (!dates.length) return
  await sql`
    update remote_days set asking_until = null
    where venue_id = ${venue.id} and on_date = any(${[...dates]}::date[]) and party_size = ${partySize} and area = ${areaId ?? ''}
      and asking_until is not null`.execute(ctx.db)
}

/** Another process calls: its answer appears in the table. */
const untilTold = async (ctx: Ctx, wanted: DaysQuery, { dates, sinceMs }: { dates: readonly string[]; sinceMs: number }): Promise<void> => {
  const { timers } = ctx.ports
  const startedMs = timers.nowMs()
  for (let pauseMs = 25; timers.nowMs() - startedMs < askingMs; pauseMs = Math.min(200, pauseMs * 2)) {
    await timers.sleep(pauseMs)
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from remote_days
      where venue_id = ${wanted.venue.id} and on_date = any(${[...dates]}::date[]) and party_size = ${wanted.partySize}
        and area = ${wanted.areaId ?? ''} and asking_until > clock_timestamp()
        and (fetched_at is null or fetched_at < to_timestamp(${sinceMs}::float8 / 1000))`.execute(ctx.db)
    if (!rows[0]!.waiting) return
  }
}

/** Adjacent dates are fetched together. */
const spansOf = (dates: readonly string[]): DaySpan[] => {
  const spans: DaySpan[] = []
  for (const date of dates) {
    const last = spans.at(-1)
    if (last && Date.parse(date) - Date.parse(last.to) === 86_400_000) last.to = date
    else spans.push({ from: date, to: date })
  }
  return spans
}
