import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { type ErrorCode, general, problems } from '@tablewire/contracts/kit/problem'
import { escapeHtml } from '../html.ts'
import { errorCodesOf, type Response } from './error-responses.ts'
import type { Document, Operation } from './openapi.ts'
import { inlineHtml } from './frame.ts'
import { errorHref } from './page-errors.ts'
import { fieldHtml, schemaHtml, typeHtml } from './page-fields.ts'
import { samplesHtml } from './page-samples.ts'
import { samplesOf } from './samples.ts'
import { sampleMessage } from './sample-message.ts'

const caller = ({ can, systems }: Endpoint): string => {
  if (can === 'public') return 'Anybody may call this.'
  if (can === 'session') return systems ? 'A reservation system with its key, or any signed-in user.' : 'Any signed-in user.'
  if (can === 'channel') return 'A booking channel with its key.'
  return `${systems ? 'A reservation system with its key, or a' : 'A'} signed-in user who may <code>${escapeHtml(can.join(' '))}</code>.`
}

const parametersHtml = (operation: Operation): string => {
  if (!operation.parameters.length) return ''
  const rows = operation.parameters.map(({ name, in: place, required, schema, description }) =>
    fieldHtml(name, `${place}${required ? ', required' : ''}`, `${typeHtml(schema)}${description ? `. ${inlineHtml(description)}` : ''}`),
  )
  return `<h3>Parameters</h3><dl class="fields">${rows.join('')}</dl>`
}

/** A named body is spelled out where it is sent; answers link to their schema, many calls share one. */
const bodyHtml = ({ requestBody }: Operation, { components }: Document): string => {
  if (!requestBody) return ''
  const { schema } = requestBody.content['application/json']
  const shown = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema
  return `<h3>Body${requestBody.required ? '' : ' (may be missing)'}</h3>${schemaHtml(shown, { required: 'required', optional: '' })}`
}

const resultHtml = (endpoint: Endpoint, operation: Operation): string => {
  const status = endpoint.status ?? 200
  const schema = (operation.responses[status] as Response).content!['application/json']!.schema
  return `<h3>Answer, ${status}</h3>${schemaHtml(schema, { required: '', optional: 'may be missing' })}`
}

const isGeneral: ReadonlySet<string> = new Set(general)
const errorLink = (code: ErrorCode): string => `<a href="${errorHref(code)}"><code>${code}</code></a> <em>${problems[code]}</em>`

/** What only this call answers is told in full, what any call may answer is named. */
const errorsHtml = (endpoint: Endpoint): string => {
  const codes = errorCodesOf(endpoint)
  const own = codes.filter((code) => !isGeneral.has(code))
  const rows = own.map((code) => `<div class="field"><dt>${errorLink(code)}</dt><dd>${escapeHtml(sampleMessage(code))}</dd></div>`)
  const others = codes.filter((code) => isGeneral.has(code)).map(errorLink)
  return (
    `<h3>Errors</h3>${rows.length ? `<dl class="fields">${rows.join('')}</dl>` : ''}` +
    `<p class="facts">${rows.length ? 'And as any call: ' : ''}${others.join(', ')}.</p>`
  )
}

/** A call with everything about it; its id is the anchor that other pages lead to. */
export const endpointHtml = (endpoint: Endpoint, operation: Operation, document: Document): string => {
  const id = escapeHtml(endpoint.id)
  const facts = [
    caller(endpoint),
    ...(endpoint.oneOf ? [`At least one of ${endpoint.oneOf.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')}.`] : []),
    ...(endpoint.audit === 'none' ? [] : [`Audited as <code>${escapeHtml(endpoint.audit)}</code>.`]),
    ...(endpoint.idempotent ? ['Safe to repeat with an <code>Idempotency-Key</code>.'] : []),
  ]
  return (
    `<section class="endpoint" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> ` +
    `<a href="#${id}"><code>${escapeHtml(endpoint.path).replaceAll('/', '/<wbr>')}</code></a></h2><div class="told"><p>${escapeHtml(endpoint.summary)}</p><p class="facts">${facts.join(' ')}</p>` +
    `${parametersHtml(operation)}${bodyHtml(operation, document)}${resultHtml(endpoint, operation)}${errorsHtml(endpoint)}</div>` +
    `${samplesHtml(id, samplesOf(endpoint, operation, document))}</section>`
  )
}
