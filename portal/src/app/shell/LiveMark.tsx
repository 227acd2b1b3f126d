import { mdiCloudOffOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type LiveState, useLive, useLiveState, useServerMute } from '#src/api/live.ts'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'

const toneOf: Record<LiveState, Tone> = { live: 'success', connecting: 'warning', offline: 'danger' }

const Mark = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 7,
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&::before': {
    content: '""',
    flexShrink: 0,
    width: 8,
    height: 8,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.tone[tone].solid,
  },
}))

/** Over the foot of the page: nothing moves from under a finger when it comes and goes, and what lies below it can be touched. */
const Strip = styled('span')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  bottom: 'calc(env(safe-area-inset-bottom, 0px) + var(--dock, 0px))',
  zIndex: theme.zIndex.appBar,
  pointerEvents: 'none',
  width: 'fit-content',
  maxWidth: 'calc(100vw - 16px)',
  marginInline: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: theme.spacing(1, 1.5),
  fontSize: '0.875rem',
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(0.5, 1.5), fontSize: '0.75rem', lineHeight: 1.3 },
  'body:has([data-save-bar]) &': { bottom: 'calc(80px + var(--dock, 0px))' },
  // Beside an open drawer, not under it; notices keep above it (Toaster).
  '@media (min-width: 800px)': { 'body:has(.drawer-panel) &': { right: 480, maxWidth: 'calc(100vw - 496px)', zIndex: theme.zIndex.modal } },
  // Where a drawer is the whole screen, over its foot, which makes room (DrawerPanel).
  '@media (max-width: 799.95px)': { 'body:has(.drawer-panel) &': { zIndex: theme.zIndex.modal } },
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.tone.warning.soft,
  color: theme.vars.palette.tone.warning.text,
  fontWeight: 500,
  '@media print': { display: 'none' },
}))

const nothing = (): void => undefined

/** Whether changes arrive by themselves right now. The frame keeps the connection open on every page. `brief`: no words while all is well. */
export const LiveMark = ({ brief = false }: { brief?: boolean }) => {
  const t = useT()
  const state = useLiveState()
  useLive(nothing)
  const word = t(`live.${state}`)
  return (
    <Mark tone={toneOf[state]} title={word}>
      {brief && state === 'live' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
    </Mark>
  )
}

/** Who may see neither reservations, reviews nor onboarding requests has nothing that could arrive. */
export const useReceivesLive = (): boolean => {
  const ability = useAbility()
  return ability.can('read', 'reservation-list') || ability.can('read', 'reviews') || ability.can('read', 'onboarding')
}

/** The browser knows of a lost line at once, also for whoever has nothing live to hear. */
const hearLine = (listener: () => void): (() => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener)
  }
}

/** SH8: says that the screen may be old, once that has lasted long enough to matter. */
export const OfflineNotice = () => {
  const t = useT()
  const stopped = useLiveState() === 'offline'
  const mute = useServerMute()
  const cut = useSyncExternalStore(hearLine, () => !navigator.onLine)
  const offline = stopped || cut
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(offline), offline ? 2_000 : 0)
    return () => clearTimeout(timer)
  }, [offline])
  return (
    <output>
      {shown ? (
        <Strip data-strip>
          <Icon path={mdiCloudOffOutline} />
          {t(mute && !cut ? 'live.mute' : 'live.notice')}
        </Strip>
      ) : null}
    </output>
  )
}
