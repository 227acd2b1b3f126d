import { codeWithValues } from '@tablewire/contracts/kit/faults.rules'
import { phrases, say, type PhraseKey } from '@tablewire/contracts/phrases/phrases'
import type { ErrorCode, ProblemBody } from '@tablewire/contracts/kit/problem'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type FieldProblems, Problem } from '../problem.ts'
import { codeOfState, violationOf } from '../db/guards.ts'
import { outageOf } from '../db/outage.ts'
import { sqlCodeOf } from '../db/transaction.ts'
import { SecretError } from '../secrets/secrets.ts'

/** Maps errors of the database and of Fastify to the product's error codes. */
const sqlProblems: Record<string, ErrorCode> = {
  // Text with a zero byte, which PostgreSQL cannot hold.
  '22021': 'request.invalid',
  '22P05': 'request.invalid',
  // What no column takes: too long, too large, not of its kind.
  '22001': 'request.invalid',
  '22003': 'request.invalid',
  '22P02': 'request.invalid',
  // Unique and foreign key violations; those with an error code of their own stand in a feature's `guards.ts`.
  '23503': 'request.conflict',
  '23505': 'request.conflict',
  '23P01': 'request.conflict',
  // A date or a moment that no calendar of the database has.
  '22007': 'request.invalid',
  '22008': 'request.invalid',
  '22009': 'request.invalid',
}
const fastifyProblems: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_BAD_URL: 'route.unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'route.unknown',
  FST_STATIC_FORBIDDEN_PATH: 'route.unknown',
  FST_CP_ERR_INVALID_CONTENT: 'request.malformed',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'request.media_type',
}

/** The problem the caller may read; undefined = an internal error, which stays in the log. */
export const asProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  if (error instanceof SecretError) return new Problem('secret.unreadable')
  const code = sqlCodeOf(error) ?? ''
  const known =
    codeOfState(code) ?? sqlProblems[code] ?? fastifyProblems[code] ?? outageOf(error) ?? ofCaller(error, code) ?? ofStatus(error, code)
  return violationOf(error) ?? (known && new Problem(known, { left: 0, status: '' }))
}

const statusProblems: Record<number, ErrorCode> = {
  404: 'route.unknown',
  413: 'request.too_large',
  414: 'route.unknown',
  415: 'request.media_type',
}
/** Other client errors of Fastify keep their 4xx status. */
const ofStatus = (error: unknown, code: string): ErrorCode | undefined => {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined
  return code.startsWith('FST_') || error instanceof SyntaxError ? (statusProblems[statusCode] ?? 'request.malformed') : undefined
}

/** The client closed the connection early. */
const ofCaller = (error: unknown, code: string): ErrorCode | undefined =>
  error instanceof Error && code === 'ECONNRESET' && error.message === 'aborted' ? 'request.malformed' : undefined

const isPhrase = (value: unknown): value is PhraseKey => typeof value === 'string' && /^(rule|status|contradiction)\.\w+$/.test(value)

/** Values that are phrases themselves (`rule.closure`, `status.seated`) are said in the same language, with the other values. */
const inWords = (lang: Lang, values: Problem['values']): Problem['values'] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isPhrase(value) ? say(lang, value, values) : value]))

type FieldIssue = FieldProblems[string][number]

/** A half sentence stands alone beside its field. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A field that is only called invalid gets the problem's own reason, where that has one. */
const saidOf = ({ code, values }: Problem, issue: FieldIssue): FieldIssue =>
  issue.issue === 'invalid' && code !== 'request.invalid' ? { issue: code, values } : issue

const issueInWords = (lang: Lang, { issue, value, values }: FieldIssue): string =>
  issue.includes('.')
    ? sentence(say(lang, issue as PhraseKey, inWords(lang, values ?? {})))
    : say(lang, `field.${issue}` as PhraseKey, value === undefined ? {} : { value })

export const problemBody = (problem: Problem, lang: Lang, requestId: string): ProblemBody => ({
  message: say(lang, problem.code, inWords(lang, problem.values)),
  code: problem.code,
  ...(problem.fields
    ? {
        errors: Object.fromEntries(
          Object.entries(problem.fields).map(([field, issues]) => [field, issues.map((one) => issueInWords(lang, saidOf(problem, one)))]),
        ),
      }
    : {}),
  requestId,
  ...(problem.details ? { details: problem.details } : {}),
})

/** A refusal to keep: its code with what its sentence takes, so that whoever reads of it later has it in his own language (`faults.rules`). */
export const problemToKeep = ({ code, values, fields }: Problem): string => {
  // A half sentence among the values takes values of its own.
  const halves = Object.values(values).flatMap((value) => (isPhrase(value) ? [phrases.en[value]] : []))
  const takes = (name: string): boolean => [phrases.en[code], ...halves].some((words) => words.includes(`{${name}}`))
  return codeWithValues(code, {
    ...Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' && takes(name))),
    ...(fields && !('fields' in values) ? { fields: Object.keys(fields).join(', ') } : {}),
  })
}
