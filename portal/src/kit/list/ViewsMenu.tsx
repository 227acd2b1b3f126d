import { mdiBookmarkOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'
import { useT } from '../use-t.ts'
import type { ViewChoicesProps } from './ViewChoices.tsx'

/** Menus bring 15 kB along, which most people never open. */
const ViewChoices = lazyWithRetry(
  () => import('./ViewChoices.tsx').then((module) => module.ViewChoices),
  ({ onClose }) => onClose(),
)

/** Filters, search and order under a name: opened, kept and taken away. */
export const ViewsMenu = (props: Omit<ViewChoicesProps, 'anchor' | 'onClose'>) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState(false)
  return (
    <>
      <IconButton
        className="views"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('views')}
        title={t('views')}
        onClick={({ currentTarget }) => {
          setAsked(true)
          setAnchor(currentTarget)
        }}
      >
        <Icon path={mdiBookmarkOutline} />
      </IconButton>
      {asked ? <ViewChoices {...props} anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  )
}
