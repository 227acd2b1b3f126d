import { type RawBuilder, sql } from 'kysely'
import { dayOf, leadMinutes, madeBy } from '#src/features/reservations/api.ts'
import { isOfChannels, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Ask, Narrowing, Span } from '#src/features/analytics-questions/api.ts'
import { counted, facts, keys, sums } from '#src/features/day-sums/api.ts'

/** Which of the asked reservations count, of sums of days `d` or `reservations r`. */
export const conditions = (ctx: Ctx, { venues, channelIds, systemIds }: Narrowing, table: 'b' | 'd' | 'r'): RawBuilder<unknown> => {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`)
  return sql.join(
    [
      sql`${column('venue_id')} = any(${venues.map(({ id }) => id)}::uuid[])`,
      ...(isOfChannels(ctx) ? [ofScopedChannels(ctx, `${table}.channel_id`)] : []),
      ...(channelIds ? [sql`${column('channel_id')} = any(${[...channelIds]}::uuid[])`] : []),
      ...(systemIds ? [sql`${column('system_id')} = any(${[...systemIds]}::uuid[])`] : []),
    ],
    sql` and `,
  )
}

export const spansOf = ({ span, compared }: Ask): RawBuilder<unknown> =>
  sql.join([sql`(0, ${span.from}::date, ${span.to}::date)`, ...(compared ? [sql`(1, ${compared.from}::date, ${compared.to}::date)`] : [])])

/**
 * Days of the question under a number. `exact`: their sums, and of days whose sums are out of date the reservations · `kept`: their sums as they are ·
 * `since` and `before`: of the days that are out of date, the reservations and the sums. `kept` + `since` - `before` = `exact`. · `after`: the reservations
 * that were made after the moment at which today is cut.
 */
export type DayPart = Span & { p: number; how: 'exact' | 'kept' | 'since' | 'before' | 'after' }
/** Of which of the two periods, and whether it is taken off. */
export type SidePart = DayPart & { side: 0 | 1; times: 1 | -1 }

const within = (day: RawBuilder<unknown>, hows: readonly DayPart['how'][]): RawBuilder<unknown> =>
  sql`parts s on s.how = any(${[...hows]}::text[]) and ${day} between s.from_on and s.to_on`

/** Of the parts that are made of them, only what was made after the moment at which today is cut. */
const ofCut = ({ cut, basis }: Ask): RawBuilder<unknown> => (cut ? sql`and (s.how <> 'after' or not ${madeBy(basis, cut)})` : sql``)

/** Counted from the reservations themselves; `of` joins them to `parts s`. */
const live = (ctx: Ctx, ask: Ask, reservations: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select f.p, ${keys}, ${sums} from (
    select s.p, ${facts(ask.basis)} from ${reservations} join venues v on v.id = r.venue_id
    where ${counted} and ${conditions(ctx, ask, 'r')} ${ofCut(ask)}
      ${ask.sizes ? sql`and r.party_size = any(${[...ask.sizes]}::int[])` : sql``}
  ) f group by f.p, ${keys}`

/** Columns of `analytics_days` behind basis and key, as `sums` names them. */
const stored = sql.raw(`d.venue_id, d.day, d.outcome, d.source, d.channel_id, d.system_id, d.parties, d.covers, d.late, d.known, d.fresh,
  d.confirmed, d.confirm_minutes, d.stayed, d.stay_minutes, d.sizes, d.leads, d.hours, d.hour_covers`)

/** What is to be taken off where today is not over, under that number. */
export const cutPart = ({ cut, compared }: Ask, p: number): SidePart[] =>
  cut && compared ? [{ p, how: 'after', from: cut.from, to: compared.to, side: 1, times: -1 }] : []

/** The period and the one it is compared with, each counted whole. */
export const wholeParts = (ask: Ask): SidePart[] => [
  { p: 0, how: 'exact', ...ask.span, side: 0, times: 1 },
  ...(ask.compared ? [{ p: 1, how: 'exact', ...ask.compared, side: 1, times: 1 } as const] : []),
  ...cutPart(ask, 2),
]

/**
 * `rows(p, …)`: what is counted in each of the parts. Days whose sums are older than their reservations are counted from these, in the same statement,
 * so that every figure is exact at the moment of asking. Sums know no party size by channel or outcome: whoever asks for sizes has all counted from the
 * reservations, as does `raw`.
 */
export const countedRows = (ctx: Ctx, ask: Ask, { parts, raw }: { parts: readonly DayPart[]; raw: boolean }): RawBuilder<unknown> => {
  const day = dayOf(ask.basis)
  const named = sql`parts(p, how, from_on, to_on) as (values ${sql.join(
    parts.map(({ p, how, from, to }) => sql`(${p}::integer, ${how}, ${from}::date, ${to}::date)`),
  )})`
  if (raw || ask.sizes)
    return sql`${named}, rows as (${live(ctx, ask, sql`parts s join reservations r on ${day} between s.from_on and s.to_on`)})`
  const has = (...hows: DayPart['how'][]): boolean => parts.some(({ how }) => hows.includes(how))
  const marked = sql.raw(ask.basis === 'meal' ? 'm.service_on' : 'm.created_on')
  const ofVenue = sql`r.venue_id = x.venue_id and ${day} = x.day`
  const branches = [
    ...(has('exact', 'kept')
      ? [
          sql`select s.p, ${stored} from parts s join analytics_days d on d.basis = ${ask.basis} and d.day between s.from_on and s.to_on
            where s.how in ('exact', 'kept') and ${conditions(ctx, ask, 'd')}
              and (s.how = 'kept' or not exists (select from dirty x where x.venue_id = d.venue_id and x.day = d.day))`,
        ]
      : []),
    ...(has('exact', 'since')
      ? [live(ctx, ask, sql`dirty x join ${within(sql`x.day`, ['exact', 'since'])} join reservations r on ${ofVenue}`)]
      : []),
    ...(has('after') ? [live(ctx, ask, sql`parts s join reservations r on s.how = 'after' and ${day} between s.from_on and s.to_on`)] : []),
    ...(has('before')
      ? [
          sql`select s.p, ${stored} from dirty x join ${within(sql`x.day`, ['before'])}
            join analytics_days d on d.basis = ${ask.basis} and d.venue_id = x.venue_id and d.day = x.day where ${conditions(ctx, ask, 'd')}`,
        ]
      : []),
  ]
  return sql`${named}, dirty as materialized (
      select distinct m.venue_id, ${marked} as day from analytics_dirty m join ${within(marked, ['exact', 'since', 'before'])}
      where m.venue_id = any(${ask.venues.map(({ id }) => id)}::uuid[])
    ), rows as not materialized (${sql.join(branches, sql` union all `)})`
}

/** The middle of the lead times themselves, of the period and of the compared one; for questions of few reservations. */
export const leadMedians = async (ctx: Ctx, ask: Ask, kept: readonly string[]): Promise<readonly [number | null, number | null]> => {
  const { rows } = await sql<{ p: 0 | 1; median: number | null }>`
    with spans(p, from_on, to_on) as (values ${spansOf(ask)})
    select s.p, percentile_cont(0.5) within group (order by ${leadMinutes}) as median
    from spans s join reservations r on ${dayOf(ask.basis)} between s.from_on and s.to_on join venues v on v.id = r.venue_id
    where ${counted} ${ask.cut ? sql`and (s.p = 0 or ${madeBy(ask.basis, ask.cut)})` : sql``} and ${conditions(ctx, ask, 'r')} ${ask.excludeCanceled ? sql`and r.status = any(${[...kept]}::text[])` : sql``}
      ${ask.sizes ? sql`and r.party_size = any(${[...ask.sizes]}::int[])` : sql``}
    group by s.p`.execute(ctx.db)
  const of = (side: 0 | 1): number | null => {
    const median = rows.find(({ p }) => p === side)?.median ?? null
    return median === null ? null : Math.round(median)
  }
  return [of(0), of(1)]
}
