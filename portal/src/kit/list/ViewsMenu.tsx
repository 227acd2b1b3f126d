import { mdiBookmarkOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useT } from '../use-t.ts'
import type { ViewChoicesProps } from './ViewChoices.tsx'

/** Menus bring 15 kB along, which most people never open. */
const ViewChoices = lazy(() => import('./ViewChoices.tsx').then((module) => ({ default: module.ViewChoices })))

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
      {asked ? (
        <Suspense>
          <ViewChoices {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
