import { mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { lazyWithRetry } from './lazy-with-retry.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useT } from './use-t.ts'

/** A wide screen docks its panel and never needs a drawer. */
const DrawerPanel = lazyWithRetry(
  () => import('./DrawerPanel.tsx').then((module) => module.DrawerPanel),
  ({ onClose, onClosed }) => (onClosed ?? onClose)(),
)

const Body = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  outline: 'none',
  '& > .shut': { position: 'absolute', top: 10, right: 10, zIndex: 2 },
  backgroundColor: theme.vars.palette.background.paper,
}))
const Aside = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '0 0 400px',
  minHeight: 0,
  border: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  borderRadius: theme.vars.shape.borderRadius,
  overflow: 'hidden',
  '@media print': { display: 'none' },
}))

/** The row may have left the list by then: beside it is better than nowhere. */
const focusRow = (id: string): void =>
  [`[data-id="${CSS.escape(id)}"]`, '[data-place][tabindex="0"]']
    .map((row) => document.querySelector<HTMLElement>(row))
    .find((row) => row !== null)
    ?.focus({ preventScroll: true })

type SidePanelProps = {
  label: string
  /** The row it tells about: the focus goes back there from a panel beside the list. */
  of?: string
  /** Beside the list, which goes on working; else a drawer over it. */
  docked: boolean
  onClose: () => void
  /** The drawer has gone and given the focus back. */
  onClosed?: () => void
  open?: boolean
  children: ReactNode
}

/** Beside the list Escape has no drawer to close it. */
const Docked = ({ label, onClose, children }: Pick<SidePanelProps, 'label' | 'onClose' | 'children'>) => {
  const t = useT()
  useShortcuts([{ keys: 'Escape', label: t('keys.close'), run: onClose }])
  return <Aside aria-label={label}>{children}</Aside>
}

export const SidePanel = ({ label, of, docked, onClose, onClosed, open = true, children }: SidePanelProps) => {
  const t = useT()
  const close = (): void => {
    onClose()
    if (docked && of !== undefined) requestAnimationFrame(() => focusRow(of))
  }
  const body = (
    <Body data-panel tabIndex={-1}>
      <IconButton className="shut" size="small" aria-label={t('close')} onClick={close}>
        <Icon path={mdiClose} />
      </IconButton>
      {children}
    </Body>
  )
  if (docked)
    return (
      <Docked label={label} onClose={close}>
        {body}
      </Docked>
    )
  return (
    <DrawerPanel label={label} open={open} onClose={onClose} onClosed={onClosed}>
      {body}
    </DrawerPanel>
  )
}
