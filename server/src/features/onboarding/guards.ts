import type { Guards } from '#src/platform/db/guards.ts'

export const onboardingGuards: Guards = {
  states: { TW140: 'onboarding.state_wrong' },
  constraints: {
    onboarding_requests_open_rms: { code: 'onboarding.open_already', field: 'rmsVenueId' },
    onboarding_requests_open_bc: { code: 'onboarding.open_already', field: 'bookingChannelVenueId' },
    onboarding_requests_open_venue: { code: 'onboarding.open_already', field: 'venueId' },
  },
}
