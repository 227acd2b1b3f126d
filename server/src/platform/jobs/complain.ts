import { stopwatchMs } from '../clock.ts'
import { outageOf } from '../db/outage.ts'
import type { Logger } from '../log.ts'

const everyMs = 60_000
/** Kinds that are remembered at once. */
const most = 100

/**
 * What the queue itself complains of. Without a database each of its dozens of workers has an error at every poll, one text after the other while it goes and
 * comes: all of that is one kind, said once a minute and without a stack, as it is of nothing of ours. Any other kind is known by its text.
 */
export const complainOf = (log: Logger, nowMs = stopwatchMs): ((error: object & { message?: string }) => void) => {
  const saidAt = new Map<string, number>()
  return (copy) => {
    // The queue passes copies of errors, and adds to the message which worker it was.
    const text = copy.message?.replace(/ \(Queue: .*\)$/, '') ?? ''
    const error = Object.assign(new Error(text), copy, { message: text })
    const isOutage = outageOf(error) !== undefined
    const kind = isOutage ? 'outage' : `error ${text}`
    const at = saidAt.get(kind)
    if (at !== undefined && nowMs() - at < everyMs) return
    if (saidAt.size >= most) saidAt.clear()
    saidAt.set(kind, nowMs())
    if (isOutage) error.stack = ''
    log.error({ err: error }, 'job queue')
  }
}
