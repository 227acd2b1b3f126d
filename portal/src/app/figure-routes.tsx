import { createRoute } from '@tanstack/react-router'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { page } from './page-of.ts'

export const reservationAnalytics = createRoute({
  ...page('/analytics/reservations'),
  loader: () => loadPhrases('analytics', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/analytics/ReservationAnalyticsPage.tsx'), 'ReservationAnalyticsPage'),
})

export const onboardingRequests = createRoute({
  ...page('/onboarding-requests'),
  loader: () => loadPhrases('onboarding', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/onboarding/requests/RequestsPage.tsx'), 'RequestsPage'),
})

export const onboardingReport = createRoute({
  ...page('/onboarding-report'),
  loader: () => loadPhrases('onboarding-report'),
  component: lazyRouteComponent(() => import('#src/features/onboarding-report/OnboardingReportPage.tsx'), 'OnboardingReportPage'),
})

export const listing = createRoute({
  ...page('/listing'),
  loader: () => loadPhrases('listing', 'listing-copies', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/listing/ListingPage.tsx'), 'ListingPage'),
})

export const replyTemplates = createRoute({
  ...page('/reviews/templates'),
  loader: () => loadPhrases('reviews', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/reviews/templates/ReplyTemplatesPage.tsx'), 'ReplyTemplatesPage'),
})

export const listingAnalytics = createRoute({
  ...page('/analytics/listing'),
  loader: () => loadPhrases('analytics', 'listing', 'listing-copies', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/analytics/listing/ListingAnalyticsPage.tsx'), 'ListingAnalyticsPage'),
})

export const reviewAnalytics = createRoute({
  ...page('/analytics/reviews'),
  loader: () => loadPhrases('analytics', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/analytics/reviews/ReviewAnalyticsPage.tsx'), 'ReviewAnalyticsPage'),
})

export const onboardingMessages = createRoute({
  ...page('/onboarding-messages'),
  loader: () => loadPhrases('onboarding'),
  component: lazyRouteComponent(() => import('#src/features/onboarding/messages/MessagesPage.tsx'), 'MessagesPage'),
})

export const reviews = createRoute({
  ...page('/reviews'),
  loader: () => loadPhrases('reviews', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/reviews/ReviewsPage.tsx'), 'ReviewsPage'),
})

export const listingDifferences = createRoute({
  ...page('/listing/differences'),
  loader: () => loadPhrases('listing-copies', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/listing-copies/DifferencesPage.tsx'), 'DifferencesPage'),
})

export const aiSales = createRoute({
  ...page('/ai-sales'),
  loader: () => loadPhrases('ai-sales', 'kit/office'),
  component: lazyRouteComponent(() => import('#src/features/ai-sales/SalesPage.tsx'), 'SalesPage'),
})
