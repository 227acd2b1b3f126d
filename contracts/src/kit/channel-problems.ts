/** Refusals around channels and text messages; part of `problems`. */
export const channelProblems = {
  'venue.moving': 503,
  'venue.moved': 421,
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

/** Of a venue that goes to another installation, or has gone there: any call about it may answer these, as those of `general`. */
export const movedAway = ['venue.moving', 'venue.moved'] as const satisfies readonly (keyof typeof channelProblems)[]
