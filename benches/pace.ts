import { hashPassword } from '@tablewire/server/features/people/password'

/** One password's hash, in milliseconds, on the two cores for which `budgets.json` was written. */
const thereMs = 12
const hashes = 15

/**
 * The speed of this machine's cores now, both busy, relative to the budgets' machine: 0.5 = half as fast. Machines throttle under load. Measured in
 * CPU time: other processes do not distort it.
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
/** The same after some seconds of warm-up: a rested machine is faster for a while. */
export const paceAtWork = async (): Promise<number> => {
  const startedMs = performance.now()
  let pace = await paceNow()
  while (performance.now() - startedMs < warmMs) pace = await paceNow()
  return pace
}
