import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { availability, venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { wallClock } from '#src/kit/zone-clock.ts'
import { mdiGaugeEmpty } from '@mdi/js'
import { byClock, mealsOf } from '../phases/phase-rules.ts'
import { useZones } from '../VenuePicker.tsx'
import { limitsOn } from './limits-of.ts'
import { LimitsRoot } from './limits-styles.ts'
import { MealLimits } from './MealLimits.tsx'
import { useLimitsT } from './use-limits-t.ts'

type LimitsPanelProps = { venueId: string; date: string; mealId: string | undefined; onClose: () => void }

/** What is booked of a meal and what it will come to, as far as anybody can say. */
const useSaid = (venueId: string, date: string) => {
  const t = useLimitsT()
  const { data = [] } = useEndpoint(serviceSheets.forecast, { params: { id: venueId }, query: { date } }, { staleTime: 60_000 })
  return (mealId: string): string => {
    const meal = data.find((one) => one.mealId === mealId)
    if (!meal) return ''
    const booked = t('said.booked', { count: meal.booked })
    return meal.forecast ? `${booked} · ${t('said.expected', { expected: formatNumber(meal.forecast.expected) })}` : booked
  }
}

const Meals = ({ venueId, date, mealId, onClose }: LimitsPanelProps) => {
  const t = useLimitsT()
  const [chosen, setChosen] = useState(mealId)
  const input = { params: { id: venueId } }
  const book = useEndpoint(venues.book, input, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  const service = useEndpoint(availability.service, { ...input, query: { date } })
  const saidOf = useSaid(venueId, date)
  const now = useNow()
  const { zoneOf } = useZones()
  const failed = [book, service].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!book.data || !service.data) return <FormSkeleton fields={6} />
  const { intervals, shifts } = service.data
  const served = shifts.flatMap(({ id }) => limitsOn(book.data, { date, shiftId: id })?.shift ?? [])
  // As on the page: what was chosen there, else what the clock of the house says.
  const zone = zoneOf(venueId)
  const byItself = zone === undefined ? undefined : byClock(mealsOf(service.data), date, wallClock(zone, now)).meal?.id
  const shift = served.find(({ id }) => id === chosen) ?? served.find(({ id }) => id === byItself) ?? served[0]
  if (!shift) return <EmptyState icon={mdiGaugeEmpty} title={t('no.meal')} hint={t('no.meal.hint')} />
  return (
    <>
      {served.length > 1 ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          className="meals"
          aria-label={t('meal')}
          value={shift.id}
          onChange={(_, id: string | null) => (id === null ? undefined : setChosen(id))}
        >
          {served.map(({ id, name }) => (
            <ToggleButton key={id} value={id}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : null}
      <MealLimits
        key={shift.id}
        {...{ venueId, date, shift, now, onClose }}
        book={book.data}
        intervals={intervals.filter(({ shiftId }) => shiftId === shift.id)}
        said={saidOf(shift.id)}
        onSaved={onClose}
      />
    </>
  )
}

/** RE5: how many may come and how many shall, changed from the evening itself: for tonight, or for all such days. */
export const LimitsPanel = (props: LimitsPanelProps) => {
  const t = useLimitsT()
  return (
    <SidePanel label={t('title')} docked={false} onClose={props.onClose}>
      <LimitsRoot>
        <header>
          <h2>{t('title')}</h2>
          <p>{formatDate(props.date, 'long')}</p>
        </header>
        <Meals {...props} />
      </LimitsRoot>
    </SidePanel>
  )
}
