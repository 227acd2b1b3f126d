import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { general, problems, ProblemBody } from '@tablewire/contracts/kit/problem'
import { z } from 'zod/mini'

export type Answer = { status: number; headers: Headers; text: string }
export type Checked = { ok: true; data: unknown } | { ok: false; code: string }
type Verdict = { checked: Checked; faults: string[] }

const broken: Checked = { ok: false, code: 'broken' }

/** Paths at which a JSON value says something the contract does not know of. */
const unknownParts = (raw: unknown, parsed: unknown, path = ''): string[] => {
  if (typeof raw !== 'object' || raw === null) return []
  if (typeof parsed !== 'object' || parsed === null) return [path]
  return Object.entries(raw).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`
    return key in parsed ? unknownParts(value, (parsed as Record<string, unknown>)[key], here) : [here]
  })
}

const checkSuccess = (endpoint: Endpoint, { status }: Answer, body: unknown): Verdict => {
  const faults: string[] = []
  const expected = endpoint.status ?? 200
  if (status !== expected) faults.push(`status ${status} instead of ${expected}`)
  const inner = endpoint.envelope === 'data' ? (body as { data?: unknown } | null)?.data : body
  const parsed = z.safeParse(endpoint.result, inner)
  if (!parsed.success)
    return {
      checked: broken,
      faults: [...faults, ...parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`)],
    }
  const unknown = unknownParts(inner, parsed.data)
  if (endpoint.envelope === 'data') unknown.push(...Object.keys(body as object).filter((key) => key !== 'data'))
  return { checked: { ok: true, data: parsed.data }, faults: [...faults, ...unknown.map((path) => `${path}: not in the contract`)] }
}

const checkRefusal = (endpoint: Endpoint, { status, headers }: Answer, body: unknown): Verdict => {
  const parsed = z.safeParse(ProblemBody, body)
  if (!parsed.success) return { checked: broken, faults: [`status ${status} without the error body`] }
  const { code, message } = parsed.data
  const faults = unknownParts(body, parsed.data).map((path) => `${path}: not in an error body`)
  const meant = (problems as Record<string, number>)[code]
  const declared: readonly string[] = [...endpoint.errors, ...general]
  if (meant === undefined) faults.push(`code ${code} is unknown`)
  else if (meant !== status) faults.push(`code ${code} with status ${status} instead of ${meant}`)
  if (!declared.includes(code)) faults.push(`code ${code} is not declared for ${endpoint.id}`)
  if (code === 'server.failed') faults.push('the server failed')
  if (message.trim() === '') faults.push('an error without words')
  if (/\n\s+at |\bselect\b.+\bfrom\b|node_modules/i.test(message)) faults.push('an error that shows the inside')
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) faults.push('429 without Retry-After')
  return { checked: { ok: false, code }, faults }
}

/** What an answer says and everything in it that breaks the contract. */
export const checkAnswer = (endpoint: Endpoint, answer: Answer): Verdict => {
  const faults = /^application\/json\b/.test(answer.headers.get('content-type') ?? '') ? [] : ['not JSON by its content-type']
  let body: unknown
  try {
    body = JSON.parse(answer.text)
  } catch {
    return { checked: broken, faults: [...faults, `status ${answer.status} with a body that is no JSON`] }
  }
  const verdict = answer.status < 400 ? checkSuccess(endpoint, answer, body) : checkRefusal(endpoint, answer, body)
  return { ...verdict, faults: [...faults, ...verdict.faults] }
}

/** Where two answers differ that should be the same. */
export const differences = (a: unknown, b: unknown, path = ''): string[] => {
  if (Object.is(a, b)) return []
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return [`${path || 'answer'}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
  return [...keys].flatMap((key) => differences(at(a, key), at(b, key), path === '' ? key : `${path}.${key}`))
}
