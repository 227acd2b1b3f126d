import { z } from 'zod'

/** Milliseconds. The values depend on each other; shorter ones are for tests, which wait in real time. */
const usual = {
  /** Timeout of a booking or change at the venue's system; afterwards the caller is answered that the outcome is unknown, and the hub reconciles it. */
  answer: 4000,
  /** Lease of work in progress: when a process dies, another takes over after this. */
  lease: 15_000,
  /** Lease of a webhook delivery: longer than a call may take. */
  delivery: 30_000,
  /** Claim of an idempotency key whose call goes in steps: longer than any such work takes before it answers. */
  claim: 20_000,
  /** How long after its connection ended a create may still be carried out, where the connector does not say. */
  late: 25_000,
  /** After the system itself reported that a create failed, a booking it made all the same shows in a search within this time. */
  failed: 8000,
  /** A create delayed this long before it is sent is not sent: another process may have taken the lease, and be searching. */
  stale: 8000,
  /** A change without an answer may still be in progress for this long. */
  change: 3000,
  /** Exponential backoff of retries: the first delay and the longest. */
  firstRetry: 400,
  longestRetry: 20_000,
  /** Rest after each step of a company's move; for tests that end it there. */
  move: 0,
  /** Grace period of work when the process stops. */
  stop: 4000,
}
export type Waits = Readonly<typeof usual>

const isWait = (name: string): name is keyof Waits => Object.hasOwn(usual, name)

/** `answer=500,lease=1500`: overrides of the defaults by name. */
export const waits = z
  .string()
  .default('')
  .transform((text, refuse): Waits => {
    const found: Partial<Record<keyof Waits, number>> = {}
    for (const part of text.split(',').filter((one) => one.trim() !== '')) {
      const [name = '', value = ''] = part.split('=').map((one) => one.trim())
      if (isWait(name) && /^[1-9]\d{0,6}$/.test(value)) found[name] = Number(value)
      else refuse.addIssue(`must be ${Object.keys(usual).join('=, ')}= and milliseconds, separated by commas`)
    }
    return { ...usual, ...found }
  })
