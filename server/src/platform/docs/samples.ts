import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { type Example, exampleTextOf } from './examples.ts'
import type { Document, Operation } from './openapi.ts'

/** One call, written out in a language a reader may have at hand. */
export type Sample = { lang: 'curl' | 'JavaScript' | 'Python'; code: string }

/** What stands where the reader's own credential goes; the page's script fills it in. */
type Key = 'YOUR_CHANNEL_KEY' | 'YOUR_RMS_KEY' | 'YOUR_ACCESS_TOKEN'
type Call = {
  method: string
  /** With the installation's own address still to be filled in. */
  url: string
  key: Key | undefined
  /** Under which name a repetition is known, where the call takes one. */
  once: string | undefined
  body: Example | undefined
}

const keyOf = ({ can, systems }: Endpoint): Key | undefined => {
  if (can === 'public') return undefined
  if (can === 'channel') return 'YOUR_CHANNEL_KEY'
  return systems ? 'YOUR_RMS_KEY' : 'YOUR_ACCESS_TOKEN'
}

/** Words that run on every machine and say what they are: the same key again would be answered with what was done before. */
const onceOf = ({ id, idempotent }: Endpoint): string | undefined =>
  idempotent ? `a-new-key-for-each-${id.replace('.', '-').toLowerCase()}` : undefined

const callOf = (endpoint: Endpoint, operation: Operation, { components }: Document): Call => {
  const valueOf = ({ schema, name }: Operation['parameters'][number]): string =>
    encodeURIComponent(exampleTextOf(schema, components.schemas, name))
  const path = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`:${one.name}`, valueOf(one)), endpoint.path as string)
  const query = operation.parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === endpoint.oneOf?.[0]))
    .map((one) => `${one.name}=${valueOf(one)}`)
  return {
    method: endpoint.method,
    url: `{{origin}}${path}${query.length ? `?${query.join('&')}` : ''}`,
    key: keyOf(endpoint),
    once: onceOf(endpoint),
    body: operation.requestBody?.content['application/json'].example,
  }
}

const credential = (key: Key | undefined): [string, string][] => {
  if (!key) return []
  return key === 'YOUR_CHANNEL_KEY' ? [['x-token', key]] : [['Authorization', `Bearer ${key}`]]
}
const headersOf = ({ key, once, body }: Call): [string, string][] => [
  ...credential(key),
  ...(once === undefined ? [] : [['Idempotency-Key', once] as [string, string]]),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
]

/** On one line while it is short; a quote inside single quotes needs the shell's little dance. */
const inShell = (example: Example): string => {
  const short = JSON.stringify(example)
  return (short.length > 60 ? JSON.stringify(example, null, 2) : short).replaceAll("'", "'\\''")
}

const curl = (call: Call): string =>
  [
    `curl${call.method === 'GET' ? '' : ` -X ${call.method}`} "${call.url}"`,
    ...headersOf(call).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(call.body === undefined ? [] : [`-d '${inShell(call.body)}'`]),
  ].join(' \\\n  ')

type Words = { none: string; yes: string; no: string; name: (text: string) => string; text: (text: string) => string }

/** A value as source text, one line while it is short. */
const literal = (value: Example, words: Words, indent: string): string => {
  if (value === null) return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return words.text(value)
  const deeper = `${indent}${words === python ? '    ' : '  '}`
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, words, deeper))
    : Object.entries(value).map(([name, one]) => `${words.name(name)}: ${literal(one, words, deeper)}`)
  const [from, to, pad] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', words === python ? '' : ' ']
  if (!parts.length) return `${from}${to}`
  const short = `${from}${pad}${parts.join(', ')}${pad}${to}`
  return short.length + indent.length <= 90 && !short.includes('\n')
    ? short
    : `${from}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${to}`
}

const jsText = (text: string): string => (/['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`)
const javascript: Words = {
  none: 'null',
  yes: 'true',
  no: 'false',
  name: (text) => (/^[A-Za-z_]\w*$/.test(text) ? text : jsText(text)),
  text: jsText,
}
const python: Words = { none: 'None', yes: 'True', no: 'False', name: (text) => JSON.stringify(text), text: (text) => JSON.stringify(text) }

const fetchOf = (call: Call): string => {
  const headers = Object.fromEntries(headersOf(call))
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(Object.keys(headers).length ? [`  headers: ${literal(headers, javascript, '  ')},`] : []),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${literal(call.body, javascript, '  ')}),`]),
  ]
  const given = options.length ? `, {\n${options.join('\n')}\n}` : ''
  return `const response = await fetch('${call.url}'${given})\nconsole.log(response.status, await response.json())`
}

const urllib = (call: Call): string => {
  const headers = Object.fromEntries(headersOf(call))
  const given = [
    `    "${call.url}",`,
    ...(call.method === 'GET' ? [] : [`    method="${call.method}",`]),
    ...(Object.keys(headers).length ? [`    headers=${literal(headers, python, '    ')},`] : []),
    ...(call.body === undefined ? [] : [`    data=json.dumps(${literal(call.body, python, '    ')}).encode(),`]),
  ]
  return [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    `request = Request(\n${given.join('\n')}\n)`,
    'with urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n')
}

/** The same call three times. `{{origin}}` becomes the address at which the page is read. */
export const samplesOf = (endpoint: Endpoint, operation: Operation, document: Document): Sample[] => {
  const call = callOf(endpoint, operation, document)
  return [
    { lang: 'curl', code: curl(call) },
    { lang: 'JavaScript', code: fetchOf(call) },
    { lang: 'Python', code: urllib(call) },
  ]
}
