import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../rms/faults.ts'
import type { Call, CallLog, Purpose } from './call-log.ts'
import { answers, type Method } from './messages.ts'
import { type Loose, readProto } from './proto-read.ts'

/** Where the partner's booking server stands, and what is shown there. */
export type Partner = { server: string; username: string; password: string }
export type Ask = {
  method: Method
  purpose: Purpose
  body?: object
  /** What a readable answer must be besides: each word is an error. */
  check?: (answer: Loose) => string[]
}
export type Answer =
  | { ok: true; value: Loose }
  /** `status` null: no answer came. */
  | { ok: false; status: number | null; words: string }
export type Exchange = (ask: Ask) => Promise<Answer>

/** How long Google waits; a lookup is worth nothing to a person after that. */
const deadlineMs: Readonly<Partial<Record<Method, number>>> = {
  BatchAvailabilityLookup: 1500,
  CreateBooking: 10_000,
  UpdateBooking: 10_000,
}
const otherDeadlineMs = 5000
/** What changes something is asked again until somebody answers: each such method is idempotent. */
const changing: ReadonlySet<Method> = new Set<Method>(['CreateBooking', 'UpdateBooking', 'CreateWaitlistEntry', 'DeleteWaitlistEntry'])
const making: ReadonlySet<Method> = new Set<Method>(['CreateBooking', 'CreateWaitlistEntry'])
const triesMost = 4
const again: ReadonlySet<number | null> = new Set([null, 409, 429, 503, 504])

export type Wire = { partner: () => Partner | undefined; log: CallLog; faults: Faults; nowMs: () => number }
type Got = { status: number | null; text: string; ms: number; error: string }

const fetched = async ({ faults }: Wire, partner: Partner, { method, body }: Ask): Promise<Got> => {
  const password = faults.strikes('expired_password', method) ? `${partner.password} of last year` : partner.password
  const startedMs = performance.now()
  const took = (): number => Math.round(performance.now() - startedMs)
  try {
    const response = await fetch(`${partner.server}/v3/${method}`, {
      method: method === 'HealthCheck' ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${partner.username}:${password}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadlineMs[method] ?? otherDeadlineMs),
    })
    const text = await response.text()
    if (!faults.strikes('answer_lost', method)) return { status: response.status, text, ms: took(), error: '' }
    return { status: null, text: '', ms: took(), error: 'the answer got lost' }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return { status: null, text: '', ms: took(), error: late ? 'no answer in time' : 'no connection' }
  }
}

/** Google may send the same call twice at once, and both answers are to be the same. */
const sent = async (wire: Wire, partner: Partner, ask: Ask): Promise<Got> => {
  if (!wire.faults.strikes('call_twice', ask.method)) return fetched(wire, partner, ask)
  const [first, second] = await Promise.all([fetched(wire, partner, ask), fetched(wire, partner, ask)])
  if (making.has(ask.method) && first.status === 200 && second.status === 200 && first.text !== second.text)
    wire.log.complain({
      at: new Date(wire.nowMs()).toISOString(),
      about: ask.method,
      code: 'NOT_IDEMPOTENT',
      words: 'two answers to one call differ',
    })
  return first.status === 200 ? first : second
}

const messageOf = (text: string): string => {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message ?? ''
  } catch {
    return ''
  }
}

/** A call read as Google reads it; what cannot be read is an error however well it was meant. */
const judged = ({ method, check }: Ask, { status, text, error }: Got): Answer => {
  if (status === null) return { ok: false, status, words: error }
  if (status !== 200) return { ok: false, status, words: `HTTP ${status}${messageOf(text) ? `: ${messageOf(text)}` : ''}` }
  if (method === 'HealthCheck') return { ok: true, value: {} }
  const { value, wrong } = readProto(answers[method], text)
  if (wrong.length) return { ok: false, status, words: `cannot be read: ${wrong.slice(0, 3).join('; ')}` }
  const faults = check?.(value) ?? []
  return faults.length ? { ok: false, status, words: faults.join('; ') } : { ok: true, value }
}

const callOf = ({ method, purpose, body }: Ask, got: Got, answer: Answer): Omit<Call, 'at'> => {
  const failed = answer.ok ? (answer.value['booking_failure'] ?? answer.value['waitlist_business_logic_failure']) : undefined
  const failure = failed as { cause?: string } | undefined
  const verdict = answer.ok ? (failure ? 'failure' : 'ok') : 'error'
  const words = answer.ok ? (failure?.cause ?? '') : answer.words
  return { method, purpose, ms: got.ms, status: got.status, verdict, words, request: body ?? null, answer: got.text.slice(0, 4000) }
}

/** Calls of the booking server, each noted as Google would count it. */
export const makeExchange =
  (wire: Wire): Exchange =>
  async (ask) => {
    for (let tries = 1; ; tries++) {
      const partner = wire.partner()
      if (!partner) return { ok: false, status: null, words: 'no partner is connected' }
      const at = new Date(wire.nowMs()).toISOString()
      const got = await sent(wire, partner, ask)
      const answer = judged(ask, got)
      wire.log.note({ at, ...callOf(ask, got, answer) })
      if (answer.ok || !changing.has(ask.method) || !again.has(answer.status) || tries === triesMost) return answer
      await sleep(150 * 2 ** tries)
    }
  }
