import type { Leftover } from '#src/platform/leftovers.ts'

export { admitAct } from './admit-act.ts'
export { deviceCaller, isDeviceCall } from './device-caller.ts'

/** Tokens that let nobody in any more, tries long over, and tablets signed out a year ago: who did what there stands in the audit. */
export const deviceLeftovers: readonly Leftover[] = [
  { table: 'device_acts', column: 'expires_at', keep: { hours: 24 } },
  { table: 'pin_tries', column: 'tried_at', keep: { hours: 48 } },
  { table: 'shared_devices', column: 'ended_at', keep: { hours: 24 * 400 } },
]
