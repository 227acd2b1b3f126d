import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { World } from './world.ts'

let current: World | undefined
const world = (): World => {
  if (!current) throw new Error('no history is running')
  return current
}

/**
 * Bytes of ids and secrets. The product keeps a stock of them over the end of a history, so they may not come from a history's dice: how much is left of the
 * stock would shift every throw after it, and the history would not be the same alone.
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
 * Makes this process a machine whose clock and chance are a world's. What the product measures by, makes ids and scatters its tries with comes from here;
 * what it waits for comes through its ports, and the machine's own timers are refused.
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
