import { z } from 'zod/mini'
import type { Connector } from '../kit/connector.ts'
import { notDone } from '../kit/fault.ts'

const ours = async () => notDone('refused', 'the built-in book is served by the hub itself')
const limitMs = 1000

/** The hub's own book: chosen like any other system, and never called, because nothing has to be sent. */
export const builtIn: Connector<Record<string, never>> = {
  code: 'built_in',
  name: 'Built-in book',
  servedBy: 'hub',
  settings: z.strictObject({}) as z.ZodMiniType<Record<string, never>>,
  fields: [],
  secrets: [],
  timeLimitsMs: {
    health: limitMs,
    availability: limitMs,
    create: limitMs,
    change: limitMs,
    cancel: limitMs,
    find: limitMs,
    search: limitMs,
  },
  atOnce: 1,
  knowsKeys: true,
  health: ours,
  availability: ours,
  create: ours,
  change: ours,
  cancel: ours,
  find: ours,
  search: ours,
}
