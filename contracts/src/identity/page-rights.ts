import type { Right } from './access.ts'

/**
 * The pages behind the sign-in, and what each asks of whoever enters: the portal's routes and menu go by it, and the server, which knows what a page is.
 */
export const rightOf = {
  '/reservations': ['read', 'reservation-list'],
  '/guest-data': ['read', 'guest-data'],
  '/channel-management': ['read', 'channel-management'],
  '/booking-channels': ['read', 'webhooks'],
  '/settings/account': ['read', 'settings-account'],
  '/settings/notifications': ['read', 'settings-notifications'],
  '/settings/restaurant-setup': ['read', 'settings-restaurant'],
  '/demo-links': ['read', 'demo-links'],
  '/mailbox': ['read', 'mailbox'],
  // What a demo would have sent, for its visitor.
  '/demo-mails': ['read', 'settings-account'],
  '/venues': ['read', 'venues'],
  '/brands': ['read', 'brands'],
  '/users': ['read', 'users'],
  '/customers': ['read', 'customers'],
  '/companies': ['read', 'companies'],
  '/groups': ['read', 'groups'],
  '/audit': ['read', 'audit'],
  '/systems': ['read', 'systems'],
  '/google-accounts': ['read', 'systems'],
  '/traces': ['read', 'traces'],
  '/connection-health': ['read', 'traces'],
  '/import': ['read', 'import'],
  '/sync-tasks': ['read', 'sync'],
  '/ai-sales': ['read', 'sales-links'],
  '/licences': ['read', 'licences'],
  '/meta': ['read', 'licences'],
  '/onboarding-requests': ['read', 'onboarding'],
  '/onboarding-report': ['read', 'onboarding'],
  '/listing': ['read', 'listing'],
  '/listing/differences': ['read', 'listing'],
  '/reviews': ['read', 'reviews'],
  '/reviews/templates': ['create', 'reviews'],
  '/onboarding-messages': ['read', 'onboarding'],
  '/analytics/reservations': ['read', 'analytics-reservations'],
  '/analytics/listing': ['listing', 'analytics-listing'],
  '/analytics/reviews': ['reviews', 'analytics-reviews'],
} as const satisfies Readonly<Record<string, Right>>
