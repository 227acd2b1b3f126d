import type { Answer, Fault } from './connector.ts'

type FaultDetails = Partial<Pick<Fault, 'httpStatus' | 'retryAfterMs'>>
const longestMessage = 300

const faultOf = (
  { kind, done: carriedOut, message }: Pick<Fault, 'kind' | 'done' | 'message'>,
  { httpStatus = null, retryAfterMs = null }: FaultDetails = {},
): Fault => ({
  kind,
  done: carriedOut,
  message: message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message,
  httpStatus,
  retryAfterMs,
})

/** Definitely not carried out by the system. */
export const notDone = (kind: Fault['kind'], message: string, details?: FaultDetails): { ok: false; fault: Fault } => ({
  ok: false,
  fault: faultOf({ kind, done: 'no', message }, details),
})
/** The system may have carried it out. */
export const maybeDone = (kind: 'unclear' | 'garbage' | 'busy', message: string, details?: FaultDetails): { ok: false; fault: Fault } => ({
  ok: false,
  fault: faultOf({ kind, done: 'unknown', message }, details),
})
export const done = <T>(value: T): Answer<T> => ({ ok: true, value })
