import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import { sql } from 'kysely'
import { isOfChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Ask, askOf, inTurn, type Query } from '#src/features/analytics-questions/api.ts'
import { daysBetween } from '#src/features/availability/api.ts'
import { channelsOf, heatMapOf, leadsOf, rankingOf, type Names, seriesOf, sizesOf, systemsOf } from './breakdowns.ts'
import { changesOf } from './changes.ts'
import { figuresOf } from './figures.ts'
import { measuresOf } from './measures/all-measures.ts'
import { comparedRows } from './row-filters.ts'
import { type Counted, countAsked } from './totals.ts'

const namesOf = async (ctx: Ctx, { channels, systems }: Counted): Promise<Names> => {
  const channelIds = [...channels.keys()].map((key) => key.split(' ')[1]).filter((id) => id)
  const systemIds = [...systems.keys()].filter((id) => id !== '')
  const { rows } = await sql<{ kind: 'channel' | 'system'; id: string; name: string }>`
    select 'channel' as kind, c.id, c.name from channel_names c where c.id = any(${channelIds}::uuid[])
    union all select 'system', s.id, s.name from known_systems s where s.id = any(${systemIds}::uuid[])`.execute(ctx.db)
  const named = (wanted: 'channel' | 'system'): Map<string, string> =>
    new Map(rows.flatMap(({ kind, id, name }) => (kind === wanted ? [[id, name] as const] : [])))
  return { channels: named('channel'), systems: named('system') }
}

type How = { raw?: boolean; mostVenues?: number }
/** The figures of a question that is worked out. `raw` counts from the reservations alone, as the tests do to compare; `mostVenues` are ranked. */
export const analyticsOf = async (ctx: Ctx, ask: Ask, { raw = false, mostVenues }: How = {}): Promise<ReservationAnalytics> => {
  const counted = await countAsked(ctx, ask, { raw })
  const names = await namesOf(ctx, counted)
  const measures = measuresOf(ctx)
  return {
    span: ask.span,
    compared: ask.compared,
    until: ask.until,
    cutAt: ask.cut && ask.cut.at,
    comparedRows: comparedRows(ask),
    venues: ask.venues.length,
    zones: new Set(ask.venues.map(({ zone }) => zone)).size,
    asOf: counted.asOf,
    figures: figuresOf(ask, counted, measures),
    series: seriesOf(ask, counted, measures),
    channels: channelsOf(ask, counted, names),
    // In which system a house stands is not a channel's business.
    systems: isOfChannels(ctx) ? [] : systemsOf(ask, counted, names),
    heat: heatMapOf(ask, counted),
    sizes: sizesOf(ask, counted),
    leads: leadsOf(ask, counted),
    league: rankingOf(ask, counted, mostVenues),
    changes: changesOf(ask, counted, names),
  }
}

/** AN1: figures of reservations, exact at the moment of asking, within what the caller sees. */
export const readReservationAnalytics = async (ctx: Ctx, query: Query): Promise<ReservationAnalytics> => {
  const ask = await askOf(ctx, query)
  return inTurn(ctx, ask, { days: daysBetween(ask.span.from, ask.span.to) + 1, work: () => analyticsOf(ctx, ask) })
}
