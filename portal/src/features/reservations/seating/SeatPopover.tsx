import Alert from '@mui/material/Alert'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useState } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useSeatChoices } from '../offline/use-seat-choices.ts'
import { assignSeat, type SeatAct, type SeatedRow } from './assign-seat.ts'
import { exchangeSeats } from './exchange-seats.ts'
import { SeatMenu } from './SeatMenu.tsx'
import { seatUntil } from './seat-until.ts'
import type { Refusal } from './seats.ts'
import { useZones } from '../VenuePicker.tsx'
import { whyOf } from './why-of.ts'
import { useSeatT } from './use-seat-t.ts'

type ChoiceProps = { row: SeatedRow & Pick<ReservationRow, 'partySize'>; refused: Refusal | undefined; onDone: () => void }

/** Who was faster is said here, beside what is free by now, and the choice stays. */
const Choice = ({ row, refused, onDone }: ChoiceProps) => {
  const query = useSeatChoices(row.id)
  const [refusal, setRefusal] = useState(refused)
  const zone = useZones().zoneOf(row.venueId)
  const [sent, setSent] = useState<SeatAct>()
  const told = query.data
  if (!told)
    return (
      <div style={{ width: 'min(340px, 90vw)', minHeight: 160, padding: 8 }}>
        {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton />}
      </div>
    )
  const act = async (wanted: SeatAct): Promise<void> => {
    setSent(wanted)
    try {
      if (wanted.exchange) await exchangeSeats(row, told.seat.version, wanted.exchange)
      else if (wanted.leaves) await seatUntil(row, told, { tableIds: wanted.tableIds, until: wanted.leaves })
      else await assignSeat(row, told, wanted)
      onDone()
    } catch (error) {
      setSent(undefined)
      setRefusal({ message: whyOf(error), tableIds: wanted.tableIds })
    }
  }
  return (
    <>
      {refusal ? (
        <Alert severity="warning" role="alert" sx={{ maxWidth: 'min(340px, 90vw)' }}>
          {refusal.message}
        </Alert>
      ) : null}
      <SeatMenu
        told={told}
        partySize={row.partySize}
        zone={zone}
        sent={sent}
        kept={refusal?.tableIds}
        onAct={(wanted) => void act(wanted)}
      />
    </>
  )
}

type SeatPopoverProps = Omit<ChoiceProps, 'onDone' | 'refused'> & {
  anchor: HTMLElement | null
  id: string
  refused?: Refusal | undefined
  onClose: () => void
}

/** Where a party may sit, with the suggestion first. */
export const SeatPopover = ({ anchor, id, row, refused, onClose }: SeatPopoverProps) => {
  const t = useSeatT()
  return (
    <SheetPopover anchor={anchor} id={id} label={t('choose')} onClose={onClose}>
      <Choice row={row} refused={refused} onDone={onClose} />
    </SheetPopover>
  )
}
