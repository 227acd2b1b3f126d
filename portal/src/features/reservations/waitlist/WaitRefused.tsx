import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import { useAbility } from '#src/api/ability.ts'
import { randomKey } from '#src/api/random-key.ts'
import { errorText } from '#src/kit/error-text.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import type { useMoveWaiting } from '../offline/use-move-waiting.ts'
import { useT } from '../use-t.ts'
import { useWaitT } from './use-wait-t.ts'

/** Why a party that waits could not be moved, with the way past the limits of the book for whoever may; the same as for who comes in without having waited. */
export const WaitRefused = ({ move: { error, isPending, variables, mutate, reset } }: { move: ReturnType<typeof useMoveWaiting> }) => {
  const pageT = useT()
  const t = useWaitT()
  const kitT = useKitT()
  const mayOverride = useAbility().can('override', 'reservation-list')
  if (!error || isPending || !variables) return null
  const atDoor = variables.move === 'seat' || variables.move === 'ready'
  return (
    <Alert className="refused" severity="error" role="alert" onClose={reset}>
      {error.passing ? t('move.away') : errorText(error, kitT)}
      {atDoor && mayOverride && isRefusedByBook(error.code) && !variables.override ? (
        <Button
          color="inherit"
          size="small"
          variant="outlined"
          sx={{ display: 'block', marginTop: 0.5 }}
          onClick={() => mutate({ ...variables, override: true, key: randomKey() })}
        >
          {pageT('form.bookAnyway')}
        </Button>
      ) : null}
    </Alert>
  )
}
