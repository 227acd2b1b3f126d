import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { Problem } from '../problem.ts'

/** `value`: the placeholder of the message that takes the conflicting value. */
type Clash = {
  readonly code: ErrorCode
  readonly field?: string
  readonly issue?: string
  readonly value?: string
  readonly others?: Readonly<Record<string, string>>
}

/** Errors of a feature's triggers and constraints, mapped to the product's error codes (its `guards.ts`). */
export type Guards = {
  /** SQLSTATEs that its triggers raise. */
  readonly states?: Readonly<Record<string, ErrorCode>>
  /** Those which mean that the data read has changed before the write (optimistic concurrency): the transaction is retried. */
  readonly retried?: readonly string[]
  /** Constraints by name; the others are `request.conflict`. */
  readonly constraints?: Readonly<Record<string, Clash>>
}

const states = new Map<string, ErrorCode>()
const retried = new Set<string>()
const constraints = new Map<string, Clash>()

/** The app registers every feature's guards when it starts; the platform itself knows no table of theirs. */
export const registerGuards = (features: readonly Guards[]): void => {
  for (const guards of features) {
    for (const [state, code] of Object.entries(guards.states ?? {})) states.set(state, code)
    for (const state of guards.retried ?? []) retried.add(state)
    for (const [name, clash] of Object.entries(guards.constraints ?? {})) constraints.set(name, clash)
  }
}

export const isRetriedState = (state: string): boolean => retried.has(state)
export const codeOfState = (state: string): ErrorCode | undefined => states.get(state)

type Violation = { constraint?: string; detail?: string }

/** The error code a constraint stands for; undefined = none that callers are shown. */
export const violationOf = (error: unknown): Problem | undefined => {
  const { constraint = '', detail = '' } = (error ?? {}) as Violation
  const clash = constraints.get(constraint)
  if (!clash) return undefined
  const { code, field, issue = 'taken', value, others = {} } = clash
  const values = value === undefined ? others : { ...others, [value]: /=\((.*)\) already/.exec(detail)?.[1] ?? '' }
  return new Problem(code, values, field === undefined ? undefined : { [field]: [{ issue, values }] })
}
