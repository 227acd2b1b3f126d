import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { focusFirstQuietly } from '#src/kit/first-focus.ts'
import { PhaseRoot } from '../phases/phase-styles.ts'
import { asideStyles } from './panel-styles.ts'
import { useCarriedId } from './room-carry.ts'

/** Parties stand in it as in the room itself; all of it scrolls as one. */
const Root = styled(PhaseRoot)(({ theme }) => ({
  ...asideStyles(theme),
  flex: 'none',
  overflow: 'visible',
  border: 0,
  '& .panel, & > .aside > .panel': { maxHeight: 'none', overflow: 'visible', border: 0, padding: 14 },
}))

const paper = {
  maxHeight: 'min(66dvh, 560px)',
  width: 'min(100%, 640px)',
  marginInline: 'auto',
  borderStartStartRadius: 12,
  borderStartEndRadius: 12,
  paddingBlockEnd: 'env(safe-area-inset-bottom, 0px)',
}

/** The table of another one that was touched beside the sheet. */
const tableAt = ({ clientX, clientY }: { clientX: number; clientY: number }): string | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((one) => one.closest<HTMLElement>('[data-table]')?.dataset['table'])
    .find((id) => id !== undefined)

type TableSheetProps = {
  label: string
  /** How high it is, so that the room leaves it that place: nothing of it lies hidden below. */
  onHeight: (pixels: number) => void
  /** Another table, or none. */
  onChoose: (id: string | undefined) => void
  children: ReactNode
}

/** What can be done with a table, from below over the room where nothing stands beside it. It makes way for whoever is carried out of it. */
export const TableSheet = ({ label, onHeight, onChoose, children }: TableSheetProps) => {
  const carried = useCarriedId() !== undefined
  // Closed at first: it comes in sight from below, and takes the focus as it comes.
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const soon = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(soon)
  }, [])
  const measured = useCallback(
    (body: HTMLElement | null) => {
      const shown = body?.closest<HTMLElement>('.MuiDrawer-paper')
      if (!shown) return undefined
      const sizes = new ResizeObserver(() => onHeight(shown.offsetHeight))
      sizes.observe(shown)
      return () => {
        sizes.disconnect()
        onHeight(0)
      }
    },
    [onHeight],
  )
  return (
    <Drawer
      open={open}
      anchor="bottom"
      style={carried ? { visibility: 'hidden' } : undefined}
      onClose={(event: object, reason) => onChoose(reason === 'backdropClick' ? tableAt(event as MouseEvent) : undefined)}
      slotProps={{
        backdrop: { invisible: true },
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': label, sx: paper },
        transition: { onEnter: focusFirstQuietly, onEntered: focusFirstQuietly },
      }}
    >
      <Root ref={measured}>
        <div className="aside">{children}</div>
      </Root>
    </Drawer>
  )
}
