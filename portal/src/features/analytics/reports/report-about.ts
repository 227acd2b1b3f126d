import type { Report, ReportFilter } from '@tablewire/contracts/analytics/reports'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import type { Say } from '../use-t.ts'

/** One thing a report is narrowed down by, and by which name a form takes it off; null = not by itself. */
export type AboutPart = { key: string | null; text: string; gone: boolean }

const kinds = {
  venueId: 'report.about.venue',
  companyId: 'filter.company',
  brandId: 'filter.brand',
  channelId: 'channels.head',
  rmsId: 'systems.head',
} as const

const keyOf = (field: string, value: string): string => `${field}:${value.toLowerCase()}`

const partText = (t: Say, { field, name }: ReportFilter): string =>
  t('report.about.part', { kind: t(kinds[field]), name: name ?? t('report.about.unknown') })

/** How many of a field are in the question. */
const countOf = (question: Report['question'], field: ReportFilter['field']): number => {
  const value = question[field]
  return typeof value === 'string' ? 1 : (value?.length ?? 0)
}

/** What a report is narrowed down by, part by part; of very many of a kind, the last are told as a number. */
export const partsOf = (t: Say, { question, filters }: Pick<Report, 'question' | 'filters'>): AboutPart[] => {
  const named = filters.map((one) => ({ key: keyOf(one.field, one.id), text: partText(t, one), gone: one.gone }))
  const more = (Object.keys(kinds) as ReportFilter['field'][]).flatMap((field) => {
    const count = countOf(question, field) - filters.filter((one) => one.field === field).length
    return count > 0 ? [{ key: null, text: t('report.about.more', { kind: t(kinds[field]), count }), gone: false }] : []
  })
  const { partySize, source } = question
  return [
    ...named,
    ...more,
    ...(partySize ? [{ key: null, text: t('filter.party', { sizes: partySize.join(', ') }), gone: false }] : []),
    ...(source ?? []).map((one) => ({
      key: keyOf('source', one),
      text: t('report.about.part', { kind: t('sources.head'), name: sourceName(one, t('sources.own')) }),
      gone: false,
    })),
  ]
}

/** The question of a report in words, but its days, which stand in its plan. */
export const aboutText = (t: Say, report: Report): string => {
  const { about = 'reservations', basis = 'meal', period, compare = 'previous', align, whole, excludeCanceled } = report.question
  const ofReservations = about === 'reservations'
  const parts = partsOf(t, report)
  const places = report.filters.some(({ field }) => field === 'venueId' || field === 'companyId' || field === 'brandId')
  return [
    t(about === 'reservations' ? 'report.about.reservations' : about),
    ...(ofReservations ? [t('report.about.basis', { basis: t(`basis.${basis}`) })] : []),
    ...(places ? [] : [t('report.about.everywhere')]),
    ...parts.map(({ text }) => text),
    ...(ofReservations ? [t(excludeCanceled ? 'report.about.kept' : 'report.about.canceled')] : []),
    ...(compare === 'none'
      ? []
      : [t('report.about.compare', { compare: t(`compare.${compare}`), align: t(`align.${align ?? 'weekday'}`) })]),
    ...(period ? [t('report.about.steps', { period: t(`period.${period}`) })] : []),
    ...(whole ? [t('whole')] : []),
  ].join(' · ')
}

/** The question without what was taken off. */
export const withoutParts = (question: Report['question'], dropped: readonly string[]): Report['question'] => {
  const stays = (field: string, value: unknown): boolean => !dropped.includes(keyOf(field, String(value)))
  const left = (field: string, value: unknown): unknown => {
    if (!Array.isArray(value)) return stays(field, value) ? value : undefined
    const some = value.filter((one) => stays(field, one))
    return some.length > 0 ? some : undefined
  }
  const kept = Object.entries(question).map(([field, value]) => [field, left(field, value)] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as Report['question']
}
