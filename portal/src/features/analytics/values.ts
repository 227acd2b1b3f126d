import type { Measure } from '@tablewire/contracts/analytics/analytics'
import type { ListingMeasure } from '@tablewire/contracts/analytics/listing-analytics'
import type { ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import { formatNumber } from '#src/kit/format.ts'
import type { Say } from './use-t.ts'

const day = 1440

/** A measure as it is shown, of reservations, of listings or of reviews. */
export type ShownMeasure = Pick<Measure, 'id' | 'label' | 'definition' | 'better' | 'since'> & {
  unit: Measure['unit'] | ListingMeasure['unit'] | ReviewMeasure['unit']
}

/** Minutes as people say them: `45 min`, `3.5 h`, `12 days`; beside a longer time, in its unit. */
export const durationText = (t: Say, minutes: number, beside = minutes): string => {
  // In the unit of a longer one only what comes to one of it: `0.1 days` is nobody's word for two hours.
  const least = Math.min(minutes, beside)
  const most = least >= day ? Math.max(minutes, beside) : minutes
  if (most < 90) return t('unit.minutes', { value: formatNumber(minutes, { maximumFractionDigits: 0 }) })
  if (most < 2 * day) return t('unit.hours', { value: formatNumber(minutes / 60, { maximumFractionDigits: 1 }) })
  const days = Math.round((minutes / day) * 10) / 10
  return t('unit.days', { count: days, value: formatNumber(days) })
}

/** A figure in its unit; nothing to divide by is a dash. A duration is told in the unit of the longer one it stands beside. */
export const valueText = (
  t: Say,
  { unit, beside }: { unit: ShownMeasure['unit']; beside?: number | null },
  value: number | null,
): string => {
  if (value === null) return '–'
  if (unit === 'percent') return t('unit.percent', { value: formatNumber(value, { maximumFractionDigits: 1 }) })
  if (unit === 'minutes') return durationText(t, value, beside ?? value)
  return formatNumber(value, { maximumFractionDigits: unit === 'perBooking' || unit === 'stars' ? 2 : 0 })
}

export type Trend = { text: string; tone: 'success' | 'danger' | 'neutral'; sign: 'up' | 'down' | 'same' }

/** How a figure stands beside the compared one: shares in points, all else in percent. */
export const trendOf = (
  t: Say,
  { unit, better }: Pick<ShownMeasure, 'unit' | 'better'>,
  [value, before]: [number | null, number | null],
): Trend | undefined => {
  if (value === null || before === null) return undefined
  const difference = value - before
  if (difference === 0) return { text: t('trend.same'), tone: 'neutral', sign: 'same' }
  if (unit !== 'percent' && before === 0) return { text: t('trend.fromNothing'), tone: 'neutral', sign: 'up' }
  const size = unit === 'percent' ? Math.abs(difference) : Math.abs((difference / before) * 100)
  if (size < 0.05) return { text: t('trend.same'), tone: 'neutral', sign: 'same' }
  const digits = size < 10 ? 1 : 0
  const number = formatNumber(size, { maximumFractionDigits: digits })
  const sign = difference > 0 ? '+' : '−'
  const good = better === 'neither' ? undefined : difference > 0 === (better === 'more')
  return {
    text:
      unit === 'percent' ? t('trend.points', { count: Number(size.toFixed(digits)), sign, number }) : t('trend.percent', { sign, number }),
    tone: good === undefined ? 'neutral' : good ? 'success' : 'danger',
    sign: difference > 0 ? 'up' : 'down',
  }
}
