import { setTimeout as sleep } from 'node:timers/promises'
import { type Reply, refusal } from '../http/router.ts'
import { seeded } from '../seeded.ts'

export const faultKinds = [
  /** Answers after `ms`. */
  'slow',
  /** Carries out the request and never answers. */
  'timeout_after',
  'error_before',
  'error_after',
  'conflict',
  /** 429 with Retry-After. */
  'busy',
  /** Carries out the request and answers garbage. */
  'garbage',
  /** Carries out the request and breaks the connection. */
  'cut',
  /** Breaks the connection at once and carries out the request `ms` later. */
  'late',
  'webhook_twice',
  'webhook_late',
  'webhook_lost',
  /** Of Google's calls: the answer does not arrive; the call is sent twice at once; the password is one of last year. */
  'answer_lost',
  'call_twice',
  'expired_password',
  /** The key of the service account is no longer good. */
  'expired_key',
  /** Of the SFTP server (`on`: sftp): nobody answers, it shows another key, it is cut off in the midst of a file. */
  'sftp_gone',
  'sftp_other_key',
  'sftp_cut',
  /** Clock skew: the system's clock is `ms` ahead. */
  'clock_skew',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `on`: an operation (create, change, cancel, find, search, availability, health) or `*`; `times`: how often yet, without end when left out. */
export type Fault = { kind: FaultKind; probability: number; on: string; ms: number; times?: number }
export type Faults = {
  list(): readonly Fault[]
  set(faults: readonly Fault[], seed?: number): void
  /** Whether this fault is injected now. */
  strikes(kind: FaultKind, operation: string): Fault | undefined
  skewMs(): number
  /** Executes the operation with its injected fault, before or after it. */
  around(operation: string, act: () => Reply): Reply | Promise<Reply>
}

export const readFault = (given: Record<string, unknown>): Fault | undefined => {
  const { kind, probability = 1, on = '*', ms = 0, times } = given
  if (!faultKinds.includes(kind as FaultKind) || typeof probability !== 'number' || typeof on !== 'string' || typeof ms !== 'number')
    return undefined
  return { kind: kind as FaultKind, probability, on, ms, ...(typeof times === 'number' ? { times } : {}) }
}

/** `kind:probability:operation:ms`, all but the first optional. */
export const faultOfFlag = (text: string): Fault | undefined => {
  const [kind, probability = '1', on = '*', ms = '0'] = text.split(':')
  return readFault({ kind, probability: Number(probability), on, ms: Number(ms) })
}

/** `say`: how a system words its refusals, where it has a form of its own. */
export const makeFaults = (first: readonly Fault[] = [], seed = 1, say: typeof refusal = refusal): Faults => {
  let faults = first.map((fault) => ({ ...fault }))
  let random = seeded(seed)
  const strikes: Faults['strikes'] = (kind, operation) => {
    for (const fault of faults) {
      if (fault.kind !== kind || (fault.on !== '*' && fault.on !== operation) || fault.times === 0) continue
      if (random() >= fault.probability) continue
      if (fault.times !== undefined) fault.times--
      return fault
    }
    return undefined
  }
  const before = (operation: string): Reply | undefined => {
    if (strikes('error_before', operation)) return say(500, 'failed', 'Nothing was done.')
    if (strikes('conflict', operation)) return say(409, 'taken', 'no table is free then')
    if (strikes('busy', operation)) return say(429, 'busy', { message: 'Too many questions.', headers: { 'retry-after': '1' } })
    return undefined
  }
  const after = (operation: string, reply: Reply): Reply => {
    if (strikes('timeout_after', operation)) return 'hang'
    if (strikes('error_after', operation)) return say(500, 'failed', 'Something went wrong.')
    if (strikes('garbage', operation))
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome to our restaurant' }
    return strikes('cut', operation) ? 'cut' : reply
  }
  return {
    list: () => faults,
    set: (next, again) => {
      faults = next.map((fault) => ({ ...fault }))
      if (again !== undefined) random = seeded(again)
    },
    strikes,
    skewMs: () => faults.filter(({ kind }) => kind === 'clock_skew').reduce((sum, { ms }) => sum + ms, 0),
    around: (operation, act) => {
      if (!faults.length) return act()
      const early = before(operation)
      if (early) return early
      const late = strikes('late', operation)
      if (late) {
        setTimeout(act, late.ms).unref()
        return 'cut'
      }
      const slow = strikes('slow', operation)
      const reply = after(operation, act())
      return slow ? sleep(slow.ms).then(() => reply) : reply
    },
  }
}
