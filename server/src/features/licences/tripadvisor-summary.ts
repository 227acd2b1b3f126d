import type { TripadvisorSummary } from '@tablewire/contracts/estate/licences'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { analyticsOf } from '#src/features/analytics/api.ts'
import { askOf, inTurn, narrowingOf } from '#src/features/analytics-questions/api.ts'
import { inScope, notArchived, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { liveOnTripadvisor, ofTripadvisor, seesTripadvisor } from './list-installs.ts'

const days = 30
type Country = { countryCode: string; venues: number; installed: number; live: number }
type Figures = Pick<TripadvisorSummary, 'bookings' | 'covers' | 'canceled' | 'noShows' | 'figures'>

/** What a summary tells, in this order; what they mean is said where they are measured. */
const told = ['bookings', 'covers', 'averageParty', 'leadTimeMedianMinutes', 'cancellationRate', 'noShowRate']

const countriesOf = async (ctx: Ctx): Promise<Country[]> => {
  const { rows } = await sql<Country>`
    select a.country_code, a.venues, coalesce(t.installed, 0)::integer as installed, coalesce(t.live, 0)::integer as live
    from (select v.country_code, count(*)::integer as venues from venues v where ${notArchived('v.id')} and ${inScope(ctx, 'v.id')} group by 1) a
    left join (
      select v.country_code, count(*) as installed, count(*) filter (where ${liveOnTripadvisor(ctx)}) as live
      from venues v where v.tripadvisor_id is not null and ${notArchived('v.id')} and ${inScope(ctx, 'v.id')} group by 1
    ) t using (country_code)
    order by installed desc, a.venues desc, a.country_code`.execute(ctx.db)
  return rows
}

const nothing: Figures = { bookings: 0, covers: 0, canceled: 0, noShows: 0, figures: [] }

/** The measures of analytics, asked about Tripadvisor's channels. */
const figuresOf = async (ctx: Ctx, span: { from: string; to: string }): Promise<Figures> => {
  const { rows } = await sql<{ id: string }>`
    select t.id from (${ofTripadvisor}) t where ${ofScopedChannels(ctx, 't.id')}`.execute(ctx.db)
  // Without a channel the question would be about all of them.
  if (!rows.length) return nothing
  const ask = await askOf(ctx, { ...span, basis: 'creation', compare: 'previous', channelId: rows.map(({ id }) => id) })
  const { figures } = await inTurn(ctx, ask, { days, work: () => analyticsOf(ctx, ask) })
  const of = (wanted: string) => figures.find(({ id }) => id === wanted)
  return {
    bookings: of('bookings')?.value ?? 0,
    covers: of('covers')?.value ?? 0,
    canceled: of('cancellationRate')?.parts?.count ?? 0,
    noShows: of('noShowRate')?.parts?.count ?? 0,
    figures: told.flatMap((id) => of(id) ?? []),
  }
}

/** CH4: how many venues are on Tripadvisor, and what came from there in the last thirty days. */
export const readTripadvisorSummary = async (ctx: Ctx): Promise<TripadvisorSummary> => {
  // The day of the houses: after their midnight what they took since counts at once.
  const today = Temporal.PlainDate.from((await narrowingOf(ctx, {})).today)
  const span = { from: today.subtract({ days: days - 1 }).toString(), to: today.toString() }
  const [countries, figures] = [await countriesOf(ctx), await figuresOf(ctx, span)]
  const { rows } = await sql<{ sees: boolean }>`select ${seesTripadvisor(ctx)} as sees`.execute(ctx.db)
  const sum = (name: 'venues' | 'installed' | 'live'): number => countries.reduce((all, country) => all + country[name], 0)
  return {
    venues: sum('venues'),
    installed: sum('installed'),
    live: sum('live'),
    inSight: rows[0]!.sees,
    ...span,
    ...figures,
    countries: countries.map(({ countryCode, venues, installed }) => ({ countryCode, venues, installed })),
  }
}
