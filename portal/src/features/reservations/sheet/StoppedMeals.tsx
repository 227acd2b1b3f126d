import { availability } from '@tablewire/contracts/estate/venues'
import { useEndpoint } from '#src/api/query.ts'
import { useNow } from '#src/kit/use-now.ts'
import { stoppedMeals } from '../limits/limits-of.ts'
import { useSheetT } from './use-sheet-t.ts'

/** That nobody more is taken is said where hosts look: there is nothing to sell, and nobody to ask why. */
export const StoppedMeals = ({ venueId, date }: { venueId: string; date: string }) => {
  const t = useSheetT()
  const now = useNow()
  const { data } = useEndpoint(availability.service, { params: { id: venueId }, query: { date } })
  const meals = data ? stoppedMeals(data, now) : []
  if (meals.length === 0) return null
  const said = t('limits.stopped', { meals: meals.join(', ') })
  return (
    <span className="stopped" title={said}>
      {said}
    </span>
  )
}
