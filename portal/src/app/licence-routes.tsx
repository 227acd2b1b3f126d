import { createRoute } from '@tanstack/react-router'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { page } from './page-of.ts'

export const licences = createRoute({
  ...page('/licences'),
  loader: () => loadPhrases('licences', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/licences/LicencesPage.tsx'), 'LicencesPage'),
})

export const meta = createRoute({
  ...page('/meta'),
  loader: () => loadPhrases('meta', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/meta/MetaPage.tsx'), 'MetaPage'),
})

export const bookingPages = createRoute({
  ...page('/booking-pages'),
  loader: () => loadPhrases('venues', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/venues/website/BookingEntryPage.tsx'), 'BookingEntryPage'),
})

export const textGateways = createRoute({
  ...page('/text-gateways'),
  loader: () => loadPhrases('text-gateways', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/text-gateways/TextGatewaysPage.tsx'), 'TextGatewaysPage'),
})
