import type { ReactNode } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { Timeline } from '../offline/lazy-components.ts'
import type { TablesOf } from '../seating/seats.ts'
import type { Moves } from '../use-moves.ts'
import { BriefingPhase } from './BriefingPhase.tsx'
import { ClosePhase } from './ClosePhase.tsx'
import { ServicePhase } from './ServicePhase.tsx'
import type { MoveTime } from './use-move-time.ts'
import type { useChosen } from './use-phase-work.ts'

type PhaseBodyProps = {
  chosen: ReturnType<typeof useChosen>
  venueId: string
  date: string
  loading: boolean
  narrow: boolean
  currentId: string | undefined
  moves: Pick<Moves, 'send'>
  empty: ReactNode
  /** Where the tables are looked at: everybody of the day, whatever the meal. */
  byTables: { tablesOf: TablesOf | undefined; moveTime: MoveTime; all: readonly ReservationRow[] } | undefined
  onWaitlist: () => void
}

/** The parties as the chosen phase shows them. */
export const PhaseBody = (props: PhaseBodyProps): ReactNode => {
  const { chosen, venueId, date, loading, narrow, currentId, moves, empty, byTables, onWaitlist } = props
  const { service, day, phase, rows, intervals } = chosen
  if (loading || (service.isPending && !service.error)) return <RowsSkeleton />
  if (service.error && !day) return <ErrorState error={service.error} onRetry={() => void service.refetch()} />
  if (rows.length === 0 && intervals.length === 0) return empty
  if (byTables) {
    const { all, ...tables } = byTables
    return <Timeline {...tables} {...{ venueId, intervals, currentId }} rows={all} ofMeal={rows} />
  }
  if (phase === 'briefing') return <BriefingPhase intervals={intervals} rows={rows} currentId={currentId} />
  if (phase === 'close') return <ClosePhase rows={rows} currentId={currentId} send={moves.send} />
  return <ServicePhase {...{ rows, currentId, narrow, venueId, date, onWaitlist }} />
}
