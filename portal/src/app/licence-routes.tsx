import { createRoute } from '@tanstack/react-router'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { inside } from './entry-routes.tsx'
import { lazyRouteComponent } from './lazy-route-component.ts'

export const licences = createRoute({
  getParentRoute: () => inside,
  path: '/licences',
  staticData: { right: rightOf['/licences'] },
  loader: () => loadPhrases('licences', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/licences/LicencesPage.tsx'), 'LicencesPage'),
})

export const meta = createRoute({
  getParentRoute: () => inside,
  path: '/meta',
  staticData: { right: rightOf['/meta'] },
  loader: () => loadPhrases('meta', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/meta/MetaPage.tsx'), 'MetaPage'),
})

export const bookingPages = createRoute({
  getParentRoute: () => inside,
  path: '/booking-pages',
  staticData: { right: rightOf['/booking-pages'] },
  loader: () => loadPhrases('venues', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/venues/website/BookingEntryPage.tsx'), 'BookingEntryPage'),
})

export const textGateways = createRoute({
  getParentRoute: () => inside,
  path: '/text-gateways',
  staticData: { right: rightOf['/text-gateways'] },
  loader: () => loadPhrases('text-gateways', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/text-gateways/TextGatewaysPage.tsx'), 'TextGatewaysPage'),
})
