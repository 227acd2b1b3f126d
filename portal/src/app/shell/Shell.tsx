import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { brand } from '#src/api/brand.ts'
import { useAbility } from '#src/api/ability.ts'
import { toolbarHeight } from '../layout.ts'
import { useT } from '../use-t.ts'
import { Keys } from './Keys.tsx'
import { OfflineNotice } from './LiveMark.tsx'
import { NotAuthorized } from './NotAuthorized.tsx'
import { SideNav } from './SideNav.tsx'
import { ToTop } from './ToTop.tsx'
import { TopBar } from './TopBar.tsx'

const NavDrawer = lazy(() => import('./NavDrawer.tsx').then((module) => ({ default: module.NavDrawer })))

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  minHeight: '100dvh',
  '--top-bar': '0px',
  [theme.breakpoints.down('lg')]: { display: 'block', '--top-bar': `${toolbarHeight}px` },
}))
const Main = styled('main')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 'calc(100dvh - var(--top-bar))',
  padding: theme.spacing(2.5, 3, 0),
  outline: 'none',
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(1.5, 1.5, 0) },
  '@media print': { padding: 0 },
}))
const Page = styled('div')({ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' })
const Footer = styled('footer')(({ theme }) => ({
  padding: theme.spacing(1.5, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: '0.75rem',
  '@media print': { display: 'none' },
}))
const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
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

const Guarded = () => {
  const ability = useAbility()
  const right = useMatches().findLast(({ staticData }) => staticData.right)?.staticData.right
  return !right || ability.can(...right) ? <Outlet /> : <NotAuthorized />
}

export const Shell = () => {
  const t = useT()
  const narrow = useMediaQuery('(max-width: 1199.95px)')
  const [open, setOpen] = useState(false)
  useFocusOnPage()
  return (
    <Frame>
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
      {narrow ? (
        <>
          <TopBar onMenu={() => setOpen(true)} />
          <Suspense>
            <NavDrawer open={open} onOpen={() => setOpen(true)} onClose={() => setOpen(false)} />
          </Suspense>
        </>
      ) : (
        <SideNav />
      )}
      <Main id="content" tabIndex={-1}>
        <OfflineNotice />
        <Page>
          <Guarded />
        </Page>
        <Footer>
          © {year} {brand.name}
        </Footer>
      </Main>
      <ToTop />
      <Keys />
    </Frame>
  )
}
