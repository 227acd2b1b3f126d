/** Refusals around text messages; part of `problems`. */
export const textProblems = {
  'text_gateway.not_found': 404,
  'text_gateway.taken': 409,
  'text_gateway.version_stale': 409,
} as const
