import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { World } from './world.ts'

let current: World | undefined
const world = (): World => {
  if (!current) throw new Error('no history is running')
  return current
}

/**
 * Random bytes of ids and secrets. The product buffers them beyond the end of a history, so they may not come from the history's generator: the
 * buffer's level would shift every number after it, and the history would not be the same when run alone.
 */
let bytesState = 1
const fill = (bytes: Uint8Array): Uint8Array => {
  for (let at = 0; at < bytes.length; at++) {
    bytesState = (Math.imul(bytesState, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = bytesState >>> 24
  }
  return bytes
}
const forbidden = (name: string) => (): never => {
  throw new Error(`${name} was called: what waits for time to pass waits through the timers of the ports`)
}

/**
 * Replaces clock and randomness of this process by the simulation's: measuring, ids and jitter come from here; the product waits through its ports,
 * and Node's own timers are refused.
 */
export const takeOverMachine = (): void => {
  const patched = {
    randomFillSync: fill,
    randomBytes: (size: number) => Buffer.from(fill(new Uint8Array(size))),
    randomUUID: () => world().id(),
  }
  Object.assign(crypto, patched)
  syncBuiltinESMExports()
  Object.assign(Math, { random: () => world().dice.next() })
  Object.assign(Date, { now: () => world().epochMs })
  Object.assign(performance, { now: () => world().nowMs })
  Object.assign(globalThis, { setTimeout: forbidden('setTimeout'), setInterval: forbidden('setInterval') })
}
export const enter = (entered: World): void => void (current = entered)
