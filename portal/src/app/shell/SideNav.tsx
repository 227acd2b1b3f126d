import { mdiDockLeft, mdiDockRight } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled, useTheme } from '@mui/material/styles'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useMode } from '#src/kit/mode.ts'
import { navCollapsedWidth, navWidth } from '../layout.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { BrandLink } from './BrandLink.tsx'
import { CommandHint } from './CommandHint.tsx'
import { MenuContent } from './MenuContent.tsx'
import { MenuFoot } from './MenuFoot.tsx'

const Space = styled('div')({ flexShrink: 0, transition: 'width 180ms ease', '@media print': { display: 'none' } })
const Nav = styled('nav')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  zIndex: theme.zIndex.drawer,
  display: 'flex',
  flexDirection: 'column',
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  borderInlineEnd: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  transition: 'width 180ms ease',
  overflow: 'hidden',
  '&[data-over="true"]': { boxShadow: theme.vars.shadows[8] },
}))
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  flexShrink: 0,
  height: 64,
  paddingInline: '25px 14px',
})
const Search = styled('div')({ flexShrink: 0, padding: '4px 14px 12px' })
const Scroll = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', paddingBottom: 12 })

/** SH3: 260 wide, 82 when collapsed; then the mouse or the keyboard on it opens it over the page. */
export const SideNav = () => {
  const t = useT()
  const { navCollapsed: collapsed } = useSettings()
  const { direction } = useTheme()
  const [touched, setTouched] = useState(false)
  const closed = collapsed && !touched
  const label = t(collapsed ? 'menu.expand' : 'menu.collapse')
  return (
    <Space style={{ width: collapsed ? navCollapsedWidth : navWidth }}>
      <Nav
        aria-label={t('menu')}
        style={{ width: closed ? navCollapsedWidth : navWidth }}
        data-collapsed={closed}
        data-over={collapsed && touched}
        // A dark menu beside a light page is a part of the page in the other scheme.
        data-mode={useMode() === 'semi-dark' ? 'dark' : undefined}
        onMouseEnter={() => setTouched(true)}
        onMouseLeave={() => setTouched(false)}
        onFocus={(event) => event.target.matches(':focus-visible') && setTouched(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setTouched(false)
        }}
      >
        <Head>
          <BrandLink />
          {closed ? null : (
            <IconButton
              size="small"
              aria-label={label}
              title={label}
              aria-pressed={collapsed}
              onClick={() => changeSettings({ navCollapsed: !collapsed })}
            >
              <Icon path={direction === 'rtl' ? mdiDockRight : mdiDockLeft} />
            </IconButton>
          )}
        </Head>
        <Search>
          <CommandHint />
        </Search>
        <Scroll>
          <MenuContent />
        </Scroll>
        <MenuFoot collapsed={closed} />
      </Nav>
    </Space>
  )
}
