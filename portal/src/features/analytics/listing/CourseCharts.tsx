import type { ListingAnalytics, ListingStanding } from '@tablewire/contracts/analytics/listing-analytics'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { pointTable, stepText } from '../Breakdowns.tsx'
import { ChartCard } from '../charts/ChartCard.tsx'
import { ColumnChart, type Point } from '../charts/ColumnChart.tsx'
import { useT } from '../use-t.ts'
import { isKnown } from '@tablewire/contracts/analytics/listing-figures.rules'

type Props = { answer: ListingAnalytics }
type Read = (standing: ListingStanding) => number | null

const shortOf = ({ from }: { from: string }): string => formatDate(from, 'medium')

/** Steps of which something is known. */
const pointsOf = ({ course }: ListingAnalytics, read: Read): Point[] =>
  course.flatMap(({ standing, compared, ...span }) => {
    const value = standing && read(standing)
    if (value === null) return []
    return [{ key: span.from, label: stepText(span), short: shortOf(span), value, compared: compared && read(compared), rows: null }]
  })

export const Completeness = ({ answer }: Props) => {
  const t = useT()
  const points = pointsOf(answer, ({ average }) => average)
  const [first, last] = [points[0], points.at(-1)]
  const finding = (): string => {
    if (!first || !last) return t('listing.course.none')
    if (points.length > 1) return t('listing.course.finding', { first: formatNumber(first.value), last: formatNumber(last.value) })
    return t('listing.course.one', { last: formatNumber(last.value), date: formatDate(answer.since ?? last.key, 'short') })
  }
  const read = ({ label, value, compared }: Point): string =>
    compared === null
      ? t('listing.course.read', { label, value: formatNumber(value) })
      : t('listing.course.readBoth', { label, value: formatNumber(value), before: formatNumber(compared) })
  return (
    <ChartCard name="course" title={t('listing.course.title')} finding={finding()} table={pointTable(t, t('time.step'), points)}>
      <ColumnChart label={t('listing.course.title')} hint={t('chart.arrows')} points={points} read={read} />
    </ChartCard>
  )
}

export const OpenDifferences = ({ answer }: Props) => {
  const t = useT()
  const points = pointsOf(answer, ({ differences }) => differences)
  const [first, last] = [points[0], points.at(-1)]
  const finding = first && last ? t('listing.open.finding', { first: first.value, last: last.value }) : t('listing.course.none')
  const read = ({ label, value, compared }: Point): string => {
    const counted = t('count.differences', { count: value })
    return compared === null ? `${label}: ${counted}` : t('chart.readBoth', { label, counted, before: formatNumber(compared) })
  }
  return (
    <ChartCard name="open" title={t('listing.open.title')} finding={finding} table={pointTable(t, t('time.step'), points)}>
      <ColumnChart label={t('listing.open.title')} hint={t('chart.arrows')} points={points} read={read} />
    </ChartCard>
  )
}

/** What was opened, and beside it what was settled. */
export const Moves = ({ answer }: Props) => {
  const t = useT()
  const { weeks, moves, since } = answer
  const known = isKnown(answer) ? weeks.filter(({ to }) => since === null || to >= since) : []
  const points = known.map(({ opened, settled, ...span }) => ({
    key: span.from,
    label: stepText(span),
    short: shortOf(span),
    value: opened,
    compared: settled,
    rows: null,
  }))
  const table = {
    heads: [t('time.step'), t('listing.opened'), t('listing.settled')],
    rows: points.map(({ key, label, value, compared }) => ({ key, cells: [label, formatNumber(value), formatNumber(compared)] })),
  }
  const read = ({ label, value, compared }: Point): string => t('listing.moves.read', { label, opened: value, settled: compared ?? 0 })
  return (
    <ChartCard
      name="moves"
      title={t('listing.moves.title')}
      finding={known.length > 0 ? t('listing.moves.finding', { opened: moves.opened, settled: moves.settled }) : t('listing.course.none')}
      table={table}
    >
      <ColumnChart label={t('listing.moves.title')} hint={t('chart.arrows')} points={points} read={read} />
    </ChartCard>
  )
}
