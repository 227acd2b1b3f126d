import SwipeableDrawer from '@mui/material/SwipeableDrawer'
import { styled } from '@mui/material/styles'
import { useMode } from '#src/kit/mode.ts'
import { navWidth, swipe } from '../layout.ts'
import { useT } from '../use-t.ts'
import { BrandLink } from './BrandLink.tsx'
import { MenuContent } from './MenuContent.tsx'
import { MenuFoot } from './MenuFoot.tsx'

const Panel = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: navWidth,
  maxWidth: '84vw',
  height: '100%',
  overflowY: 'auto',
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
}))
const Head = styled('div')({ display: 'flex', alignItems: 'center', flexShrink: 0, height: 64, padding: '0 25px' })
const Scroll = styled('div')({ flex: '1 0 auto' })

type NavDrawerProps = {
  open: boolean
  /** Where no app bar holds them, the bell and its like stand here. */
  actions: boolean
  onOpen: () => void
  onClose: () => void
}

/** SH3: where the menu has no place of its own it comes in from the edge, by button or by finger. */
export const NavDrawer = ({ open, actions, onOpen, onClose }: NavDrawerProps) => {
  const t = useT()
  const mode = useMode()
  return (
    <SwipeableDrawer open={open} onOpen={onOpen} onClose={onClose} slotProps={{ paper: { 'aria-label': t('menu') } }} {...swipe}>
      <Panel aria-label={t('menu')} data-mode={mode === 'semi-dark' ? 'dark' : undefined}>
        <Head>
          <BrandLink />
        </Head>
        <Scroll>
          <MenuContent onNavigate={onClose} />
        </Scroll>
        <MenuFoot actions={actions} />
      </Panel>
    </SwipeableDrawer>
  )
}
