import { mdiClockEditOutline, mdiOpenInNew, mdiPencilOutline } from '@mdi/js'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { after, changeable, movesFrom } from '@tablewire/contracts/booking/reservations.rules'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { guestName } from '../guest-name.ts'
import { moveKey, primaryMove, statusStyle } from '../status-tag.tsx'
import type { Moves } from '../use-moves.ts'
import { useT } from '../use-t.ts'
import { usePhaseT } from './use-phase-t.ts'

export type MenuAt = { row: ReservationRow; anchor: HTMLElement }

type PartyMenuProps = {
  at: MenuAt | undefined
  moves: Moves
  onClose: () => void
  onOpen: (id: string) => void
  onEdit: (id: string) => void
  onTime: (row: ReservationRow) => void
}

/** Everything that can be done with a party, by name, with the key that does the same. */
export const PartyMenu = ({ at, moves, onClose, onOpen, onEdit, onTime }: PartyMenuProps) => {
  const t = useT()
  const own = usePhaseT()
  if (!at) return null
  const { row, anchor } = at
  const first = primaryMove[row.status]
  const legal = moves.mayMove ? movesFrom(row.status).toSorted((a, b) => Number(b === first) - Number(a === first)) : []
  const change = moves.mayMove && changeable(row.status)
  const choose = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': own('menu', { name: guestName(row) || t('guest.unknown') }), dense: false } }}
    >
      {legal.map((move) => (
        <MenuItem key={move} onClick={choose(() => moves.act(row, move))}>
          <ListItemIcon>
            <Icon path={statusStyle[after(move, row.status)!].icon} />
          </ListItemIcon>
          <ListItemText>{t(`move.${move}`)}</ListItemText>
          <Kbd keys={moveKey[move]} />
        </MenuItem>
      ))}
      {legal.length > 0 ? <Divider /> : null}
      {change ? (
        <MenuItem onClick={choose(() => onTime(row))}>
          <ListItemIcon>
            <Icon path={mdiClockEditOutline} />
          </ListItemIcon>
          <ListItemText>{own('time.move')}</ListItemText>
          <Kbd keys="v" />
        </MenuItem>
      ) : null}
      {change ? (
        <MenuItem onClick={choose(() => onEdit(row.id))}>
          <ListItemIcon>
            <Icon path={mdiPencilOutline} />
          </ListItemIcon>
          <ListItemText>{t('edit')}</ListItemText>
          <Kbd keys="e" />
        </MenuItem>
      ) : null}
      <MenuItem onClick={choose(() => onOpen(row.id))}>
        <ListItemIcon>
          <Icon path={mdiOpenInNew} />
        </ListItemIcon>
        <ListItemText>{own('details')}</ListItemText>
        <Kbd keys="Enter" />
      </MenuItem>
    </Menu>
  )
}
