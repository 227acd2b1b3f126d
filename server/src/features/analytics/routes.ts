import { type analytics, bases, type Measure as MeasureView } from '@tablewire/contracts/analytics/analytics'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import { allOutcomes, type Measure, rowsOfOutcomes } from './measure.ts'
import { measuresOf } from './measures/all-measures.ts'
import { readPace } from './pace.ts'
import { readRefusedDemand } from './demand-figures.ts'
import { readReservationAnalytics } from './reservation-analytics.ts'

const kindOf = ({ of, median, demand }: Measure): MeasureView['kind'] =>
  median ? 'distribution' : of || demand === 'occupancy' ? 'ratio' : 'sum'

/** Statuses that count for the measure, or for what it is divided by. */
const statusesOf = ({ count, of }: Measure): string[] => {
  const outcomes = [count, ...(of ? [of] : [])].flatMap((part) => (part.outcomes === 'asked' ? [...allOutcomes] : [...part.outcomes]))
  return outcomes.length === 0 ? [] : rowsOfOutcomes(outcomes)['status']!.split(',')
}

/** AN2: what each figure means, in the language of the caller. */
export const listMeasures = (ctx: Ctx): MeasureView[] =>
  measuresOf(ctx).map((measure) => {
    const { id, unit, better, since, words } = measure
    return { id, ...words[ctx.lang], unit, kind: kindOf(measure), better, statuses: statusesOf(measure), dateBasis: [...bases], since }
  })

export const analyticsHandlers: Handlers<typeof analytics> = {
  reservations: (ctx, { query }) => readReservationAnalytics(ctx, query),
  pace: (ctx, { query }) => readPace(ctx, query),
  refused: (ctx, { query }) => readRefusedDemand(ctx, query),
  measures: (ctx) => Promise.resolve(listMeasures(ctx)),
}
