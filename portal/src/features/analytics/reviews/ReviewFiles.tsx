import { reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import { useAbility } from '#src/api/ability.ts'
import { OrderReport } from '../reports/OrderReport.tsx'
import { Actions, ReportsButton } from '../reports/PageActions.tsx'
import { useT } from '../use-t.ts'
import type { ReviewQuery } from './review-question.ts'

/** What takes the figures of this question away: files, and reports that come by mail. */
export const ReviewFiles = ({ query }: { query: ReviewQuery }) => {
  const t = useT()
  const ability = useAbility()
  if (!ability.can('create', 'analytics-reviews')) return null
  return (
    <Actions>
      <OrderReport
        order={reviewAnalytics.order}
        question={query}
        hint={t('reviews.excel.hint')}
        rows={ability.can('read', 'reviews') ? t('reviews.csv.rows') : undefined}
      />
      <ReportsButton query={{ ...query, about: 'reviews' }} />
    </Actions>
  )
}
