/** Refusals of demo links; part of `problems`. */
export const demoProblems = {
  'demo_link.not_found': 404,
  'demo_link.unknown': 404,
  'demo_link.expired': 410,
  'demo_link.revoked': 410,
  'demo_link.ended': 410,
  'demo_link.full': 503,
  'demo_link.none_here': 409,
  'demo_link.no_address': 409,
} as const
