import { createRouter } from '@tanstack/react-router'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search-text.ts'
import { FullScreenLoader } from './FullScreenLoader.tsx'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Each page breaks for itself; the frame around it stays.
  defaultErrorComponent: lazyRouteComponent(() => import('./Crash.tsx'), 'Crash'),
  defaultPendingComponent: FullScreenLoader,
  // A page that comes at once needs no loader; one that does not shows it long enough to be seen.
  defaultPendingMs: 300,
  defaultPendingMinMs: 300,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
