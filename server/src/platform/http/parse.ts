import { parse as parseQueryString } from 'node:querystring'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { z } from 'zod/mini'
import { type FieldProblems, Problem, requireOne } from '../problem.ts'

type Raw = { params: unknown; query: unknown; body: unknown }

/** `filters[name]=value` becomes `filters.name`; a repeated key becomes an array. */
export const readQuery = (text: string): Record<string, unknown> => {
  const flat = parseQueryString(text)
  const query: Record<string, unknown> = {}
  const filters: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flat)) {
    const name = /^filters\[([A-Za-z]\w*)\](\[\])?$/.exec(key)?.[1]
    if (name) filters[name] = value
    else if (/^[A-Za-z]\w*$/.test(key)) query[key] = value
  }
  if (Object.keys(filters).length) query['filters'] = filters
  return query
}

type Shaped = { _zod: { def: { shape?: Record<string, z.ZodMiniType>; innerType?: Shaped } } }
const shapeOf = (schema: unknown): Record<string, z.ZodMiniType> | undefined => {
  const def = (schema as Shaped | undefined)?._zod.def
  return def?.shape ?? (def?.innerType ? shapeOf(def.innerType) : undefined)
}

/** Lists understand `name=value` as well as `filters[name]=value`; this moves the short form where the contract has it. */
export const foldFilters = (endpoint: Endpoint): ((query: Record<string, unknown>) => Record<string, unknown>) => {
  const own = shapeOf(endpoint.query)
  const inner = shapeOf(own?.['filters'])
  if (!own || !inner) return (query) => query
  const short = Object.keys(inner).filter((name) => !(name in own))
  return (query) => {
    const found = short.filter((name) => query[name] !== undefined)
    if (!found.length) return query
    return {
      ...query,
      filters: { ...Object.fromEntries(found.map((name) => [name, query[name]])), ...(query['filters'] as object | undefined) },
    }
  }
}

/** A schema may name the phrase itself. */
const ownWords: readonly string[] = [
  'date',
  'unix_seconds',
  'domain',
  'tripadvisor_id',
  'address',
  'header_name',
  'one_line',
  'country',
  'currency',
  'public_key',
  'digits',
  'address_name',
  'login',
]

type IssueText = { issue: string; value?: string | number }

const tooSmall = ({ origin, minimum }: z.core.$ZodIssueTooSmall, value: unknown): IssueText => {
  if (origin === 'string' && (value === '' || Number(minimum) === 1)) return { issue: 'required' }
  if (origin === 'array') return { issue: 'min_entries', value: Number(minimum) }
  return { issue: origin === 'string' ? 'min_length' : 'min', value: Number(minimum) }
}

const tooBig = ({ origin, maximum }: z.core.$ZodIssueTooBig): IssueText => {
  if (origin === 'array') return { issue: 'max_entries', value: Number(maximum) }
  return { issue: origin === 'string' ? 'max_length' : 'max', value: Number(maximum) }
}

const ofFormat: Readonly<Record<string, string>> = { email: 'email', uuid: 'id', date: 'date', datetime: 'date' }

const issueOf = (issue: z.core.$ZodIssue, value: unknown): IssueText => {
  if (ownWords.includes(issue.message)) return { issue: issue.message }
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined || value === null) return { issue: 'required' }
      return { issue: issue.expected === 'int' ? 'whole' : 'invalid' }
    case 'too_small':
      return tooSmall(issue, value)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return { issue: 'only_allowed', value: issue.values.map(String).join(', ') }
    case 'invalid_format':
      return { issue: ofFormat[issue.format] ?? 'invalid' }
    default:
      return { issue: 'invalid' }
  }
}

/** An unknown field is named itself, not the object it stands in. */
const pathsOf = (issue: z.core.$ZodIssue): (readonly PropertyKey[])[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : (value as Record<PropertyKey, unknown>)[key]),
    root,
  )

/** What no text of the database can hold: a zero byte, half of a surrogate pair. */
const unwritable = /[\u0000\ud800-\udfff]/u
const unwritableIn = (value: unknown, path: readonly string[]): (readonly string[])[] => {
  if (typeof value === 'string') return unwritable.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => unwritableIn(inner, [...path, name]))
}

/** Partners' calls have always left out what they do not know; in the back office a misspelled filter would show everything. */
const namesFilters = ({ method, can, systems, envelope }: Endpoint): boolean =>
  method === 'GET' && envelope === 'page' && !systems && can !== 'channel' && can !== 'public'
const unknownFilters = (endpoint: Endpoint, query: unknown): string[] => {
  const given = (query as { filters?: object } | undefined)?.filters
  if (!given || !namesFilters(endpoint)) return []
  const known = shapeOf(shapeOf(endpoint.query)?.['filters']) ?? {}
  return Object.keys(given).filter((name) => !Object.hasOwn(known, name))
}

type Parsed = { value?: unknown; faults: readonly (readonly [path: string, IssueText])[] }
const parsePart = (schema: z.ZodMiniType, given: unknown): Parsed => {
  const parsed = z.safeParse(schema, given)
  if (parsed.success)
    return { value: parsed.data, faults: unwritableIn(parsed.data, []).map((path) => [path.join('.'), { issue: 'invalid' }]) }
  const named = (issue: z.core.$ZodIssue) =>
    pathsOf(issue).map((path) => [path.map(String).join('.'), issueOf(issue, valueAt(given, issue.path))] as const)
  return { faults: parsed.error.issues.flatMap(named) }
}

/** The contract's part of the request, parsed; otherwise one refusal that names every field at once. */
export const parseRequest = (endpoint: Endpoint, raw: Raw): Record<string, unknown> => {
  const input: Record<string, unknown> = {}
  const fields: FieldProblems = {}
  for (const name of unknownFilters(endpoint, raw.query)) fields[`filters.${name}`] = [{ issue: 'invalid' }]
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    // A POST without a body is an empty object to the contract, unless the body itself is optional.
    const { value, faults } = parsePart(schema, part === 'body' && raw.body === null ? undefined : raw[part])
    if (faults.length === 0) input[part] = value
    else if (part === 'params' && endpoint.oddId) throw new Problem(endpoint.oddId)
    for (const [path, fault] of faults) (fields[path || part] ??= []).push(fault)
  }
  if (Object.keys(fields).length) throw new Problem('request.invalid', {}, fields)
  const given = { ...(input['query'] as object | undefined), ...(input['body'] as object | undefined) } as Record<string, unknown>
  if (endpoint.oneOf) requireOne(Object.fromEntries(endpoint.oneOf.map((name) => [name, given[name]])))
  return input
}
