import {
  mdiAccountCircleOutline,
  mdiAccountGroupOutline,
  mdiAccountHeartOutline,
  mdiApi,
  mdiBellOutline,
  mdiBookOpenPageVariantOutline,
  mdiChartBoxOutline,
  mdiCogOutline,
  mdiDatabaseImportOutline,
  mdiEmailOutline,
  mdiHistory,
  mdiLanConnect,
  mdiPaletteOutline,
  mdiServerOutline,
  mdiSilverwareForkKnife,
  mdiStarOutline,
  mdiStoreOutline,
  mdiStorefrontOutline,
  mdiTransitConnectionVariant,
} from '@mdi/js'
import type { MenuEntry } from './menu-rules.ts'

/**
 * Every page of the product (SH1, SH2). One shows as soon as its path is in the route tree and the reader may
 * enter it, so a page that is named here already takes no further line when it is opened.
 */
export const menu: readonly MenuEntry[] = [
  {
    title: 'nav.reservations',
    icon: mdiBookOpenPageVariantOutline,
    path: '/reservations',
    action: 'read',
    subject: 'reservation-list',
  },
  { title: 'nav.guests', icon: mdiAccountHeartOutline, path: '/guests', action: 'read', subject: 'guests' },
  {
    title: 'nav.channelManagement',
    icon: mdiTransitConnectionVariant,
    path: '/channel-management',
    action: 'read',
    subject: 'channel-management',
  },
  { title: 'nav.listingReview', icon: mdiStorefrontOutline, path: '/listing', action: 'read', subject: 'listing' },
  { title: 'nav.reviews', icon: mdiStarOutline, path: '/reviews', action: 'read', subject: 'reviews' },
  {
    title: 'nav.analytics',
    icon: mdiChartBoxOutline,
    children: [
      { title: 'nav.analytics.reservations', path: '/analytics/reservations', action: 'read', subject: 'analytics-reservations' },
      { title: 'nav.analytics.listing', path: '/analytics/listing', action: 'listing', subject: 'analytics-listing' },
      { title: 'nav.analytics.reviews', path: '/analytics/reviews', action: 'reviews', subject: 'analytics-reviews' },
    ],
  },
  {
    title: 'nav.settings',
    icon: mdiCogOutline,
    children: [
      { title: 'nav.account', icon: mdiAccountCircleOutline, path: '/settings/account', action: 'read', subject: 'settings-account' },
      {
        title: 'nav.restaurantSetup',
        icon: mdiSilverwareForkKnife,
        path: '/settings/restaurant-setup',
        action: 'read',
        subject: 'settings-restaurant',
      },
      {
        title: 'nav.notifications',
        icon: mdiBellOutline,
        path: '/settings/notifications',
        action: 'read',
        subject: 'settings-notifications',
      },
    ],
  },
  { sectionTitle: 'nav.administration' },
  { title: 'nav.venues', icon: mdiStoreOutline, path: '/venues', action: 'read', subject: 'venues' },
  {
    title: 'nav.connections',
    icon: mdiLanConnect,
    children: [
      { title: 'nav.bookingChannels', path: '/booking-channels', action: 'read', subject: 'webhooks' },
      { title: 'nav.systems', path: '/systems', action: 'read', subject: 'systems' },
      { title: 'nav.googleAccounts', path: '/google-accounts', action: 'read', subject: 'systems' },
      { title: 'nav.sync', path: '/sync-tasks', action: 'read', subject: 'sync' },
      { title: 'nav.onboarding', path: '/onboarding-requests', action: 'read', subject: 'onboarding' },
      { title: 'nav.onboardingMessages', path: '/onboarding-messages', action: 'read', subject: 'onboarding' },
      { title: 'nav.onboardingReport', path: '/onboarding-report', action: 'read', subject: 'onboarding' },
      { title: 'nav.licences', path: '/licences', action: 'read', subject: 'licences' },
      { title: 'nav.meta', path: '/meta', action: 'read', subject: 'licences' },
      { title: 'nav.textGateways', path: '/text-gateways', action: 'read', subject: 'companies' },
      { title: 'nav.aiSales', path: '/ai-sales', action: 'read', subject: 'sales-links' },
      { title: 'nav.demoLinks', path: '/demo-links', action: 'read', subject: 'demo-links' },
      { title: 'nav.health', path: '/connection-health', action: 'read', subject: 'traces' },
      { title: 'nav.traces', path: '/traces', action: 'read', subject: 'traces' },
    ],
  },
  {
    title: 'nav.people',
    icon: mdiAccountGroupOutline,
    children: [
      { title: 'nav.users', path: '/users', action: 'read', subject: 'users' },
      { title: 'nav.groups', path: '/groups', action: 'read', subject: 'groups' },
      { title: 'nav.companies', path: '/companies', action: 'read', subject: 'companies' },
      { title: 'nav.customers', path: '/customers', action: 'read', subject: 'customers' },
      { title: 'nav.guestData', path: '/guest-data', action: 'read', subject: 'guest-data' },
    ],
  },
  { title: 'nav.audit', icon: mdiHistory, path: '/audit', action: 'read', subject: 'audit' },
  { title: 'nav.import', icon: mdiDatabaseImportOutline, path: '/import', action: 'read', subject: 'import' },
  { title: 'nav.brands', icon: mdiPaletteOutline, path: '/brands', action: 'read', subject: 'brands' },
  {
    title: 'nav.installation',
    icon: mdiServerOutline,
    children: [
      { title: 'nav.mailbox', icon: mdiEmailOutline, path: '/mailbox', action: 'read', subject: 'mailbox' },
      { title: 'nav.docs', icon: mdiApi, path: '/docs', served: true, openInNewTab: true, action: 'manage', subject: 'all' },
    ],
  },
]
