/** Of requests of onboarding, and of what is written about them. */
export const onboardingProblems = {
  'onboarding.not_found': 404,
  'onboarding.open_already': 409,
  'onboarding.venue_likely': 409,
  'onboarding.venue_elsewhere': 422,
  'onboarding.venue_differs': 422,
  'onboarding.step_of_house': 409,
  'onboarding.venue_unknown': 422,
  'onboarding.state_wrong': 409,
  'onboarding.changed_meanwhile': 409,
  'onboarding.contact_missing': 422,
  'onboarding.contact_foreign': 422,
  'onboarding.house_silent': 422,
  'onboarding.invited_often': 429,
  'onboarding.limits_missing': 422,
} as const
