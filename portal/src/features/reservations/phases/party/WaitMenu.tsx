import { mdiDotsVertical } from '@mdi/js'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useWaitT } from '../../waitlist/use-wait-t.ts'
import { usePhaseT } from '../use-phase-t.ts'

type WaitMenuProps = { entry: WaitlistEntry; name: string; onAll: () => void; onMove: (move: WaitMove) => void }
/** What else can be done with who waits, by name. */
export const WaitMenu = ({ entry, name, onAll, onMove }: WaitMenuProps) => {
  const t = useWaitT()
  const own = usePhaseT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = own('menu', { name })
  const choose = (run: () => void) => () => {
    setAnchor(null)
    run()
  }
  return (
    <>
      <button
        type="button"
        className="more"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={label}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={20} />
      </button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': label } }}>
          {entry.moves.map((move) => (
            <MenuItem key={move} onClick={choose(() => onMove(move))}>
              {t(`move.${move}`)}
            </MenuItem>
          ))}
          <MenuItem onClick={choose(onAll)}>{own('waiting.all')}</MenuItem>
        </Menu>
      ) : null}
    </>
  )
}
