import type { Measure } from '@tablewire/contracts/analytics/analytics'
import type { ListingMeasure } from '@tablewire/contracts/analytics/listing-analytics'
import type { ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { fill } from '#src/platform/phrases.ts'
import { localeOf, reportPhrases } from './report-phrases.ts'

/** Of figures of reservations, of reviews and of listings. */
export type FigureUnit = Measure['unit'] | ReviewMeasure['unit'] | ListingMeasure['unit']

const day = 1440
const number = (lang: Lang, value: number, options: Intl.NumberFormatOptions = {}): string => value.toLocaleString(localeOf(lang), options)

const isOne = (lang: Lang, count: number): boolean => new Intl.PluralRules(lang).select(count) === 'one'

const duration = (lang: Lang, minutes: number, beside: number): string => {
  const { mail } = reportPhrases[lang]
  const most = Math.min(minutes, beside) >= day ? Math.max(minutes, beside) : minutes
  if (most < 90) return fill(mail.minutes, { value: number(lang, minutes) })
  if (most < 2 * day) return fill(mail.hours, { value: number(lang, minutes / 60, { maximumFractionDigits: 1 }) })
  const days = Math.round((minutes / day) * 10) / 10
  return fill(isOne(lang, days) ? mail.day : mail.days, { value: number(lang, days) })
}

type Shown = { unit: FigureUnit; beside?: number | null }
/** A figure as the page shows it; a duration in the unit of the longer one it stands beside, where it comes to one of it. */
export const figureWord = (lang: Lang, { unit, beside }: Shown, value: number | null): string => {
  if (value === null) return '–'
  if (unit === 'percent') return fill(reportPhrases[lang].mail.share, { value: number(lang, value, { maximumFractionDigits: 1 }) })
  if (unit === 'minutes') return duration(lang, value, beside ?? value)
  return number(lang, value, { maximumFractionDigits: unit === 'perBooking' || unit === 'stars' ? 2 : 0 })
}

export const signedWord = (lang: Lang, value: number): string => number(lang, value, { signDisplay: 'exceptZero' }).replace('-', '−')

/** How it stands beside the compared one: shares in points, all else in percent; undefined where there is nothing to compare. */
export const trendWord = (lang: Lang, unit: FigureUnit, [value, before]: readonly [number | null, number | null]): string | undefined => {
  if (value === null || before === null) return undefined
  const { mail } = reportPhrases[lang]
  const difference = value - before
  if (difference === 0) return mail.same
  if (unit !== 'percent' && before === 0) return mail.fromNothing
  const size = unit === 'percent' ? Math.abs(difference) : Math.abs((difference / before) * 100)
  if (size < 0.05) return mail.same
  const digits = size < 10 ? 1 : 0
  const said = { sign: difference > 0 ? '+' : '−', number: number(lang, size, { maximumFractionDigits: digits }) }
  if (unit !== 'percent') return fill(mail.percent, said)
  return fill(isOne(lang, Number(size.toFixed(digits))) ? mail.point : mail.points, said)
}
