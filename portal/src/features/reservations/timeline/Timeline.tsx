import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { TableDay } from '@tablewire/contracts/booking/tables'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { venues } from '@tablewire/contracts/estate/venues'
import { useCallback, useMemo } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { usePhaseWork } from '../phases/evening.ts'
import type { MoveTime } from '../phases/use-move-time.ts'
import type { TablesOf } from '../seating/seats.ts'
import { guestName } from '../guest-name.ts'
import { coversOf } from '../reservation-flags.ts'
import { useSeatT } from '../seating/use-seat-t.ts'
import { useT } from '../use-t.ts'
import { Grid } from './Grid.tsx'
import { quarterMs, spanOf, timelineOf } from './model.ts'
import { useTimelineT } from './use-timeline-t.ts'

export type TimelineProps = {
  venueId: string
  /** Undefined until it is known. */
  tablesOf: TablesOf | undefined
  /** Everybody of the day, and of the meal that is looked at. */
  rows: readonly ReservationRow[]
  ofMeal: readonly ReservationRow[]
  intervals: ServiceDay['intervals']
  currentId: string | undefined
  moveTime: MoveTime
}
type Ready = TimelineProps & { tablesOf: TablesOf; day: TableDay; areas: readonly { id: string; name: string }[] }

const Evening = (props: Ready) => {
  const { tablesOf, day, areas, rows, ofMeal, intervals } = props
  const t = useTimelineT()
  const elsewhere = useSeatT()('house.elsewhere')
  const unknown = useT()('guest.unknown')
  const { endOf, sinceOf, moves } = usePhaseWork()
  const now = useNow()
  const { plan } = tablesOf
  const model = useMemo(
    () => timelineOf({ plan, day, areas, rows, ofMeal, endOf, sinceOf, now }, elsewhere),
    [plan, day, areas, rows, ofMeal, endOf, sinceOf, now, elsewhere],
  )
  const nameOf = useCallback((row: ReservationRow) => guestName(row) || unknown, [unknown])
  const coming = ofMeal.filter((row) => coversOf(row) > 0)
  const starts = [...intervals.map(({ startsAt }) => Date.parse(startsAt)), ...coming.map(({ startsAt }) => Date.parse(startsAt))]
  const ends = [...intervals.map(({ startsAt }) => Date.parse(startsAt) + 4 * quarterMs), ...coming.map(endOf)]
  const { from, until } = spanOf(starts, ends)
  const span = useMemo(() => ({ from, until }), [from, until])
  if (plan.tables.length === 0) return <EmptyState title={t('none')} hint={t('noneHint')} />
  return (
    <Grid
      key={intervals[0]?.startsAt}
      model={model}
      span={span}
      plan={plan}
      day={day}
      now={now}
      currentId={props.currentId}
      moveTime={props.moveTime}
      nameOf={nameOf}
      mayCarry={({ row }) => moves.mayMove && changeable(row.status)}
    />
  )
}

/** RE5: the meal by tables: who sits where from when to when, and what is free. */
export const Timeline = (props: TimelineProps) => {
  const { venueId, tablesOf } = props
  const areas = useEndpoint(venues.areas, { params: { id: venueId } }, { staleTime: 600_000 })
  if (!tablesOf) return <RowsSkeleton />
  const { day, error, retry } = tablesOf
  if (error && !day) return <ErrorState error={error} onRetry={retry} />
  if (areas.error && !areas.data) return <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
  if (!day || !areas.data) return <RowsSkeleton />
  return <Evening {...props} tablesOf={tablesOf} day={day} areas={areas.data} />
}
