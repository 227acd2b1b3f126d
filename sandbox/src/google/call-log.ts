import type { Method } from './messages.ts'

/** What a call was for: a lookup as a page opens or as a person clicks a time. */
export type Purpose = 'health' | 'page load' | 'slot click' | 'create' | 'update' | 'read'
export type Call = {
  at: string
  method: Method
  purpose: Purpose
  ms: number
  /** Null where no answer came. */
  status: number | null
  /** A failure is an answer of the business with its cause; an error is everything that Google counts against a partner. */
  verdict: 'ok' | 'failure' | 'error'
  words: string
  request: unknown
  answer: string
}
export type Complaint = { at: string; about: string; code: string; words: string }

/** Google's limits after launch. */
export const limits: Readonly<Partial<Record<Method, { errors: number; ms: number }>>> = {
  BatchAvailabilityLookup: { errors: 0.03, ms: 1500 },
  CreateBooking: { errors: 0.05, ms: 4000 },
  UpdateBooking: { errors: 0.05, ms: 4000 },
}
export type Figure = {
  method: Method
  calls: number
  errors: number
  share: number
  p95: number
  /** Share without an error of the last twenty, which Google's milestones ask for. */
  last20: number
  tooMany: boolean
  tooSlow: boolean
}

const mostCalls = 5000
const mostComplaints = 500
/** Unanswered checks in a row after which Google stops to offer the partner's places. */
const unwellAfter = 3

export type CallLog = {
  note(call: Call): void
  complain(complaint: Complaint): void
  calls(): readonly Call[]
  complaints(): readonly Complaint[]
  figures(): Figure[]
  /** Set aside until a health check is answered again. */
  suspended(): boolean
}

const figureOf = (method: Method, calls: readonly Call[]): Figure => {
  const errors = calls.filter(({ verdict }) => verdict === 'error').length
  const times = calls.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const p95 = times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0
  const last = calls.slice(-20)
  const share = calls.length ? errors / calls.length : 0
  const limit = limits[method]
  return {
    method,
    calls: calls.length,
    errors,
    share,
    p95,
    last20: last.length ? last.filter(({ verdict }) => verdict !== 'error').length / last.length : 1,
    tooMany: limit !== undefined && share >= limit.errors,
    tooSlow: limit !== undefined && p95 >= limit.ms,
  }
}

export const makeCallLog = (): CallLog => {
  const calls: Call[] = []
  const complaints: Complaint[] = []
  let unwell = 0
  return {
    note: (call) => {
      if (call.method === 'HealthCheck') unwell = call.verdict === 'ok' ? 0 : unwell + 1
      calls.push(call)
      calls.splice(0, Math.max(0, calls.length - mostCalls))
    },
    complain: (complaint) => {
      complaints.push(complaint)
      complaints.splice(0, Math.max(0, complaints.length - mostComplaints))
    },
    calls: () => calls,
    complaints: () => complaints,
    figures: () => [...Map.groupBy(calls, ({ method }) => method)].map(([method, list]) => figureOf(method, list)),
    suspended: () => unwell >= unwellAfter,
  }
}
