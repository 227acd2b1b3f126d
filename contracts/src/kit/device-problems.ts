/** Of tablets that a team shares, and the PINs of its people; with the others in `problem.ts`. */
export const deviceProblems = {
  'shared_device.not_found': 404,
  'shared_device.ended': 401,
  'shared_device.only_there': 403,
  'shared_device.not_there': 403,
  'shared_device.person_needed': 403,
  'shared_device.approval_needed': 403,
  'pin.wrong': 422,
  'pin.locked': 429,
  'pin.trivial': 422,
  'pin.missing': 409,
  'pin.not_manager': 403,
} as const
