import { type ErrorCode, problems } from '@tablewire/contracts/kit/problem'

export type ProblemValues = Record<string, string | number>
/**
 * Field → what is wrong with it, as phrase keys (`issue` of the group `field`, or with its group: `contradiction.parties`); turned into words in the
 * caller's language at the edge.
 */
export type FieldProblems = Record<string, { issue: string; value?: string | number; values?: ProblemValues }[]>

/** A refusal the caller may read. Everything else that is thrown becomes `server.failed` and stays in the log. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ErrorCode
  readonly values: ProblemValues
  readonly fields: FieldProblems | undefined
  /** What the code promises beside the sentence (`details` of the error body). */
  details: Record<string, unknown> | undefined
  constructor(code: ErrorCode, values: ProblemValues = {}, fields?: FieldProblems) {
    super(code)
    this.code = code
    this.values = values
    this.fields = fields
  }
  with(details: Record<string, unknown>): this {
    this.details = details
    return this
  }
  get status(): number {
    return problems[this.code]
  }
}

/** One of several must be there. */
export const requireOne = (values: Readonly<Record<string, unknown>>): void => {
  const names = Object.keys(values)
  if (names.every((name) => values[name] === undefined))
    throw new Problem('request.invalid', {}, { [names[0]!]: [{ issue: 'one_of', value: names.join(', ') }] })
}

/** What says in another way what `beside` says already is refused, not passed over. */
export const refuseBeside = (beside: string, others: Readonly<Record<string, unknown>>): void => {
  const given = Object.keys(others).filter((name) => others[name] !== undefined)
  if (!given.length) return
  const value = beside.split('.').at(-1)!
  throw new Problem('request.invalid', {}, Object.fromEntries(given.map((name) => [name, [{ issue: 'not_beside', value }]])))
}
