import Alert from '@mui/material/Alert'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { type Left, RepairMoves, RepairRoot as Root } from './RepairMoves.tsx'
import { Until } from './Until.tsx'
import type { useRepair } from './use-repair.ts'

type RepairContentProps = { asked: ReturnType<typeof useRepair>; zone: string; onGive: (left: Left, tableIds: string[]) => void }

/** Until when, what was refused, and who moves or stays. */
export const RepairContent = ({ asked: { query, told, base, more, choose, sending, refused }, zone, onGive }: RepairContentProps) => (
  <Root>
    {base === undefined ? null : <Until base={base} more={more} zone={zone} onChoose={choose} />}
    {refused ? (
      <Alert severity="warning" role="alert">
        {refused}
      </Alert>
    ) : null}
    {told ? (
      <RepairMoves told={told} zone={zone} busy={sending} onGive={onGive} />
    ) : query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowsSkeleton rows={3} />
    )}
  </Root>
)
