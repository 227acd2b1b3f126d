import type { Endpoint } from '@tablewire/contracts/endpoint'
import { en } from '@tablewire/contracts/phrases/en'
import { problems } from '@tablewire/contracts/problem'
import { escapeHtml } from '../html.ts'
import { errorCodesOf, type Response } from './error-responses.ts'
import { type Example, exampleTextOf } from './examples.ts'
import type { Document, Operation } from './openapi.ts'
import { fieldHtml, schemaHtml, typeHtml } from './page-fields.ts'

const caller = ({ can }: Endpoint): string => {
  if (can === 'public') return 'Anybody may call this.'
  if (can === 'session') return 'Any signed-in user.'
  if (can === 'channel') return 'A booking channel with its key.'
  return `A signed-in user who may <code>${escapeHtml(can.join(' '))}</code>.`
}

const credential = ({ can }: Endpoint): string[] => {
  if (can === 'public') return []
  return [can === 'channel' ? `-H "x-token: $CHANNEL_KEY"` : `-H "Authorization: Bearer $TOKEN"`]
}

/** On one line while it is short; a quote inside single quotes needs the shell's little dance. */
const inShell = (example: Example): string => {
  const short = JSON.stringify(example)
  return (short.length > 60 ? JSON.stringify(example, null, 2) : short).replaceAll("'", "'\\''")
}

/** Words that run on every machine and say what they are: the same key again would be answered with what was done before. */
const keyFor = ({ id }: Endpoint): string => `a-new-key-for-each-${id.replace('.', '-').toLowerCase()}`

/** A call that can be pasted into a shell once `$TABLEWIRE` and the credential are set. */
export const curlOf = (endpoint: Endpoint, operation: Operation, { components }: Document): string => {
  const valueOf = (parameter: Operation['parameters'][number]): string =>
    encodeURIComponent(exampleTextOf(parameter.schema, components.schemas, parameter.name))
  const path = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`:${one.name}`, valueOf(one)), endpoint.path as string)
  const query = operation.parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${valueOf(one)}`)
  const example = operation.requestBody?.content['application/json'].example
  const parts = [
    `curl${endpoint.method === 'GET' ? '' : ` -X ${endpoint.method}`} "$TABLEWIRE${path}${query.length ? `?${query.join('&')}` : ''}"`,
    ...credential(endpoint),
    ...(endpoint.idempotent ? [`-H "Idempotency-Key: ${keyFor(endpoint)}"`] : []),
    ...(example === undefined ? [] : [`-H "Content-Type: application/json"`, `-d '${inShell(example)}'`]),
  ]
  return parts.join(' \\\n  ')
}

const parametersHtml = (operation: Operation): string => {
  if (!operation.parameters.length) return ''
  const rows = operation.parameters.map(({ name, in: place, required, schema, description }) =>
    fieldHtml(name, `${place}${required ? ', required' : ''}`, `${typeHtml(schema)}${description ? `. ${escapeHtml(description)}` : ''}`),
  )
  return `<h4>Parameters</h4><dl class="fields">${rows.join('')}</dl>`
}

/** A named body is spelled out where it is sent; answers link to their schema, many calls share one. */
const bodyHtml = ({ requestBody }: Operation, { components }: Document): string => {
  if (!requestBody) return ''
  const { schema } = requestBody.content['application/json']
  const shown = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema
  return `<h4>Body${requestBody.required ? '' : ' (may be missing)'}</h4>${schemaHtml(shown, { required: 'required', optional: '' })}`
}

const resultHtml = (endpoint: Endpoint, operation: Operation): string => {
  const status = endpoint.status ?? 200
  const schema = (operation.responses[status] as Response).content!['application/json']!.schema
  return `<h4>Answer, ${status}</h4>${schemaHtml(schema, { required: '', optional: 'may be missing' })}`
}

const errorsHtml = (endpoint: Endpoint): string => {
  const rows = errorCodesOf(endpoint).map((code) => fieldHtml(code, String(problems[code]), escapeHtml(en[code])))
  return `<details><summary>Errors (${rows.length})</summary><dl class="fields">${rows.join('')}</dl></details>`
}

export const endpointHtml = (endpoint: Endpoint, operation: Operation, document: Document): string => {
  const id = escapeHtml(endpoint.id)
  const facts = [
    caller(endpoint),
    ...(endpoint.audit === 'none' ? [] : [`Audited as <code>${escapeHtml(endpoint.audit)}</code>.`]),
    ...(endpoint.idempotent ? ['Safe to repeat with an <code>Idempotency-Key</code>.'] : []),
  ]
  return (
    `<section class="endpoint" id="${id}" aria-labelledby="${id}-title"><h3 id="${id}-title"><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> ` +
    `<a href="#${id}"><code>${escapeHtml(endpoint.path).replaceAll('/', '/<wbr>')}</code></a></h3><p>${escapeHtml(endpoint.summary)}</p><p class="facts">${facts.join(' ')}</p>` +
    `${parametersHtml(operation)}${bodyHtml(operation, document)}${resultHtml(endpoint, operation)}${errorsHtml(endpoint)}` +
    `<pre tabindex="0" role="region" aria-label="Example of ${id}"><code>${escapeHtml(curlOf(endpoint, operation, document))}</code></pre></section>`
  )
}
