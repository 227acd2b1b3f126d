import { type ReviewAnalytics, reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { Waiting } from '../Answer.tsx'
import { refusedFields } from '../refused.ts'
import { readersZone } from '../question.ts'
import { QuestionBar } from '../QuestionBar.tsx'
import { Boxes, type FilterProps, FilterSheet, idsOf, PlaceFinders, shownChips, usePlaceChips } from '../QuestionFilters.tsx'
import { type RowsPage, RowsPageContext } from '../RowsLink.tsx'
import { useAsked } from '../use-asked.ts'
import { useLiveFigures } from '../use-live-figures.ts'
import { useT } from '../use-t.ts'
import { readReviewQuestion } from './review-question.ts'
import { ReviewFiles } from './ReviewFiles.tsx'
import { ReviewAnswer } from './ReviewAnswer.tsx'

const reviewRows: RowsPage = {
  list: '/reviews',
  figures: '/analytics/reviews',
  names: { venueId: 'venue', companyId: 'company', groupId: 'brand' },
}

type FiltersProps = FilterProps & { sources: readonly string[] }
const ReviewFilters = ({ search, onChange, sources }: FiltersProps) => {
  const t = useT()
  const chosen = idsOf(search['source'])
  const nameOf = (source: string): string => sourceName(source, t('sources.own'))
  const chips = shownChips([...usePlaceChips(search), { name: 'source', text: chosen.map(nameOf).join(', ') }])
  const known = [...new Set([...sources, ...chosen])].toSorted()
  return (
    <FilterSheet chips={chips} onChange={onChange}>
      <PlaceFinders search={search} onChange={onChange} />
      <Boxes
        legend={t('sources.title')}
        options={known.map((source) => ({ id: source, name: nameOf(source) }))}
        chosen={chosen}
        onChange={(source) => onChange({ source })}
      />
    </FilterSheet>
  )
}

/** A source that is asked for and wrote nothing, which the address may have made up. */
const silentSource = (asked: readonly string[], answer: ReviewAnalytics | undefined): string | undefined =>
  answer && asked.find((one) => answer.sources.every(({ source }) => source !== one))

/** AN2: how guests rate the venues, and how they are answered. The address holds the whole question. */
export const ReviewAnalyticsPage = () => {
  const t = useT()
  const now = useNow()
  const { venues } = useSession()
  const [search, ask] = useAsked()
  const today = wallClock(readersZone(search, venues), now).slice(0, 10)
  const query = readReviewQuestion(search, today)
  const result = useEndpoint(reviewAnalytics.read, { query }, { ...keepRows, staleTime: 60_000 })
  useLiveFigures({ type: 'review', endpoints: [reviewAnalytics.read], venueIds: query.venueId })
  const refused = refusedFields(result.error)
  const silent = result.isPlaceholderData ? undefined : silentSource(query.source ?? [], result.data)
  return (
    <RowsPageContext value={reviewRows}>
      <PageTitle title={t('reviews.title')} hint={t('reviews.hint')} actions={<ReviewFiles query={query} />} />
      <QuestionBar
        refused={silent === undefined ? refused : { source: t('sources.nothing', { what: silent }), ...refused }}
        query={query}
        today={today}
        search={search}
        preset="lastMonth"
        onChange={ask}
        filters={<ReviewFilters search={search} onChange={ask} sources={result.data?.sources.map(({ source }) => source) ?? []} />}
      />
      {result.data ? (
        <ReviewAnswer answer={result.data} stale={result.isPlaceholderData} />
      ) : refused ? null : result.error ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Waiting cards={5} />
      )}
    </RowsPageContext>
  )
}
