import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { targetOf } from '#src/api/return-url.ts'
import { sessionStore } from '#src/api/session.ts'
import { demoLink } from '#src/api/tab-session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { asWords } from './route-data.ts'

export const root = createRootRoute({
  validateSearch: asWords,
  // What stands on every page, and the frame's own words, come beside the page's code.
  loader: () => loadPhrases('kit', 'app'),
  component: Outlet,
})

/** A demo has no sign-in to go to: its link says whether it lives. */
const demoOnly = (): void => {
  const demo = demoLink()
  if (demo !== null) throw redirect({ to: '/demo/$token', params: { token: demo }, replace: true })
}

/** AC3: whoever is signed in has nothing to do on a guest's page. */
const guestsOnly = (): void => {
  if (sessionStore.get().user) throw redirect({ to: '/', replace: true })
}

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ search }) => {
    // Signed in already, by another tab or before another system sent him here: he stays who he is, and goes where he was to go.
    const target = targetOf(search['redirectUrl'] ?? search['returnUrl'], location.origin)
    if (sessionStore.get().user && target.kind === 'page') throw redirect({ href: target.href, replace: true })
    guestsOnly()
    demoOnly()
  },
  loader: () => loadPhrases('session'),
  component: lazyRouteComponent(() => import('#src/features/session/LoginPage.tsx'), 'LoginPage'),
})

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  beforeLoad: guestsOnly,
  loader: () => loadPhrases('session'),
  component: lazyRouteComponent(() => import('#src/features/session/ForgotPage.tsx'), 'ForgotPage'),
})

/** Not for guests only: whoever opens the link of the mail means it, whatever session this browser still holds. */
export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  loader: () => loadPhrases('session'),
  component: lazyRouteComponent(() => import('#src/features/session/ResetPage.tsx'), 'ResetPage'),
})

/** Not for guests only: a demo begins in a tab of its own, whoever is signed in in the others. */
export const demoPage = createRoute({
  getParentRoute: () => root,
  path: '/demo/$token',
  loader: () => loadPhrases('demo-links'),
  component: lazyRouteComponent(() => import('#src/features/demo-links/DemoPage.tsx'), 'DemoPage'),
})

export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (sessionStore.get().user) return
    demoOnly()
    throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { returnUrl: location.href }, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/AuthenticatedShell.tsx'), 'AuthenticatedShell'),
})
