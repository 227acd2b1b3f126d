import { hashPassword } from '@tablewire/server/features/people/password'

/** One password's hash, in milliseconds, on the two cores for which `budgets.json` was written. */
const thereMs = 12
const hashes = 12

/** How fast this machine is just now, both cores busy, beside the one of the budgets: 0.5 = half as fast. Machines slow down while they work. */
export const paceNow = async (): Promise<number> => {
  const startedMs = performance.now()
  const core = async (): Promise<void> => {
    for (let n = 0; n < hashes; n++) await hashPassword('a password to measure by')
  }
  await Promise.all([core(), core()])
  return thereMs / ((performance.now() - startedMs) / hashes)
}
