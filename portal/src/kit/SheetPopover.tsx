import Popover, { type PopoverActions } from '@mui/material/Popover'
import { type ReactNode, useCallback, useRef } from 'react'
import { focusFirstQuietly } from './first-focus.ts'

type SheetPopoverProps = { anchor: HTMLElement | null; id: string; label: string; onClose: () => void; children: ReactNode }

/** What opens below a button of the page's head; the button names it by `id`. */
export const SheetPopover = ({ anchor, id, label, onClose, children }: SheetPopoverProps) => {
  const place = useRef<PopoverActions>(null)
  // What comes into it later makes it higher: it moves up, or its foot would lie below the screen.
  const follow = useCallback((paper: HTMLElement | null) => {
    if (!paper) return undefined
    const observer = new ResizeObserver(() => place.current?.updatePosition())
    observer.observe(paper)
    return () => observer.disconnect()
  }, [])
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      action={place}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        transition: { onEnter: focusFirstQuietly, onEntered: focusFirstQuietly },
        paper: { id, ref: follow, role: 'dialog', sx: { marginTop: '4px', border: 1, borderColor: 'divider' }, 'aria-label': label },
      }}
    >
      {children}
    </Popover>
  )
}
