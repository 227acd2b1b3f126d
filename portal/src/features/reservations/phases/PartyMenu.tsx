import { mdiCallSplit, mdiClockAlertOutline, mdiClockEditOutline, mdiOpenInNew, mdiPencilOutline, mdiTimerAlertOutline } from '@mdi/js'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { after, changeable, movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { guestName } from '../guest-name.ts'
import { useMeets } from '../repair/clashes.ts'
import { useSeats } from '../seating/seats.ts'
import { useSeatItems } from '../seating/use-seat-items.tsx'
import { moveKey, primaryMove, statusStyle } from '../status-tag.tsx'
import type { Moves } from '../use-moves.ts'
import { useT } from '../use-t.ts'
import { mayBeLate, maySplit } from './party/party-steps.ts'
import type { PartyAsk } from './party/PartyDialog.tsx'
import { usePhaseT } from './use-phase-t.ts'

export type MenuAt = { row: ReservationRow; anchor: HTMLElement }

type PartyMenuProps = {
  at: MenuAt
  moves: Moves
  onClose: () => void
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  onTime: (row: ReservationRow) => void
  onAsk: (ask: PartyAsk) => void
  onRepair: (row: ReservationRow) => void
}

/** Why it is proposed, below what is proposed. */
const smallSx = { display: 'block', color: 'text.secondary', whiteSpace: 'normal' } as const

/** Of whom it can be said that he stays longer: the party itself, or whom it would meet at its table. */
const useSits = (row: ReservationRow): ReservationRow | undefined => {
  const met = useMeets(row.id)
  const sits = useSeats()?.seatOf(row.id)?.tableIds.length && row.status === 'seated'
  return sits ? row : met?.sits
}

/** Everything that can be done with a party, by name, with the key that does the same. */
export const PartyMenu = ({ at, moves, onClose, onOpen, onEdit, onTime, onAsk, onRepair }: PartyMenuProps) => {
  const t = useT()
  const own = usePhaseT()
  const { row, anchor } = at
  const first = primaryMove[row.status]
  const legal = moves.mayMove ? movesFrom(row.status).toSorted((a, b) => Number(b === first) - Number(a === first)) : []
  const change = moves.mayMove && changeable(row.status)
  const seatItems = useSeatItems(at, { mayMove: moves.mayMove, onClose })
  const sits = useSits(row)
  const choose = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        paper: {
          sx: { maxWidth: 420, '& .word': { flex: 1, margin: '0 24px 0 12px' }, '& small': smallSx, '& .Mui-disabled': { opacity: 0.8 } },
        },
        list: { 'aria-label': own('menu', { name: guestName(row) || t('guest.unknown') }) },
      }}
    >
      {legal.map((move) => (
        <MenuItem key={move} onClick={choose(() => moves.act(row, move))}>
          <Icon path={statusStyle[after(move, row.status)!].icon} />
          <span className="word">{t(`move.${move}`)}</span>
          <Kbd keys={moveKey[move]} />
        </MenuItem>
      ))}
      {seatItems}
      {sits && moves.mayMove ? (
        <MenuItem onClick={choose(() => onRepair(sits))}>
          <Icon path={mdiTimerAlertOutline} />
          <span className="word">
            {own('repair')}
            {sits.id === row.id ? null : <small>{own('meets', { name: guestName(sits) || t('guest.unknown') })}</small>}
          </span>
        </MenuItem>
      ) : null}
      {change ? (
        <MenuItem onClick={choose(() => onTime(row))}>
          <Icon path={mdiClockEditOutline} />
          <span className="word">{own('time.move')}</span>
          <Kbd keys="v" />
        </MenuItem>
      ) : null}
      {moves.mayMove && mayBeLate(row) ? (
        <MenuItem onClick={choose(() => onAsk({ what: 'late', row }))}>
          <Icon path={mdiClockAlertOutline} />
          <span className="word">{own('delay')}</span>
          <Kbd keys="d" />
        </MenuItem>
      ) : null}
      {moves.mayMove && maySplit(row) ? (
        <MenuItem onClick={choose(() => onAsk({ what: 'split', row }))}>
          <Icon path={mdiCallSplit} />
          <span className="word">{own('split')}</span>
        </MenuItem>
      ) : null}
      {change ? (
        <MenuItem onClick={choose(() => onEdit(row.id))}>
          <Icon path={mdiPencilOutline} />
          <span className="word">{t('edit')}</span>
          <Kbd keys="e" />
        </MenuItem>
      ) : null}
      <MenuItem onClick={choose(() => onOpen(row.id))}>
        <Icon path={mdiOpenInNew} />
        <span className="word">{own('details')}</span>
        <Kbd keys="Enter" />
      </MenuItem>
    </Menu>
  )
}
