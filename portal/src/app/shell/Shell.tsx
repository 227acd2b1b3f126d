import { mdiMenu } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useRouterState } from '@tanstack/react-router'
import { type CSSProperties, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { brand } from '#src/api/brand.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { endFirstFrame } from '../first-frame.ts'
import { boxedWidth, footerHeight, handlesHeight, menuBarHeight, toolbarHeight } from '../layout.ts'
import { useNarrow, useSettings, useWide } from '../settings/use-settings.ts'
import { useT } from '../use-t.ts'
import { DemoSlot } from '../demo/DemoSlot.tsx'
import { AppBar } from './AppBar.tsx'
import { Banners } from './Banners.tsx'
import { edgeHandle } from './edge-handle.ts'
import { CustomizerButton } from './CustomizerButton.tsx'
import { Guarded } from './Guarded.tsx'
import { Keys } from './Keys.tsx'
import { SideNav } from './SideNav.tsx'
import { ToTop } from './ToTop.tsx'

const NavDrawer = lazy(() => import('./NavDrawer.tsx').then((module) => ({ default: module.NavDrawer })))

/** Pages that fill the screen take what the bars above and below leave them: `--top-bar` and `--foot`, with what is docked below (`--dock`). */
const Frame = styled('div')({ display: 'flex', minHeight: '100dvh' })
const Column = styled('div')({ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const Main = styled('main')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  padding: theme.spacing(2.5, 3, 0),
  outline: 'none',
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(1.5, 1.5, 0) },
  '[data-content="boxed"] & > *': { width: '100%', maxWidth: boxedWidth, marginInline: 'auto' },
  '&[data-bare="true"]': { paddingBottom: 20 },
  '&[data-handles="true"]': { paddingTop: handlesHeight + 12 },
  '@media print': { padding: 0 },
}))
const Page = styled('div')({ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' })
const Footer = styled('footer')(({ theme }) => ({
  flexShrink: 0,
  minHeight: footerHeight,
  padding: theme.spacing(1.5, 3),
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(1.5) },
  '&[data-kind="fixed"]': {
    position: 'sticky',
    bottom: 'var(--dock, 0px)',
    zIndex: theme.zIndex.appBar - 1,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& > div': { '[data-content="boxed"] &': { maxWidth: boxedWidth, marginInline: 'auto' } },
  '@media print': { display: 'none' },
}))
/** Where neither menu nor app bar stands, this is the way to the menu. */
const MenuHandle = styled(IconButton)(({ theme }) => ({
  ...edgeHandle(theme),
  top: 8,
  insetInlineStart: 0,
  // Above the strip that waits for a finger.
  zIndex: theme.zIndex.drawer + 2,
  borderInlineStart: 0,
  borderStartStartRadius: 0,
  borderEndStartRadius: 0,
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
}))
const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  insetInlineStart: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 14px',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  fontWeight: 600,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}))

const year = new Date().getFullYear()

/** A change of page puts the focus on its title, so that it is read aloud and the keyboard goes on from there. */
const useFocusOnPage = (): void => {
  // Resolved: the page itself is there, not only its address.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    const changed = last.current !== undefined && last.current !== pathname
    last.current = pathname
    if (!changed) return
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
  }, [pathname])
}

/** SH3, SH7: where the menu stands, and whether a bar stands above the page. */
const useFrame = () => {
  const { layout, navHidden, appBar, footer, contentWidth } = useSettings()
  const wide = useWide()
  const narrow = useNarrow()
  const horizontal = layout === 'horizontal'
  const side = wide && !horizontal && !navHidden
  const bar = !side && appBar !== 'hidden'
  // Where a phone has no bar the handles have a row of their own.
  const handles = narrow && !bar
  const top = (bar ? toolbarHeight : handles ? handlesHeight : 0) + (bar && horizontal && !navHidden ? menuBarHeight : 0)
  const style = {
    '--top-bar': bar ? `var(--bar-height, ${top}px)` : `${top}px`,
    '--foot': `calc(${footer === 'hidden' ? 20 : footerHeight}px + var(--dock, 0px))`,
  } as CSSProperties
  return { side, bar, drawer: !side && (!horizontal || navHidden), footer, contentWidth, style, handles, gearAtEdge: !bar || !narrow }
}

export const Shell = () => {
  const t = useT()
  const { side, bar, drawer, footer, contentWidth, style, handles, gearAtEdge } = useFrame()
  const [open, setOpen] = useState(false)
  const openMenu = (): void => setOpen(true)
  useFocusOnPage()
  useLayoutEffect(endFirstFrame, [])
  return (
    <Frame style={style} data-content={contentWidth}>
      <Skip
        href="#content"
        onClick={(event) => {
          // The address stays as it is: it can be copied, and come back to.
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('skip')}
      </Skip>
      {side ? <SideNav /> : null}
      {drawer ? (
        <Suspense>
          <NavDrawer open={open} actions={!bar} onOpen={openMenu} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
      <Column>
        {bar ? <AppBar onMenu={drawer ? openMenu : undefined} /> : null}
        {drawer && !bar ? (
          <MenuHandle aria-label={t('menu.open')} title={t('menu.open')} onClick={openMenu}>
            <Icon path={mdiMenu} size={18} />
          </MenuHandle>
        ) : null}
        <Main id="content" tabIndex={-1} data-bare={footer === 'hidden'} data-handles={handles}>
          <Banners />
          <Page>
            <Guarded />
          </Page>
        </Main>
        {footer === 'hidden' ? null : (
          <Footer data-kind={footer}>
            <div>
              © {year} {brand.name}
            </div>
          </Footer>
        )}
        <DemoSlot />
      </Column>
      <ToTop />
      <CustomizerButton atEdge={gearAtEdge} />
      <Keys />
    </Frame>
  )
}
