import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiClose, mdiInformationOutline } from '@mdi/js'
import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { Icon } from './Icon.tsx'
import { Linked } from './Linked.tsx'
import type { Tone } from './tones.ts'
import { type Toast, toast, type ToastTone, useToasts } from './toasts.ts'
import { useT } from './use-t.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

const Corner = styled('section')(({ theme }) => ({
  position: 'fixed',
  insetInlineEnd: 16,
  // Above what is docked at the foot of every page.
  bottom: 'calc(max(16px, env(safe-area-inset-bottom)) + var(--dock, 0px))',
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  width: 'min(400px, calc(100vw - 32px))',
  pointerEvents: 'none',
  '[data-toasts$="left"] &': { right: 'auto', left: 16 },
  '[data-toasts$="center"] &': { right: 'auto', left: '50%', transform: 'translateX(-50%)' },
  // Over the foot of a page of full height, the newest alone or beside the one before it: nothing moves for them, and no row is covered.
  'body:has([data-full]):not(:has([data-strip], .drawer-panel)) &': {
    insetInlineEnd: 12,
    bottom: 'calc(max(2px, env(safe-area-inset-bottom)) + var(--dock, 0px))',
    flexDirection: 'row',
    alignItems: 'end',
    justifyContent: 'end',
    width: 'min(960px, calc(100vw - 24px))',
    '& > *': {
      flex: '0 1 auto',
      maxWidth: 474,
      minHeight: 40,
      boxSizing: 'border-box',
      paddingBlock: 3,
      alignItems: 'center',
      fontSize: '0.8125rem',
      lineHeight: 1.2,
    },
    '& > :nth-last-of-type(n + 3)': { display: 'none' },
    [theme.breakpoints.down('sm')]: { '& > *': { flexGrow: 1, maxWidth: 'none' }, '& > :nth-last-of-type(n + 2)': { display: 'none' } },
  },
  // Below what was opened to choose from.
  'body:has(.MuiPopover-root) &': { zIndex: theme.zIndex.modal - 1 },
  // Above the bar that saves a form and the page's footer: a notice must not cover the button it asks to be pressed.
  'body:has([data-save-bar]) &': { bottom: 'calc(128px + var(--dock, 0px))' },
  '[data-toasts^="top"] &, [data-toasts^="top"] body:has([data-save-bar]) &': {
    bottom: 'auto',
    top: 'max(16px, env(safe-area-inset-top))',
  },
  // Beside an open drawer, whose foot holds what saves; where nothing is left beside it, over its head instead, short of the button that closes it.
  'body:has(.drawer-panel) &': {
    left: 'auto',
    right: 'calc(min(480px, 100vw) + 16px)',
    bottom: 'max(16px, env(safe-area-inset-bottom))',
    width: 'min(400px, calc(100vw - 512px))',
    transform: 'none',
    '@media (max-width: 799.95px)': {
      top: 'max(6px, env(safe-area-inset-top))',
      right: 60,
      bottom: 'auto',
      width: 'min(404px, calc(100vw - 76px))',
      // Of what is written there as little as can be is covered.
      '& > :nth-last-of-type(n + 2)': { display: 'none' },
    },
  },
  // Above the strip that tells of a lost connection, which is as long as its words, also beside a drawer.
  'body:has([data-strip]):not(:has([data-save-bar], .drawer-panel)) &': { bottom: 'calc(68px + var(--dock, 0px))' },
  // On a phone the newest alone, close above it: what leads from one list to the next stays within reach.
  [theme.breakpoints.down('sm')]: {
    'body:has([data-strip]):not(:has([data-save-bar], .drawer-panel)) &': {
      bottom: 'calc(max(46px, env(safe-area-inset-bottom) + 46px) + var(--dock, 0px))',
      '& > *': { paddingBlock: 3, fontSize: '0.8125rem', lineHeight: 1.2, alignItems: 'center' },
      '& > :nth-last-of-type(n + 2)': { display: 'none' },
    },
  },
  '@media (min-width: 800px)': { 'body:has([data-strip]):has(.drawer-panel) &': { bottom: 120 } },
  '[data-toasts^="top"] body:has([data-strip]):not(:has(.drawer-panel)) &': { bottom: 'auto' },
  '@media print': { display: 'none' },
}))

const Card = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  paddingBlock: 10,
  paddingInline: '12px 6px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderInlineStart: `4px solid ${theme.vars.palette.tone[tone].solid}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: theme.vars.shadows[8],
  fontSize: '0.875rem',
  lineHeight: 1.45,
  pointerEvents: 'auto',
  animation: `${rise} 180ms ease-out`,
  '& > svg': { marginTop: 1, color: theme.vars.palette.tone[tone].text },
  '& > p': { flex: 1, margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '& > button': {
    flexShrink: 0,
    minWidth: 28,
    height: 28,
    margin: '-3px 0',
    border: 0,
    borderRadius: theme.vars.shape.borderRadius,
    background: 'none',
    color: theme.vars.palette.text.secondary,
    cursor: 'pointer',
    font: 'inherit',
    fontWeight: 600,
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&.act': { padding: '0 8px', color: theme.vars.palette.accent.text },
  },
}))

const looks: Record<ToastTone, { tone: Tone; icon: string }> = {
  success: { tone: 'success', icon: mdiCheckCircleOutline },
  error: { tone: 'danger', icon: mdiAlertCircleOutline },
  warning: { tone: 'warning', icon: mdiAlertOutline },
  info: { tone: 'info', icon: mdiInformationOutline },
}

const One = ({ one }: { one: Toast }) => {
  const t = useT()
  const { tone, icon } = looks[one.tone]
  return (
    <Card tone={tone} role={one.tone === 'error' ? 'alert' : 'status'}>
      <Icon path={icon} />
      <p>
        <Linked text={one.text} />
      </p>
      {one.actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className="act"
          onClick={() => {
            action.run()
            toast.dismiss(one.id)
          }}
        >
          {action.label}
        </button>
      ))}
      <button type="button" aria-label={t('dismiss')} onClick={() => toast.dismiss(one.id)}>
        <Icon path={mdiClose} size={16} />
      </button>
    </Card>
  )
}

/** Mounted once per page; the live region exists before its first notice, or screen readers would miss that one. */
export const Toaster = () => {
  const t = useT()
  const toasts = useToasts()
  return (
    <Corner
      // It stands there before its name has come, and needs one only with something in it.
      aria-label={toasts.length > 0 ? t('toasts') : undefined}
      aria-live="polite"
      aria-relevant="additions"
      onMouseEnter={toast.hold}
      onMouseLeave={toast.release}
      onFocus={toast.hold}
      onBlur={toast.release}
    >
      {toasts.map((one) => (
        <One key={one.id} one={one} />
      ))}
    </Corner>
  )
}
