import { type ListingAnalytics, listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { AsOf } from '../AsOf.tsx'
import { Body, spanText } from '../Answer.tsx'
import { FigureCards } from '../FigureCards.tsx'
import { RowsPageContext } from '../RowsLink.tsx'
import { useT } from '../use-t.ts'
import { Completeness, Moves, OpenDifferences } from './CourseCharts.tsx'
import { courseOf, listingFigures, ofCompleteness } from './listing-figures.ts'
import { ByChannel, ByField, Gaps, Places, Scores, Worst } from './ListingsNow.tsx'
import { differenceRows, listingRows } from './rows-pages.ts'

type Props = { answer: ListingAnalytics }

const Said = ({ answer: { span, compared, venues, asOf, since, demoUntil, now } }: Props) => {
  const t = useT()
  return (
    <p className="said">
      <strong>{spanText(span)}</strong>
      {compared ? <span>{t('said.compared', { span: spanText(compared) })}</span> : null}
      <span>{t('said.venues', { count: venues })}</span>
      <span>{t('count.listings', { count: now.listings })}</span>
      <AsOf asOf={asOf} />
      {since ? <span>{t('listing.since', { date: formatDate(since, 'short') })}</span> : null}
      {demoUntil ? <span>{t('listing.demo', { date: formatDate(demoUntil, 'short') })}</span> : null}
    </p>
  )
}

const Figures = ({ answer }: Props) => {
  const t = useT()
  const measures = useEndpoint(listingAnalytics.measures, {}, { staleTime: 3_600_000 }).data ?? []
  const figures = listingFigures(
    measures.map(({ id }) => id),
    answer,
  )
  const some = (of: boolean) => (
    <FigureCards
      measures={measures.filter(({ id }) => ofCompleteness(id) === of)}
      figures={figures}
      courseOf={(id) => courseOf(id as (typeof measures)[number]['id'], answer)}
    />
  )
  return (
    <>
      <RowsPageContext value={listingRows}>
        <section aria-label={t('listing.completeness')}>{some(true)}</section>
      </RowsPageContext>
      <RowsPageContext value={differenceRows}>
        <section aria-label={t('listing.differences')}>{some(false)}</section>
      </RowsPageContext>
    </>
  )
}

export const ListingAnswer = ({ answer, stale }: Props & { stale: boolean }) => {
  const t = useT()
  const { now } = answer
  return (
    <Body data-stale={stale}>
      <Said answer={answer} />
      {now.listings === 0 ? <EmptyState title={t('listing.empty')} hint={t('listing.empty.hint')} /> : null}
      <Figures answer={answer} />
      <div className="two">
        <Completeness answer={answer} />
        <OpenDifferences answer={answer} />
      </div>
      <Moves answer={answer} />
      <h2 style={{ margin: '8px 0 0', fontSize: '1.0625rem' }}>{t('listing.now')}</h2>
      <RowsPageContext value={listingRows}>
        <div className="two">
          <Scores now={now} />
          <Gaps now={now} />
          <Worst now={now} />
          <Places now={now} />
        </div>
      </RowsPageContext>
      <RowsPageContext value={differenceRows}>
        <div className="two">
          <ByChannel now={now} />
          <ByField now={now} />
        </div>
      </RowsPageContext>
    </Body>
  )
}
