import { codeWithValues } from '@tablewire/contracts/faults.rules'
import { en } from '@tablewire/contracts/phrases/en'
import { say, type PhraseKey } from '@tablewire/contracts/phrases/phrases'
import type { ErrorCode, ProblemBody } from '@tablewire/contracts/problem'
import type { Lang } from '@tablewire/contracts/wire'
import { type FieldProblems, Problem } from '../problem.ts'
import { sqlCodeOf } from '../db/transaction.ts'

/** The database's own refusals (migrations 0003 and 0018) and Fastify's, in the product's words. */
const sqlProblems: Record<string, ErrorCode> = {
  TW001: 'reservation.move_illegal',
  TW002: 'slot.taken',
  TW003: 'slot.taken',
  TW004: 'slot.taken',
  TW005: 'slot.taken',
  TW006: 'slot.taken',
  TW007: 'channel.move_illegal',
  TW020: 'user.last_super_admin',
  TW021: 'venue.not_found',
  // Text with a zero byte, which PostgreSQL cannot hold.
  '22021': 'request.invalid',
  '22P05': 'request.invalid',
  // A date or a moment that no calendar of the database has.
  '22007': 'request.invalid',
  '22008': 'request.invalid',
  '22009': 'request.invalid',
  '57014': 'server.busy',
  '53300': 'server.busy',
  '57P03': 'server.busy',
  // The database is being stopped, or has crashed.
  '57P01': 'server.busy',
  '57P02': 'server.busy',
}
const fastifyProblems: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_BAD_URL: 'route.unknown',
  FST_STATIC_FORBIDDEN_PATH: 'route.unknown',
  FST_CP_ERR_INVALID_CONTENT: 'request.malformed',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'request.media_type',
}

/** What the caller may know of an error; undefined = it is ours and stays in the log. */
export const asProblem = (error: unknown): Problem | undefined => {
  if (error instanceof Problem) return error
  const code = sqlCodeOf(error) ?? ''
  const known = sqlProblems[code] ?? fastifyProblems[code] ?? ofConnection(error, code)
  if (known) return new Problem(known, { left: 0, status: '' })
  if (error instanceof Error && code === '22P02' && /type json\b/.test(error.message)) return new Problem('request.invalid')
  if (error instanceof SyntaxError && 'statusCode' in error) return new Problem('request.malformed')
  return undefined
}

/** Whoever called hung up in the middle; or the database did, or is not there. */
const ofConnection = (error: unknown, code: string): ErrorCode | undefined => {
  if (!(error instanceof Error)) return undefined
  if (code === 'ECONNRESET' && error.message === 'aborted') return 'request.malformed'
  const gone = /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(error.message)
  return gone || (error as NodeJS.ErrnoException).syscall === 'connect' ? 'server.busy' : undefined
}

/** Values that are phrases themselves (`rule.closure`, `status.seated`) are said in the same language, with the other values. */
const inWords = (lang: Lang, values: Problem['values']): Problem['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && /^(rule|status|contradiction)\.\w+$/.test(value) ? say(lang, value as PhraseKey, values) : value,
    ]),
  )

type FieldIssue = FieldProblems[string][number]

/** A half sentence stands alone beside its field. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const issueInWords = (lang: Lang, { issue, value, values }: FieldIssue): string =>
  issue.includes('.')
    ? sentence(say(lang, issue as PhraseKey, values))
    : say(lang, `field.${issue}` as PhraseKey, value === undefined ? {} : { value })

export const problemBody = (problem: Problem, lang: Lang): ProblemBody => ({
  message: say(lang, problem.code, inWords(lang, problem.values)),
  code: problem.code,
  ...(problem.fields
    ? {
        errors: Object.fromEntries(
          Object.entries(problem.fields).map(([field, issues]) => [field, issues.map((one) => issueInWords(lang, one))]),
        ),
      }
    : {}),
  ...(problem.details ? { details: problem.details } : {}),
})

/** A refusal to keep: its code with what its sentence takes, so that whoever reads of it later has it in his own language (`faults.rules`). */
export const problemToKeep = ({ code, values, fields }: Problem): string =>
  codeWithValues(code, {
    ...Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' && en[code].includes(`{${name}}`))),
    ...(fields ? { fields: Object.keys(fields).join(', ') } : {}),
  })
