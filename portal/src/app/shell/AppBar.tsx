import { mdiMagnify, mdiMenu } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { lazy, type RefCallback, Suspense, useCallback } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { boxedWidth, menuBarHeight, toolbarHeight } from '../layout.ts'
import { useNarrow, useSettings, useWide } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { BarActions } from './BarActions.tsx'
import { BrandLink } from './BrandLink.tsx'
import { CommandHint } from './CommandHint.tsx'
import { CustomizerBarButton } from './CustomizerButton.tsx'
import { openCommands } from './Keys.tsx'
import { LiveMark, useReceivesLive } from './LiveMark.tsx'

const MenuBar = lazy(() => import('./MenuBar.tsx').then((module) => ({ default: module.MenuBar })))
const PersonMenu = lazy(() => import('./PersonMenu.tsx').then((module) => ({ default: module.PersonMenu })))

const Head = styled('header')(({ theme }) => ({
  position: 'relative',
  zIndex: theme.zIndex.appBar,
  paddingTop: 'env(safe-area-inset-top)',
  // A closed popup near the edge would make the page wider.
  overflowX: 'clip',
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: '1px solid var(--skin-edge)',
  boxShadow: 'var(--skin-shadow)',
  '&[data-kind="fixed"]': { position: 'sticky', top: 0 },
  '&[data-kind="fixed"][data-blur="true"]': {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.background.paper} 84%, transparent)`,
    backdropFilter: 'blur(8px)',
  },
  '@media print': { display: 'none' },
}))
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: toolbarHeight - 1,
  padding: '0 12px',
  '[data-content="boxed"] &': { maxWidth: boxedWidth + 48, marginInline: 'auto' },
  '& > a': { marginInlineEnd: 'auto' },
  [theme.breakpoints.down('sm')]: { gap: 4, padding: '0 6px' },
  // The logo alone says enough where the name would be cut off.
  '@media (max-width: 359.95px)': { '& > a > img + span': { position: 'absolute', clipPath: 'inset(50%)' } },
  [theme.breakpoints.up('lg')]: { padding: '0 24px', gap: 12, '& > button:has(kbd)': { width: 260 } },
}))
const MenuBarSpace = styled('div')({ height: menuBarHeight })

/** A long menu takes a second row: pages that fill the screen must know of it. */
const useOwnHeight = (): RefCallback<HTMLElement> =>
  useCallback((bar: HTMLElement | null) => {
    if (!bar) return undefined
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--bar-height', `${bar.offsetHeight}px`))
    sizes.observe(bar)
    return () => {
      sizes.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [])

type AppBarProps = { onMenu: (() => void) | undefined }

/** SH7: stands where the side menu does not: below lg, over the horizontal menu, and when the menu is hidden. */
export const AppBar = ({ onMenu }: AppBarProps) => {
  const t = useT()
  const { appBar, appBarBlur, layout, navHidden } = useSettings()
  const wide = useWide()
  const narrow = useNarrow()
  const hearsLive = useReceivesLive()
  const measured = useOwnHeight()
  return (
    <Head ref={measured} data-kind={appBar} data-blur={appBarBlur}>
      <Bar>
        {onMenu ? (
          <IconButton aria-label={t('menu.open')} onClick={onMenu}>
            <Icon path={mdiMenu} size={24} />
          </IconButton>
        ) : null}
        <BrandLink />
        {hearsLive ? <LiveMark brief={narrow} /> : null}
        {wide ? (
          <CommandHint />
        ) : (
          <IconButton aria-label={t('commands.open')} onClick={openCommands}>
            <Icon path={mdiMagnify} size={24} />
          </IconButton>
        )}
        <BarActions />
        {narrow ? <CustomizerBarButton /> : null}
        {layout === 'horizontal' ? (
          <Suspense>
            <PersonMenu />
          </Suspense>
        ) : null}
      </Bar>
      {layout === 'horizontal' && !navHidden ? (
        <Suspense fallback={<MenuBarSpace />}>
          <MenuBar />
        </Suspense>
      ) : null}
    </Head>
  )
}
