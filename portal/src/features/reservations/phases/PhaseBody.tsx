import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { ReactNode } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { RoomView, Timeline } from '../offline/lazy-components.ts'
import type { TablesOf } from '../seating/seats.ts'
import type { Moves } from '../use-moves.ts'
import { BriefingPhase } from './BriefingPhase.tsx'
import { ClosePhase } from './ClosePhase.tsx'
import { ServicePhase } from './ServicePhase.tsx'
import type { MoveTime } from './use-move-time.ts'
import type { useChosen } from './use-phase-work.ts'

/** Writes into the address. */
export type OnSearch = (patch: UrlPatch) => void

type PhaseBodyProps = {
  chosen: ReturnType<typeof useChosen>
  venue: Pick<Venue, 'id' | 'timezone'>
  date: string
  loading: boolean
  narrow: boolean
  currentId: string | undefined
  moves: Pick<Moves, 'send'>
  empty: ReactNode
  /** Everybody of the day, whatever the meal: who sits at which table. */
  all: readonly ReservationRow[]
  /** Where the tables are looked at. */
  byTables: { tablesOf: TablesOf | undefined; moveTime: MoveTime } | undefined
  /** The room instead of the lanes, at venues that work with tables. */
  room: string | undefined
  tablesOf: TablesOf | undefined
  onSearch: OnSearch
}

/** The parties as the chosen phase shows them. */
export const PhaseBody = (props: PhaseBodyProps): ReactNode => {
  const { chosen, venue, date, loading, narrow, currentId, moves, empty, all, byTables, room, tablesOf, onSearch } = props
  const { service, day, phase, rows, intervals } = chosen
  if (loading || (service.isPending && !service.error)) return <RowsSkeleton />
  if (service.error && !day) return <ErrorState error={service.error} onRetry={() => void service.refetch()} />
  if (room && tablesOf && !byTables)
    return (
      <RoomView {...{ venue, date, day, rows, tablesOf, room }} everybody={all} onRoom={(next) => onSearch({ view: 'day', room: next })} />
    )
  if (rows.length === 0 && intervals.length === 0) return empty
  if (byTables) return <Timeline {...byTables} {...{ intervals, currentId }} venueId={venue.id} rows={all} ofMeal={rows} />
  if (phase === 'briefing') return <BriefingPhase intervals={intervals} rows={rows} currentId={currentId} />
  if (phase === 'close') return <ClosePhase rows={rows} currentId={currentId} send={moves.send} />
  return <ServicePhase {...{ rows, currentId, narrow, date }} venueId={venue.id} onWaitlist={() => onSearch({ view: 'waitlist' })} />
}
