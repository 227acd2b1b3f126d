import { mdiWalk } from '@mdi/js'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { WalkInSizes } from '../offline/lazy-components.ts'
import { useT } from '../use-t.ts'
import type { WalkInProps } from './WalkInSizes.tsx'
import { useSeatT } from './use-seat-t.ts'

/** RE3: who comes in by the door sits after two touches. */
export const WalkIn = (props: WalkInProps) => {
  const t = useT()
  const own = useSeatT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiWalk} size={18} />}
        aria-haspopup="dialog"
        aria-keyshortcuts="w"
        // The page's key finds it here.
        data-walk-in=""
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('walkIn')}
      </Button>
      <SheetPopover anchor={anchor} id={id} label={own('walkIn.how')} onClose={() => setAnchor(null)}>
        <WalkInSizes {...props} onDone={() => setAnchor(null)} />
      </SheetPopover>
    </>
  )
}
