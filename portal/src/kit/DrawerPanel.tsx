import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

type DrawerPanelProps = { label: string; open: boolean; onClose: () => void; onClosed: (() => void) | undefined; children: ReactNode }

const panel = {
  width: 'min(480px, 100vw)',
  // The strip that says the connection is lost lies over its foot where it is the whole screen.
  '@media (max-width: 799.95px)': { 'body:has([data-strip]) &': { paddingBlockEnd: '52px' } },
}

/** A panel over the page, where there is no room beside it. */
export const DrawerPanel = ({ label, open, onClose, onClosed, children }: DrawerPanelProps) => (
  <Drawer
    open={open}
    anchor="right"
    onClose={onClose}
    slotProps={{
      paper: { role: 'dialog', className: 'drawer-panel', 'aria-modal': true, 'aria-label': label, sx: panel },
      transition: onClosed ? { onExited: onClosed } : {},
    }}
  >
    {children}
  </Drawer>
)
