import { createRoute, redirect } from '@tanstack/react-router'
import { sessionStore } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { demoPage, forgotPassword, inside, login, resetPassword, root } from './entry-routes.tsx'
import {
  aiSales,
  listing,
  listingAnalytics,
  listingDifferences,
  onboardingMessages,
  onboardingReport,
  onboardingRequests,
  replyTemplates,
  reservationAnalytics,
  reviewAnalytics,
  reviews,
} from './figure-routes.tsx'
import { FullScreenLoader } from './FullScreenLoader.tsx'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { bookingPages, licences, meta, textGateways } from './licence-routes.tsx'
import { page } from './page-of.ts'
import { parseSearch } from './search-text.ts'

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: async () => {
    const { userData, role } = sessionStore.get()
    if (!userData || !role) return
    // Rights are not among what the first page of all has to load.
    const { homeRoute } = await import('#src/api/home-route.ts')
    throw redirect({ to: homeRoute(userData), replace: true })
  },
  component: FullScreenLoader,
})

const reservations = createRoute({
  ...page('/reservations'),
  loader: () => loadPhrases('reservations'),
  component: lazyRouteComponent(async () => {
    const { ReservationsPage, bringView } = await import('#src/features/reservations/ReservationsPage.tsx')
    await bringView(parseSearch(location.search))
    return { ReservationsPage }
  }, 'ReservationsPage'),
})

const serviceSheet = createRoute({
  ...page('/service-sheet'),
  loader: () => loadPhrases('reservations', 'reservations/sheet'),
  component: lazyRouteComponent(() => import('#src/features/reservations/sheet/ServiceSheetPage.tsx'), 'ServiceSheetPage'),
})

const guests = createRoute({
  ...page('/guests'),
  loader: () => loadPhrases('guests', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/guests/GuestsPage.tsx'), 'GuestsPage'),
})

const guestData = createRoute({
  ...page('/guest-data'),
  loader: () => loadPhrases('guest-data', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/guest-data/GuestDataPage.tsx'), 'GuestDataPage'),
})

const channelManagement = createRoute({
  ...page('/channel-management'),
  loader: () => loadPhrases('channels', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/channels/ChannelsPage.tsx'), 'ChannelsPage'),
})

const bookingChannels = createRoute({
  ...page('/booking-channels'),
  loader: () => loadPhrases('booking-channels', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/booking-channels/BookingChannelsPage.tsx'), 'BookingChannelsPage'),
})

const account = createRoute({
  ...page('/settings/account'),
  loader: () => loadPhrases('account', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/account/AccountPage.tsx'), 'AccountPage'),
})

const notifications = createRoute({
  ...page('/settings/notifications'),
  loader: () => loadPhrases('notifications'),
  component: lazyRouteComponent(() => import('#src/features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
})

const restaurantSetup = createRoute({
  ...page('/settings/restaurant-setup'),
  loader: () => loadPhrases('setup', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/setup/SetupPage.tsx'), 'SetupPage'),
})

const demoLinks = createRoute({
  ...page('/demo-links'),
  loader: () => loadPhrases('demo-links', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/demo-links/DemoLinksPage.tsx'), 'DemoLinksPage'),
})

const demoMails = createRoute({
  ...page('/demo-mails'),
  loader: () => loadPhrases('mailbox'),
  component: lazyRouteComponent(() => import('#src/features/mailbox/DemoMailsPage.tsx'), 'DemoMailsPage'),
})

const mailbox = createRoute({
  ...page('/mailbox'),
  loader: () => loadPhrases('mailbox'),
  component: lazyRouteComponent(() => import('#src/features/mailbox/MailboxPage.tsx'), 'MailboxPage'),
})

const venues = createRoute({
  ...page('/venues'),
  loader: () => loadPhrases('venues', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/venues/VenuesPage.tsx'), 'VenuesPage'),
})

const brands = createRoute({
  ...page('/brands'),
  loader: () => loadPhrases('brands', 'kit/office'),
  component: lazyRouteComponent(() => import('./BrandsRoute.tsx'), 'BrandsRoute'),
})

const users = createRoute({
  ...page('/users'),
  loader: () => loadPhrases('users', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/users/UsersPage.tsx'), 'UsersPage'),
})

const customers = createRoute({
  ...page('/customers'),
  loader: () => loadPhrases('users', 'kit/office'),
  component: lazyRouteComponent(() => import('./CustomersRoute.tsx'), 'CustomersRoute'),
})

const companies = createRoute({
  ...page('/companies'),
  loader: () => loadPhrases('companies', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/companies/CompaniesPage.tsx'), 'CompaniesPage'),
})

const groups = createRoute({
  ...page('/groups'),
  loader: () => loadPhrases('companies', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/companies/GroupsPage.tsx'), 'GroupsPage'),
})

const audit = createRoute({
  ...page('/audit'),
  // Values are said in the words of the screens where people choose them.
  loader: () => loadPhrases('audit', 'kit/office', 'users', 'channels', 'reservations'),
  component: lazyRouteComponent(() => import('#src/features/audit/AuditPage.tsx'), 'AuditPage'),
})

const googleAccounts = createRoute({
  ...page('/google-accounts'),
  loader: () => loadPhrases('google-accounts', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/google-accounts/GoogleAccountsPage.tsx'), 'GoogleAccountsPage'),
})

const systems = createRoute({
  ...page('/systems'),
  loader: () => loadPhrases('systems', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/systems/SystemsPage.tsx'), 'SystemsPage'),
})

const traces = createRoute({
  ...page('/traces'),
  loader: () => loadPhrases('traces', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/traces/TracesPage.tsx'), 'TracesPage'),
})

const connectionHealth = createRoute({
  ...page('/connection-health'),
  loader: () => loadPhrases('traces', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/traces/HealthPage.tsx'), 'HealthPage'),
})

const imports = createRoute({
  ...page('/import'),
  loader: () => loadPhrases('import', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/import/ImportPage.tsx'), 'ImportPage'),
})

const syncTasks = createRoute({
  ...page('/sync-tasks'),
  loader: () => loadPhrases('sync', 'kit/office', 'faults', 'problems'),
  component: lazyRouteComponent(() => import('#src/features/sync/SyncPage.tsx'), 'SyncPage'),
})

/** Every part to look at, in development or in a build made for it (`vite build --mode kit`): nothing of it is in the one people get. */
const kit =
  import.meta.env.DEV || import.meta.env.MODE === 'kit'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/kit',
          loader: () => loadPhrases('kit/office'),
          component: lazyRouteComponent(() => import('./kit-page/KitPage.tsx'), 'KitPage'),
        }),
      ]
    : []

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
  forgotPassword,
  resetPassword,
  demoPage,
  inside.addChildren([
    home,
    reservations,
    channelManagement,
    bookingChannels,
    account,
    brands,
    notifications,
    mailbox,
    demoMails,
    demoLinks,
    systems,
    googleAccounts,
    syncTasks,
    licences,
    meta,
    bookingPages,
    textGateways,
    serviceSheet,
    guests,
    guestData,
    aiSales,
    listing,
    onboardingRequests,
    onboardingReport,
    reviews,
    onboardingMessages,
    listingDifferences,
    replyTemplates,
    reservationAnalytics,
    listingAnalytics,
    reviewAnalytics,
    restaurantSetup,
    venues,
    imports,
    users,
    customers,
    audit,
    traces,
    connectionHealth,
    companies,
    groups,
  ]),
  notFound,
  serverError,
  ...kit,
  anythingElse,
])
