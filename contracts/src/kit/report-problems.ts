/** Refusals around reports that come by themselves; part of `problems`. */
export const reportProblems = {
  'report.not_found': 404,
  'report.too_many': 409,
  'report.version_stale': 409,
  'report.under_way': 409,
  'report.stopped': 409,
  'report.ended_by_readers': 409,
  'report.nothing_in_sight': 409,
  'report.beyond_owner': 409,
} as const
