import { type ReviewAnalytics, reviewAnalytics, type ReviewCounts } from '@tablewire/contracts/analytics/review-analytics'
import { reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { useEndpoint } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatClock, formatNumber } from '#src/kit/format.ts'
import { AsOf } from '../AsOf.tsx'
import { Body, spanText } from '../Answer.tsx'
import { BarTable } from '../BarTable.tsx'
import { peakOf, pointTable, stepText } from '../Breakdowns.tsx'
import { ChartCard } from '../charts/ChartCard.tsx'
import { ColumnChart, type Point } from '../charts/ColumnChart.tsx'
import { FigureCards } from '../FigureCards.tsx'
import { ComparedRowsContext } from '../RowsLink.tsx'
import { type Say, useT } from '../use-t.ts'
import { durationText, valueText } from '../values.ts'
import { reviewFigures, reviewsBefore } from './review-figures.ts'

type Props = { answer: ReviewAnalytics }

const Said = ({ answer: { span, compared, cutAt, venues, asOf } }: Props) => {
  const t = useT()
  return (
    <p className="said">
      <strong>{spanText(span)}</strong>
      {compared ? <span>{t('said.compared', { span: spanText(compared) })}</span> : null}
      {cutAt ? <span>{t('said.cut', { time: formatClock(cutAt) })}</span> : null}
      <span>{t('said.venues', { count: venues })}</span>
      <AsOf asOf={asOf} />
    </p>
  )
}

const read =
  (t: Say) =>
  ({ label, value, compared }: Point): string => {
    const counted = t('count.reviews', { count: value })
    return compared === null ? `${label}: ${counted}` : t('chart.readBoth', { label, counted, before: formatNumber(compared) })
  }

const OverTime = ({ answer: { series } }: Props) => {
  const t = useT()
  const points = series.map(({ reviews, compared, rows, comparedSpan, ...span }) => ({
    key: span.from,
    label: stepText(span),
    short: stepText(span).split(' – ')[0]!,
    value: reviews,
    compared: compared && compared.reviews,
    rows,
    comparedDays: comparedSpan,
  }))
  return (
    <ChartCard name="series" title={t('time.title')} finding={peakOf(t, points, 'reviews')} table={pointTable(t, t('time.step'), points)}>
      <ColumnChart label={t('time.title')} hint={t('chart.reviewKeys')} points={points} read={read(t)} />
    </ChartCard>
  )
}

const Stars = ({ answer: { stars } }: Props) => {
  const t = useT()
  const points = stars.map(({ stars: count, reviews, compared, rows }) => ({
    key: String(count),
    label: count === null ? t('stars.none') : t('stars.count', { count }),
    short: count === null ? t('stars.none') : `${count} ★`,
    value: reviews,
    compared,
    rows,
  }))
  return (
    <ChartCard name="stars" title={t('stars.title')} finding={peakOf(t, points, 'reviews')} table={pointTable(t, t('stars.head'), points)}>
      <ColumnChart label={t('stars.title')} hint={t('chart.reviewKeys')} points={points} read={read(t)} />
    </ChartCard>
  )
}

/** `4.31 ★ · answered 80 % · within 5 h`. */
const noteOf = (t: Say, counts: ReviewCounts): string =>
  [
    counts.average === null ? null : `${valueText(t, { unit: 'stars' }, counts.average)} ★`,
    t('answered.share', { share: valueText(t, { unit: 'percent' }, reviewValue('answeredShare', counts)) }),
    counts.answerMinutes === null ? null : t('answered.within', { time: durationText(t, counts.answerMinutes) }),
  ]
    .filter(Boolean)
    .join(' · ')

const Sources = ({ answer: { sources } }: Props) => {
  const t = useT()
  const rows = sources.map((one) => ({
    key: one.source,
    name: sourceName(one.source, t('sources.own')),
    note: noteOf(t, one),
    value: one.reviews,
    compared: one.compared && one.compared.reviews,
    rows: one.rows,
  }))
  return (
    <Card title={t('sources.title')}>
      <BarTable name="sources" label={t('sources.title')} head={t('sources.head')} valueHead={t('reviews')} rows={rows} />
    </Card>
  )
}

/** What guests tell of, with how they rate it; each opens its reviews. */
const Themes = ({ answer: { themes } }: Props) => {
  const t = useT()
  if (themes.length === 0) return null
  const rows = themes.map((one) => ({
    key: one.theme,
    name: one.label,
    note: noteOf(t, one),
    value: one.reviews,
    compared: one.compared && one.compared.reviews,
    rows: one.rows,
  }))
  return (
    <Card title={t('themes.title')} hint={t('themes.hint')}>
      <BarTable name="themes" label={t('themes.title')} head={t('themes.head')} valueHead={t('reviews')} rows={rows} />
    </Card>
  )
}

const League = ({ answer: { league } }: Props) => {
  const t = useT()
  const { venues, total } = league
  const rows = venues.map((one) => ({
    key: one.venueId,
    venueId: one.venueId,
    name: one.name,
    note: [one.city, noteOf(t, one)].filter(Boolean).join(' · '),
    value: one.reviews,
    compared: one.compared && one.compared.reviews,
    rows: one.rows,
  }))
  return (
    <Card title={t('league.title')} {...(total > venues.length ? { hint: t('league.some', { count: venues.length, total }) } : {})}>
      <BarTable name="league" label={t('league.title')} head={t('league.head')} valueHead={t('reviews')} rows={rows} />
    </Card>
  )
}

export const ReviewAnswer = ({ answer, stale }: Props & { stale: boolean }) => {
  const t = useT()
  const measures = useEndpoint(reviewAnalytics.measures, {}, { staleTime: 3_600_000 }).data ?? []
  const empty = answer.all.reviews === 0 && !answer.all.compared?.reviews
  return (
    <ComparedRowsContext value={reviewsBefore(answer)}>
      <Body data-stale={stale}>
        <Said answer={answer} />
        {empty ? <EmptyState title={t('reviews.empty')} hint={t('reviews.empty.hint')} /> : null}
        <section aria-label={t('figures')}>
          <FigureCards
            measures={measures}
            figures={reviewFigures(
              measures.map(({ id }) => id),
              answer,
            )}
            courseOf={(id) => answer.series.map((step) => reviewValue(id as (typeof measures)[number]['id'], step))}
          />
        </section>
        <OverTime answer={answer} />
        <div className="two">
          <Stars answer={answer} />
          <Sources answer={answer} />
          <Themes answer={answer} />
          <League answer={answer} />
        </div>
      </Body>
    </ComparedRowsContext>
  )
}
