import { mdiChevronDown, mdiLockOutline, mdiTableChair } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import { useId, useState } from 'react'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useSeatChoices } from '../offline/use-seat-choices.ts'
import { SeatPopover } from './SeatPopover.tsx'
import { useHasTables, useSeatsLive } from './use-seat-name.ts'
import { useSeatT } from './use-seat-t.ts'

const Root = styled('section')({ '& > div': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 36 } })

type SeatSectionProps = {
  row: Pick<ReservationRow, 'id' | 'venueId' | 'serviceOn' | 'status' | 'guest' | 'source' | 'partySize'>
  mayMove: boolean
}

const Seat = ({ row, mayMove }: SeatSectionProps) => {
  const t = useSeatT()
  const menuId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const query = useSeatChoices(row.id)
  useSeatsLive(row.venueId)
  const told = query.data
  if (!told)
    return query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton width={120} height={32} />
  const name = told.seat.name || t('unassigned')
  const lock = told.seat.locked ? <Icon path={mdiLockOutline} size={18} label={t('locked')} /> : null
  if (!mayMove || !changeable(row.status))
    return (
      <div>
        <span dir="auto">{name}</span>
        {lock}
      </div>
    )
  return (
    <div>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiTableChair} size={18} />}
        endIcon={<Icon path={mdiChevronDown} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span dir="auto">{name}</span>
      </Button>
      {lock}
      <SeatPopover anchor={anchor} id={menuId} row={row} onClose={() => setAnchor(null)} />
    </div>
  )
}

/** RE5: where a party sits; nothing at venues that work without tables. */
export const SeatSection = (props: SeatSectionProps) => {
  const t = useSeatT()
  if (!useHasTables(props.row.venueId)) return null
  return (
    <Root>
      <h3>{t('title')}</h3>
      <Seat key={props.row.id} {...props} />
    </Root>
  )
}
