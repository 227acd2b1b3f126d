import { hashPassword } from '@tablewire/server/features/people/password'

/** One password's hash, in milliseconds, on the two cores for which `budgets.json` was written. */
const thereMs = 12
const hashes = 15

/**
 * How fast the cores of this machine are just now, both busy, beside the one of the budgets: 0.5 = half as fast. Machines slow down while they work.
 * Counted in time of the processor: what else runs here does not make it look slower.
 */
export const paceNow = async (): Promise<number> => {
  const before = process.cpuUsage()
  const core = async (): Promise<void> => {
    for (let n = 0; n < hashes; n++) await hashPassword('a password to measure by')
  }
  await Promise.all([core(), core()])
  const { user, system } = process.cpuUsage(before)
  return thereMs / ((user + system) / 1000 / (2 * hashes))
}

const warmMs = 4000
/** The same of a machine that has been at work for some seconds: rested, many are faster than they stay. */
export const paceAtWork = async (): Promise<number> => {
  const startedMs = performance.now()
  let pace = await paceNow()
  while (performance.now() - startedMs < warmMs) pace = await paceNow()
  return pace
}
