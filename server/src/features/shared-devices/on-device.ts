import type { Actor, Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

type OnDevice = Extract<Actor, { kind: 'user' }> & { device: { id: string; name: string; venueId: string } }

/** For calls about the tablet that calls. */
export const requireDevice = ({ actor }: Ctx): OnDevice => {
  if (actor.kind !== 'user' || !actor.device) throw new Problem('shared_device.only_there')
  return actor as OnDevice
}

/** Somebody was let in: the tablet by itself is nobody. */
export const isSomebody = ({ id, device }: OnDevice): boolean => id !== device.id
