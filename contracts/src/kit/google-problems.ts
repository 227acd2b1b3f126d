/** Refusals of Google accounts; part of `problems`. */
export const googleProblems = {
  'google_account.not_found': 404,
  'google_account.key_taken': 409,
  'google_account.owner_taken': 409,
  'google_account.no_channel': 422,
  'google_account.channel_unfit': 422,
  'google_account.no_username': 422,
  'google_account.version_stale': 409,
  'google_feed.not_set_up': 422,
  'google_password.not_found': 404,
} as const
