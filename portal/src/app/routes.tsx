import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { Right } from '@tablewire/contracts/access'
import { sessionStore } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { FullScreenLoader } from './FullScreenLoader.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a page asks of whoever opens it; without one, a session is enough. */
    right?: Right
  }
}

/** The address carries plain words; each page reads its own. */
const asWords = (search: Record<string, unknown>): Record<string, string | undefined> => search as Record<string, string | undefined>

const root = createRootRoute({
  validateSearch: asWords,
  // What stands on every page, and the frame's own words, come beside the page's code.
  loader: () => loadPhrases('kit', 'app'),
  component: Outlet,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    // AC3: whoever is signed in has nothing to do here.
    if (sessionStore.get().user) throw redirect({ to: '/', replace: true })
  },
  loader: () => loadPhrases('session'),
  component: lazyRouteComponent(() => import('#src/features/session/LoginPage.tsx'), 'LoginPage'),
})

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (sessionStore.get().user) return
    throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { returnUrl: location.href }, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/Inside.tsx'), 'Inside'),
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    const { userData, role } = sessionStore.get()
    if (userData && role) throw redirect({ to: '/reservations', replace: true })
  },
  component: FullScreenLoader,
})

const reservations = createRoute({
  getParentRoute: () => inside,
  path: '/reservations',
  staticData: { right: ['read', 'reservation-list'] },
  loader: () => loadPhrases('reservations'),
  component: lazyRouteComponent(() => import('#src/features/reservations/ReservationsPage.tsx'), 'ReservationsPage'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/settings/account',
  staticData: { right: ['read', 'settings-account'] },
  loader: () => loadPhrases('account'),
  component: lazyRouteComponent(() => import('#src/features/account/AccountPage.tsx'), 'AccountPage'),
})

const mailbox = createRoute({
  getParentRoute: () => inside,
  path: '/mailbox',
  staticData: { right: ['read', 'mailbox'] },
  loader: () => loadPhrases('mailbox'),
  component: lazyRouteComponent(() => import('#src/features/mailbox/MailboxPage.tsx'), 'MailboxPage'),
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  component: lazyRouteComponent(() => import('./ErrorPages.tsx'), 'NotFoundPage'),
})

const serverError = createRoute({
  getParentRoute: () => root,
  path: '/500',
  component: lazyRouteComponent(() => import('./ErrorPages.tsx'), 'ServerErrorPage'),
})

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

export const routeTree = root.addChildren([
  login,
  inside.addChildren([home, reservations, account, mailbox]),
  notFound,
  serverError,
  anythingElse,
])
