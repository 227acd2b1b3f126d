import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { isRefusedByBook } from '@tablewire/contracts/booking/reservations.rules'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { useRef } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useSaved } from '../acts/use-saved.ts'
import { newValues, startOf } from '../reservation-form.ts'
import { arrivals } from '../use-live-reservations.ts'
import { useSaveReservation } from '../acts/use-save-reservation.ts'
import { useT } from '../use-t.ts'
import { SizeGrid, SizeRoot } from './SizeGrid.tsx'
import { seatAtTable } from './seat-at-table.ts'
import { useSeatT } from './use-seat-t.ts'

export type WalkInProps = { venue: Pick<Venue, 'id' | 'timezone'>; date: string }
type SizesProps = WalkInProps & {
  /** The very table they sit down at; else the one that is suggested. */
  at?: Pick<DiningTable, 'id' | 'maxCovers'>
  /** Somebody else comes to it then. */
  until?: string | undefined
  /** What is to be known before. */
  hint?: string | undefined
  title?: string
  onDone: () => void
}

/** One touch books and seats; what the book says against it stands here, with the way past it for whoever may. */
export const WalkInSizes = ({ venue, date, at, until, title, hint, onDone }: SizesProps) => {
  const t = useSeatT()
  const pageT = useT()
  const kitT = useKitT()
  const mayOverride = useAbility().can('override', 'reservation-list')
  const say = useSaved()
  const { mutateAsync, isPending, error, variables } = useSaveReservation()
  /** A second try after silence means the same guests. */
  const since = useRef<string>(undefined)
  const seat = async (partySize: number, override = false): Promise<void> => {
    const values = { ...newValues(venue.id, date, true), partySize }
    since.current ??= startOf(values, { zone: venue.timezone, slots: [], now: Date.now() })
    const asked = { values, row: undefined, startsAt: since.current, notify: false, override, walkInName: pageT('walkIn'), until }
    const saved = await mutateAsync(asked).catch(() => undefined)
    if (!saved) return
    since.current = undefined
    onDone()
    arrivals.mark(saved.id, 'changed')
    say({ saved, before: undefined, guestNotified: false, mayOverride })
    if (saved.status === 'seated') seatAtTable(saved, Promise.resolve(saved), at && { tableIds: [at.id], until })
  }
  const anyway = error && mayOverride && isRefusedByBook(error.code) && !variables?.override
  return (
    <SizeRoot>
      <h3>{title ?? t('walkIn.how')}</h3>
      {hint ? <p>{hint}</p> : null}
      <SizeGrid
        label={t('walkIn.how')}
        send={pageT('move.seat')}
        most={at?.maxCovers}
        busy={isPending}
        chosen={isPending ? variables.values.partySize : undefined}
        onChoose={(size) => void seat(size)}
      />
      {error && !isPending ? (
        <Alert severity="error" role="alert">
          <Linked text={errorText(error, kitT)} />
          {anyway ? (
            <Button
              className="anyway"
              color="inherit"
              size="small"
              variant="outlined"
              onClick={() => void seat(variables!.values.partySize, true)}
            >
              {pageT('form.bookAnyway')}
            </Button>
          ) : null}
        </Alert>
      ) : null}
    </SizeRoot>
  )
}
