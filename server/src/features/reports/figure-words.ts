import type { Measure } from '@tablewire/contracts/analytics/analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { fill } from '#src/platform/phrases.ts'
import { localeOf, reportPhrases } from './report-phrases.ts'

const day = 1440
const number = (lang: Lang, value: number, options: Intl.NumberFormatOptions = {}): string => value.toLocaleString(localeOf(lang), options)

const duration = (lang: Lang, minutes: number): string => {
  const { mail } = reportPhrases[lang]
  if (minutes < 90) return fill(mail.minutes, { value: number(lang, minutes) })
  if (minutes < 2 * day) return fill(mail.hours, { value: number(lang, minutes / 60, { maximumFractionDigits: 1 }) })
  return fill(mail.days, { value: number(lang, minutes / day, { maximumFractionDigits: 1 }) })
}

/** A figure as the page shows it. */
export const figureWord = (lang: Lang, unit: Measure['unit'], value: number | null): string => {
  if (value === null) return '–'
  if (unit === 'percent') return `${number(lang, value, { maximumFractionDigits: 1 })} %`
  if (unit === 'minutes') return duration(lang, value)
  return number(lang, value, { maximumFractionDigits: unit === 'perBooking' ? 2 : 0 })
}

export const signedWord = (lang: Lang, value: number): string => number(lang, value, { signDisplay: 'exceptZero' })

/** How it stands beside the compared one: shares in points, all else in percent; undefined where there is nothing to compare. */
export const trendWord = (
  lang: Lang,
  unit: Measure['unit'],
  [value, before]: readonly [number | null, number | null],
): string | undefined => {
  if (value === null || before === null) return undefined
  const { mail } = reportPhrases[lang]
  const difference = value - before
  if (difference === 0) return mail.same
  if (unit !== 'percent' && before === 0) return mail.fromNothing
  const size = unit === 'percent' ? Math.abs(difference) : Math.abs((difference / before) * 100)
  if (size < 0.05) return mail.same
  const said = number(lang, size, { maximumFractionDigits: size < 10 ? 1 : 0 })
  return fill(unit === 'percent' ? mail.points : mail.percent, { sign: difference > 0 ? '+' : '−', number: said })
}
