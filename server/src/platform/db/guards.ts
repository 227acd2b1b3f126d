import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { Problem } from '../problem.ts'

/** `value`: the name under which the sentence takes what clashed. */
type Clash = {
  readonly code: ErrorCode
  readonly field?: string
  readonly issue?: string
  readonly value?: string
  readonly others?: Readonly<Record<string, string>>
}

/** What the triggers and constraints on a feature's tables refuse, in the product's words (its `guards.ts`). */
export type Guards = {
  /** SQLSTATEs that its triggers raise. */
  readonly states?: Readonly<Record<string, ErrorCode>>
  /** Those among them which say that what the decision was built on has changed between reading and writing: it is made again. */
  readonly retried?: readonly string[]
  /** Constraints by name; the others are `request.conflict`. */
  readonly constraints?: Readonly<Record<string, Clash>>
}

const states = new Map<string, ErrorCode>()
const retried = new Set<string>()
const constraints = new Map<string, Clash>()

/** The app hands over what every feature declares when it starts; the platform itself knows no table of theirs. */
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

/** The refusal a constraint stands for; undefined = none that anybody is to be told by name. */
export const violationOf = (error: unknown): Problem | undefined => {
  const { constraint = '', detail = '' } = (error ?? {}) as Violation
  const clash = constraints.get(constraint)
  if (!clash) return undefined
  const { code, field, issue = 'taken', value, others = {} } = clash
  const values = value === undefined ? others : { ...others, [value]: /=\((.*)\) already/.exec(detail)?.[1] ?? '' }
  return new Problem(code, values, field === undefined ? undefined : { [field]: [{ issue, values }] })
}
