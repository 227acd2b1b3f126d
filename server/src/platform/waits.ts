import { z } from 'zod'

/** Milliseconds. They fit together as they are: shorter ones are for tests, which wait for real. */
const usual = {
  /** Whoever books or changes waits so long for the venue's system; then the answer is that nobody knows yet, and the hub finds out and tells. */
  answer: 4000,
  /** A process that dies is missed after this, by whoever takes over what it worked on. */
  lease: 15_000,
  /** A webhook on its way: longer than a call may take; whoever died with one in hand is missed after this. */
  delivery: 30_000,
  /** A key whose call goes in steps is claimed this long: longer than any such work takes before it answers. */
  claim: 20_000,
  /** How long after its connection ended a create may still be carried out, where the connection does not say. */
  late: 25_000,
  /** After the system itself said that a create failed, what it did all the same shows in a search within this time. */
  failed: 8000,
  /** Somebody else may have taken over, and be looking, when a create was held up for so long before it is sent. */
  stale: 8000,
  /** A change without an answer may still be under way for this long. */
  change: 3000,
  /** Tries come at doubling distances, from the first to the longest. */
  firstRetry: 400,
  longestRetry: 20_000,
  /** How long work may take to end when we are asked to stop. */
  stop: 4000,
}
export type Waits = Readonly<typeof usual>

const isWait = (name: string): name is keyof Waits => Object.hasOwn(usual, name)

/** `answer=500,lease=1500`: those named differ from the usual ones. */
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
