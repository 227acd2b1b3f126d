import { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { Waiting } from '../Answer.tsx'
import { readersZone } from '../question.ts'
import { QuestionBar } from '../QuestionBar.tsx'
import { type FilterProps, FilterSheet, PlaceFinders, shownChips, usePlaceChips } from '../QuestionFilters.tsx'
import { refusedFields } from '../refused.ts'
import { useAsked } from '../use-asked.ts'
import { useLiveFigures } from '../use-live-figures.ts'
import { useT } from '../use-t.ts'
import { readListingQuestion } from './listing-question.ts'
import { ListingAnswer } from './ListingAnswer.tsx'
import { ListingFiles } from './ListingFiles.tsx'

const ListingFilters = ({ search, onChange }: FilterProps) => (
  <FilterSheet chips={shownChips(usePlaceChips(search))} onChange={onChange}>
    <PlaceFinders search={search} onChange={onChange} />
  </FilterSheet>
)

/** AN2: how complete listings are, and how channels show them. The address holds the whole question. */
export const ListingAnalyticsPage = () => {
  const t = useT()
  const now = useNow()
  const { venues } = useSession()
  const [search, ask] = useAsked()
  const today = wallClock(readersZone(search, venues), now).slice(0, 10)
  const query = readListingQuestion(search, today)
  const result = useEndpoint(listingAnalytics.read, { query }, { ...keepRows, staleTime: 60_000 })
  useLiveFigures({ type: 'listing', endpoints: [listingAnalytics.read], venueIds: query.venueId })
  const refused = refusedFields(result.error)
  return (
    <>
      <PageTitle title={t('listing.title')} hint={t('listing.hint')} actions={<ListingFiles query={query} />} />
      <QuestionBar
        refused={refused}
        query={query}
        today={today}
        search={search}
        preset="thisMonth"
        onChange={ask}
        filters={<ListingFilters search={search} onChange={ask} />}
      />
      {result.data ? (
        <ListingAnswer answer={result.data} stale={result.isPlaceholderData} />
      ) : refused ? null : result.error ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Waiting cards={7} />
      )}
    </>
  )
}
