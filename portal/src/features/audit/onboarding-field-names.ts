/** Fields of requests of onboarding and of what is said about them. */
export const ofOnboarding = [
  'reason',
  'requester',
  'rmsVenueId',
  'bookingChannelVenueId',
  'mozrestId',
  'message',
  'files',
  'bytes',
  'copies',
] as const
