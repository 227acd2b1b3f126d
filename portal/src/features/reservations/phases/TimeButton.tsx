import { mdiLockOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import { styled } from '@mui/material/styles'
import type { Slot } from '@tablewire/contracts/booking/availability'
import { localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'
import { usePhaseT } from './use-phase-t.ts'

export const Times = styled('div')(({ theme }) => ({
  '& .slots': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))', gap: 6, padding: 3, margin: -3 },
  '& .time': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    minHeight: 48,
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    fontWeight: 600,
    lineHeight: 1.2,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '& small': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2,
      color: theme.vars.palette.text.secondary,
      fontSize: '0.75rem',
      fontWeight: 400,
    },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    '&.closed': { borderStyle: 'dashed', color: theme.vars.palette.text.secondary },
    '&[aria-pressed="true"]': { backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.accent.text },
  },
}))

type TimeButtonProps = { slot: Slot; now: boolean; first: boolean; reason: string; onChoose: () => void }

/** A time to move to: how many it still takes, or that it is closed and why. */
export const TimeButton = ({ slot, now, first, reason, onChoose }: TimeButtonProps) => {
  const t = useT()
  const own = usePhaseT()
  const free = slot.open || now
  const left = slot.coversLeft === null ? t('slot.free') : t('slot.some', { count: slot.coversLeft })
  return (
    <button
      type="button"
      className={free ? 'time' : 'time closed'}
      aria-pressed={now}
      title={free ? undefined : reason}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for nothing else
      autoFocus={first}
      tabIndex={first ? 0 : -1}
      onClick={onChoose}
    >
      {localTime(slot.startsLocal)}
      <small>
        {free ? null : <Icon path={mdiLockOutline} size={11} />}
        {now ? own('time.now') : free ? left : t('slot.closed')}
      </small>
    </button>
  )
}

/** Why a closed time is closed, said once it was touched. */
export const Refused = ({ slot, reason, anyway }: { slot: Slot; reason: string; anyway: boolean }) => {
  const t = useT()
  const own = usePhaseT()
  return (
    <Alert severity="warning" sx={{ marginTop: 2 }} role="alert">
      {anyway ? t('form.overLimits', { reason }) : own('time.closed', { time: localTime(slot.startsLocal), reason })}
    </Alert>
  )
}
