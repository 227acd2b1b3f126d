import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { isOfChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Ask, Span } from '#src/features/analytics-questions/api.ts'
import { addDays, daysBetween } from '#src/features/availability/api.ts'
import { type Labels, type Piece, readPieces } from './pieces.ts'
import { fields } from './measure.ts'

/*
 * Sums of whole months as they stood when they were last counted anew, kept in this process: of a year over a thousand venues only what changed since is
 * read. A month holds as long as its number in `analytics_months` is the one it was read with.
 */
type KeptMonth = { changes: number; piece: Piece }
type Scope = { labels: Labels; months: Map<string, KeptMonth> }

const megabyte = 1_048_576
const labelBytes = 200
const pieceBytes = ({ piece }: KeptMonth): number => piece.labels.length * 8 * (1 + fields.length) + piece.leadsByDay.size * 400 + 4_000
const scopeBytes = ({ labels, months }: Scope): number =>
  [...months.values()].reduce((sum, month) => sum + pieceBytes(month), labels.size * labelBytes + 1_000)
const scopes = new LRUCache<string, Scope>({ maxSize: 96 * megabyte, sizeCalculation: scopeBytes })

/** Days of venues from which on it is worth it: below, the days are added up at once. */
const daysWorthIt = 1_000
/** Read in one statement: the answer of more would hold up whoever else is served. */
const monthsAtOnce = 3

/** Whether sums of whole months help with the question; sizes are counted from the reservations, and of a channel's people each sees its own. */
export const isByMonth = (ctx: Ctx, { span, venues, sizes }: Ask): boolean =>
  !sizes && !isOfChannels(ctx) && venues.length * (daysBetween(span.from, span.to) + 1) >= daysWorthIt

/** Months from their first to their last day within the span; undefined = there is none. */
export const wholeMonths = ({ from, to }: Span): Span | undefined => {
  const first = Temporal.PlainDate.from(from)
  const start = first.day === 1 ? first : first.with({ day: 1 }).add({ months: 1 })
  const end = Temporal.PlainDate.from(addDays(to, 1)).with({ day: 1 })
  return Temporal.PlainDate.compare(start, end) < 0 ? { from: start.toString(), to: end.subtract({ days: 1 }).toString() } : undefined
}

/** The first days of the months of a span. */
export const monthsOf = ({ from, to }: Span): string[] => {
  const first = Temporal.PlainDate.from(from)
  const { months } = first.until(Temporal.PlainDate.from(addDays(to, 1)), { largestUnit: 'months' })
  return Array.from({ length: months }, (_, at) => first.add({ months: at }).toString())
}
const monthFrom = (from: string): Span => ({ from, to: Temporal.PlainDate.from(from).add({ months: 1 }).subtract({ days: 1 }).toString() })

const scopeOf = ({ basis, excludeCanceled, venues, channelIds, systemIds }: Ask): { key: string; scope: Scope } => {
  const named = [basis, excludeCanceled, channelIds?.toSorted(), systemIds?.toSorted(), venues.map(({ id }) => id).toSorted()]
  const key = createHash('sha256').update(JSON.stringify(named)).digest('base64')
  return { key, scope: scopes.get(key) ?? { labels: new Map(), months: new Map() } }
}

type Changes = Record<string, number>
type WithChanges = { changes: Changes | null }
/** The column `changes`: how often each month was counted anew. */
export const changesColumn = ({ basis }: Ask, months: readonly string[]): RawBuilder<WithChanges> =>
  sql`(select json_object_agg(a.month::text, a.changes) from analytics_months a where a.basis = ${basis} and a.month = any(${[...months]}::date[])) as changes`

const changesNow = async (ctx: Ctx, ask: Ask, months: readonly string[]): Promise<Changes> => {
  const { rows } = await sql<WithChanges>`select ${changesColumn(ask, months)}`.execute(ctx.db)
  return rows[0]!.changes ?? {}
}

/** Sums of these months, each with the number it was read with: those that are kept and hold, the others read anew. */
export const monthPieces = async (ctx: Ctx, ask: Ask, months: readonly string[]) => {
  const { key, scope } = scopeOf(ask)
  const changes = await changesNow(ctx, ask, months)
  const pieces = new Map<string, KeptMonth>()
  const missing: string[] = []
  for (const month of months) {
    const kept = scope.months.get(month)
    if (kept?.changes === (changes[month] ?? 0)) pieces.set(month, kept)
    else missing.push(month)
  }
  for (let at = 0; at < missing.length; at += monthsAtOnce) {
    const some = missing.slice(at, at + monthsAtOnce)
    const parts = some.map((month, p) => ({ p, how: 'kept' as const, ...monthFrom(month) }))
    const read = await readPieces(ctx, ask, { parts, labels: scope.labels, columns: changesColumn(ask, some) })
    for (const [nth, month] of some.entries()) {
      const kept = { changes: read.row.changes?.[month] ?? 0, piece: read.pieces[nth]! }
      pieces.set(month, kept)
      scope.months.set(month, kept)
    }
  }
  if (missing.length > 0) scopes.set(key, scope)
  return {
    labels: scope.labels,
    pieces,
    /** Whether the months still are as they were read, by the numbers of a later moment. */
    hold: (later: Changes | null): boolean => months.every((month) => pieces.get(month)!.changes === (later?.[month] ?? 0)),
  }
}
