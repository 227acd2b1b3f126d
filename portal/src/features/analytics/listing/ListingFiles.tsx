import { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import { useAbility } from '#src/api/ability.ts'
import { OrderReport } from '../reports/OrderReport.tsx'
import { Actions, ReportsButton } from '../reports/PageActions.tsx'
import { useT } from '../use-t.ts'
import type { ListingQuery } from './listing-question.ts'

/** What takes the figures of this question away: files, and reports that come by mail. */
export const ListingFiles = ({ query }: { query: ListingQuery }) => {
  const t = useT()
  if (!useAbility().can('create', 'analytics-listing')) return null
  return (
    <Actions>
      <OrderReport order={listingAnalytics.order} question={query} hint={t('listing.excel.hint')} rows={undefined} />
      <ReportsButton query={{ ...query, about: 'listings' }} />
    </Actions>
  )
}
