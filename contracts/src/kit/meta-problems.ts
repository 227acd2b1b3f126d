/** Refusals around Meta; part of `problems`. */
export const metaProblems = {
  'meta.app_not_found': 404,
  'meta.app_taken': 409,
  'meta.app_missing': 422,
  'meta.onboarding_off': 403,
  'meta.test_venue': 422,
  'meta.not_connected': 409,
  'meta.still_connected': 409,
  'meta.version_stale': 409,
} as const
