/** Refusals around channels and text messages; part of `problems`. */
export const channelProblems = {
  'channel.version_stale': 409,
  'channel.in_use': 409,
  'channel.inactive': 409,
  'channel.move_illegal': 409,
  'channel.key_not_found': 404,
  'channel.no_agent': 422,
  'text_gateway.not_found': 404,
  'text_gateway.taken': 409,
  'text_gateway.version_stale': 409,
} as const
