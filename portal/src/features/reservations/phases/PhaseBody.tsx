import type { ReactNode } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { Moves } from '../use-moves.ts'
import { BriefingPhase } from './BriefingPhase.tsx'
import { ClosePhase } from './ClosePhase.tsx'
import { ServicePhase } from './ServicePhase.tsx'
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
  onWaitlist: () => void
}

/** The parties as the chosen phase shows them. */
export const PhaseBody = ({ chosen, venueId, date, loading, narrow, currentId, moves, empty, onWaitlist }: PhaseBodyProps): ReactNode => {
  const { service, day, phase, rows, intervals } = chosen
  if (loading || (service.isPending && !service.error)) return <RowsSkeleton />
  if (service.error && !day) return <ErrorState error={service.error} onRetry={() => void service.refetch()} />
  if (rows.length === 0 && intervals.length === 0) return empty
  if (phase === 'briefing') return <BriefingPhase intervals={intervals} rows={rows} currentId={currentId} />
  if (phase === 'close') return <ClosePhase rows={rows} currentId={currentId} send={moves.send} />
  return <ServicePhase {...{ rows, currentId, narrow, venueId, date, onWaitlist }} />
}
