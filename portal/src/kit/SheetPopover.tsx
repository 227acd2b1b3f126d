import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'
import { focusFirstQuietly } from './first-focus.ts'

type SheetPopoverProps = { anchor: HTMLElement | null; id: string; label: string; onClose: () => void; children: ReactNode }

/** What opens below a button of the page's head; the button names it by `id`. */
export const SheetPopover = ({ anchor, id, label, onClose, children }: SheetPopoverProps) => (
  <Popover
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    slotProps={{
      transition: { onEnter: focusFirstQuietly, onEntered: focusFirstQuietly },
      paper: { id, role: 'dialog', sx: { marginTop: '4px', border: 1, borderColor: 'divider' }, 'aria-label': label },
    }}
  >
    {children}
  </Popover>
)
