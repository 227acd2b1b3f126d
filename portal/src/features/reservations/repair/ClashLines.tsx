import { mdiAlertOctagonOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { nameOf } from '../seating/seated-name.ts'
import { useIsCarrying } from '../timeline/carry-store.ts'
import type { Clash } from './clashes.ts'
import { useRepairT } from './use-repair-t.ts'

const Root = styled('section')(({ theme: { vars } }) => ({
  flexShrink: 0,
  maxHeight: '40%',
  overflowY: 'auto',
  backgroundColor: vars.palette.tone.danger.soft,
  color: vars.palette.tone.danger.text,
  fontSize: '0.8125rem',
  fontWeight: 600,
  '& .clash-line': { display: 'flex', alignItems: 'center', gap: 10, padding: '4px 12px' },
  '& .clash-line > span': { minWidth: 0 },
  '& .clash-line > button': { flexShrink: 0 },
  '&.narrow > .first > span': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '@media (pointer: coarse)': { '& button': { minHeight: 44 } },
}))

/** So many stand there unasked: more of them nobody reads while the evening runs. */
const shownMost = { wide: 2, narrow: 1 }

type ClashLinesProps = {
  clashes: readonly Clash[]
  zone: string
  narrow: boolean
  mayMove: boolean
  onRepair: (row: ReservationRow) => void
}

/** What stands above the tables does not move them while somebody carries a party over them. */
const useHeld = (clashes: readonly Clash[]): readonly Clash[] => {
  const carrying = useIsCarrying()
  const [held, hold] = useState(clashes)
  if (!carrying && held !== clashes) hold(clashes)
  return carrying ? held : clashes
}

/** Who sits past his time at a table that somebody else comes to, and the way out; the first who comes first, the rest counted. */
export const ClashLines = ({ clashes: all, zone, narrow, mayMove, onRepair }: ClashLinesProps) => {
  const t = useRepairT()
  const clashes = useHeld(all)
  const [open, setOpen] = useState(false)
  const most = shownMost[narrow ? 'narrow' : 'wide']
  const rest = clashes.length - most
  const shown = open || rest <= 0 ? clashes : clashes.slice(0, most)
  if (clashes.length === 0) return null
  return (
    <Root className={narrow && !open ? 'narrow' : ''} aria-label={t('clashes', { count: clashes.length })}>
      {shown.map(({ sits, table, next }, index) => (
        <div key={sits.id} className={index === 0 ? 'clash-line first' : 'clash-line'} data-clash={sits.id}>
          <Icon path={mdiAlertOctagonOutline} size={18} />
          <span>
            {t(narrow && !open ? 'clash.short' : 'clash.line', {
              name: nameOf(sits),
              table,
              other: nameOf(next),
              time: formatClock(next.startsAt, zone),
            })}
          </span>
          {mayMove ? (
            <Button size="small" variant="outlined" color="inherit" aria-haspopup="dialog" onClick={() => onRepair(sits)}>
              {t('open')}
            </Button>
          ) : null}
          {index === 0 && rest > 0 ? (
            <Button
              size="small"
              color="inherit"
              aria-expanded={open}
              aria-label={open ? t('less') : t('more', { count: rest })}
              onClick={() => setOpen(!open)}
            >
              {open ? t('less') : narrow ? `+${rest}` : t('more', { count: rest })}
            </Button>
          ) : null}
        </div>
      ))}
    </Root>
  )
}
