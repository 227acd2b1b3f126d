import { mdiTableChair } from '@mdi/js'
import MenuItem from '@mui/material/MenuItem'
import { changeable } from '@tablewire/contracts/booking/reservations.rules'
import type { ReactNode } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { useSeatChoices } from '../offline/use-seat-choices.ts'
import { assignSeat } from './assign-seat.ts'
import { type Choosing, useSeats } from './seats.ts'
import { whyOf } from './why-of.ts'
import { useSeatT } from './use-seat-t.ts'

/** RE5: the suggested table of a party as one line of its menu, and the way to the others; none at venues without tables. */
export const useSeatItems = ({ row, anchor }: Choosing, { mayMove, onClose }: { mayMove: boolean; onClose: () => void }): ReactNode[] => {
  const t = useSeatT()
  const seats = useSeats()
  const wanted = seats !== undefined && mayMove && changeable(row.status)
  const told = useSeatChoices(row.id, wanted).data
  if (!wanted) return []
  const suggestion = told?.suggestion
  const isOwn = suggestion !== undefined && suggestion.tableIds.toSorted().join() === told!.seat.tableIds.toSorted().join()
  const take = (): void => {
    onClose()
    if (!told || !suggestion) return
    const { tableIds } = suggestion
    if (told.seat.locked && told.seat.tableIds.length > 0)
      return seats.choose({ row, anchor, refused: { message: t('locked.ask', { table: told.seat.name }), tableIds } })
    const moves = suggestion.moves.map(({ reservationId, tableIds: to, version }) => ({ reservationId, tableIds: to, version }))
    assignSeat(row, told, { tableIds, locked: false, moves }).catch((error: unknown) =>
      seats.choose({ row, anchor, refused: { message: whyOf(error), tableIds } }),
    )
  }
  const why = !told
    ? '…'
    : suggestion
      ? [
          t(`reason.${suggestion.reason}`, { count: suggestion.covers }),
          ...suggestion.moves.map((move) => t('moves', { name: move.guestName, table: move.name })),
        ].join(' · ')
      : t('suggestion.none')
  return [
    // Nobody moves others mid-meal for who sits already, unless he asks for it.
    isOwn || (row.status === 'seated' && suggestion?.moves.length) ? null : (
      <MenuItem key="suggested" disabled={!suggestion} onClick={take}>
        <Icon path={mdiTableChair} />
        <span className="word">
          {suggestion ? t('item', { table: suggestion.name }) : t('title')}
          <small>{why}</small>
        </span>
      </MenuItem>
    ),
    <MenuItem
      key="choose"
      onClick={() => {
        onClose()
        seats.choose({ row, anchor })
      }}
    >
      <Icon path={mdiTableChair} />
      <span className="word">{t('choose')}</span>
      <Kbd keys="b" />
    </MenuItem>,
  ]
}
