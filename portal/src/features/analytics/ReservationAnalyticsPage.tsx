import { analytics } from '@tablewire/contracts/analytics/analytics'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { Answer, Waiting } from './Answer.tsx'
import type { Unit } from './Breakdowns.tsx'
import { PaceAndRefused } from './refused-demand/PaceAndRefused.tsx'
import { refusedFields } from './refused.ts'
import { readersZone, readQuestion } from './question.ts'
import { QuestionBar } from './QuestionBar.tsx'
import { QuestionFilters } from './QuestionFilters.tsx'
import { PageActions } from './reports/PageActions.tsx'
import { useAsked } from './use-asked.ts'
import { useLiveFigures } from './use-live-figures.ts'
import { useT } from './use-t.ts'

/** AN1: how reservations went, beside another period; every figure opens its definition and its rows. The address holds the whole question. */
export const ReservationAnalyticsPage = () => {
  const t = useT()
  const now = useNow()
  const { venues } = useSession()
  const [search, ask] = useAsked()
  const today = wallClock(readersZone(search, venues), now).slice(0, 10)
  const query = readQuestion(search, today)
  const unit: Unit = search['unit'] === 'bookings' ? 'bookings' : 'covers'
  const result = useEndpoint(analytics.reservations, { query: { ...query, today } }, { ...keepRows, staleTime: 60_000 })
  useLiveFigures({ type: 'reservation', endpoints: [analytics.reservations, analytics.pace], venueIds: query.venueId })
  const refused = refusedFields(result.error)
  const mayRows = useAbility().can(...rightOf['/reservations'])
  const measures = useEndpoint(analytics.measures, {}, { staleTime: 3_600_000 })
  return (
    <>
      <PageTitle title={t('title')} hint={t(mayRows ? 'hint' : 'hint.figures')} actions={<PageActions query={query} today={today} />} />
      <QuestionBar
        refused={refused}
        basis
        query={query}
        today={today}
        search={search}
        onChange={ask}
        filters={<QuestionFilters search={search} onChange={ask} />}
      />
      {result.data ? (
        <Answer
          answer={result.data}
          unit={unit}
          stale={result.isPlaceholderData}
          pace={<PaceAndRefused query={query} today={today} />}
          onUnit={(next) => ask({ unit: next === 'bookings' ? next : undefined }, { push: false })}
        />
      ) : refused ? null : result.error ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Waiting cards={measures.data?.length} />
      )}
    </>
  )
}
