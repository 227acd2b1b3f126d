import type { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import type { Handlers } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { stayOn } from './admit-act.ts'
import { createDevice, endDevice, leaveDevice, listDevices } from './devices.ts'
import { approve, deviceHere, letIn, lock } from './let-in.ts'
import { isSomebody, requireDevice } from './on-device.ts'
import { pinState, removePin, resetPin, setPin } from './pins.ts'
import { changeRules } from './rules.ts'

export const sharedDevicesHandlers: Handlers<typeof sharedDevices> = {
  list: (ctx, { params }) => listDevices(ctx, params.id),
  create: (ctx, { params, body }) => createDevice(ctx, params.id, body.name),
  end: (ctx, { params }) => endDevice(ctx, params.id),
  rules: (ctx, { params, body }) => changeRules(ctx, params.id, body),
  resetPin: (ctx, { params }) => resetPin(ctx, params.id, params.userId),
  pin: (ctx) => pinState(ctx),
  setPin: (ctx, { body }) => setPin(ctx, body),
  removePin: (ctx) => removePin(ctx),
  here: (ctx) => deviceHere(ctx),
  letIn: (ctx, { body }) => letIn(ctx, body),
  approve: (ctx, { body }) => approve(ctx, body),
  stay: async (ctx) => {
    if (!isSomebody(requireDevice(ctx))) throw new Problem('shared_device.person_needed')
    return { expiresInSeconds: await stayOn(ctx) }
  },
  lock: (ctx) => lock(ctx),
  leave: (ctx) => leaveDevice(ctx),
}
