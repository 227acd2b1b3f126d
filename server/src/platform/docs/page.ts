import { readFileSync } from 'node:fs'
import type { Endpoint } from '@tablewire/contracts/endpoint'
import { escapeHtml } from '../html.ts'
import { type Document, openApi, openApiPath, type Operation } from './openapi.ts'
import { endpointHtml } from './page-endpoint.ts'
import { schemaAnchor, schemaHtml } from './page-fields.ts'

/** The page's style, served beside it: the page needs neither script nor inline style. */
export const docsCss = readFileSync(new URL('./docs.css', import.meta.url), 'utf8')

const rendered = new WeakMap<readonly Endpoint[], string>()

/** The API's documentation as one static page, made once per process. */
export const docsPage = (endpoints: readonly Endpoint[]): string => {
  const known = rendered.get(endpoints)
  if (known) return known
  const page = render(endpoints)
  rendered.set(endpoints, page)
  return page
}

const areaOf = (endpoint: Endpoint): string => endpoint.id.split('.')[0]!
const operationOf = (document: Document, endpoint: Endpoint): Operation =>
  document.paths[openApiPath(endpoint.path)]![endpoint.method.toLowerCase()]!

const render = (endpoints: readonly Endpoint[]): string => {
  const document = openApi(endpoints)
  const areas = document.tags
    .map(({ name, description }) => ({ name, title: description, endpoints: endpoints.filter((one) => areaOf(one) === name) }))
    .filter((area) => area.endpoints.length)
  const nav = areas.map(
    ({ name, title, endpoints: own }) =>
      `<li><a href="#area-${name}">${escapeHtml(title)}</a><ul>${own.map((one) => `<li><a href="#${one.id}"><span class="verb">${one.method}</span> ${escapeHtml(one.id.slice(name.length + 1))}</a></li>`).join('')}</ul></li>`,
  )
  const body = areas.map(
    ({ name, title, endpoints: own }) =>
      `<h2 id="area-${name}">${escapeHtml(title)}</h2>${own.map((one) => endpointHtml(one, operationOf(document, one), document)).join('')}`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<title>Tablewire API</title><link rel="stylesheet" href="/docs.css"></head><body><a class="skip" href="#content">Skip to the content</a>` +
    `<header><h1>Tablewire API</h1><p>Version ${escapeHtml(document.info.version)} · <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/docs/booking-channels">For booking channels</a> · <a href="/docs/reservation-systems">For reservation systems</a></p></header>` +
    `<div class="frame"><nav aria-label="Endpoints"><ul>${nav.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>` +
    `<main id="content">${introHtml(document)}${body.join('')}${schemasHtml(document)}</main></div></body></html>`
  )
}

/** Text with `code` marks as HTML. */
const marked = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const introHtml = ({ info }: Document): string => {
  const sentences = info.description.replace(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z])/)
  return (
    `<p>Everything this server answers, made from the contract it is checked against.</p><ul>${sentences.map((sentence) => `<li>${marked(sentence)}</li>`).join('')}</ul>` +
    `<p>The examples need the server's address, and whichever credential the call asks for:</p>` +
    `<pre tabindex="0" role="region" aria-label="Setting up the examples"><code>TABLEWIRE={{origin}}\nTOKEN=…        # access_token of POST /v2/token\nCHANNEL_KEY=…  # xToken of POST /booking-channels</code></pre>`
  )
}

const schemasHtml = ({ components }: Document): string =>
  `<h2 id="schemas">Schemas</h2>${Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<section class="schema" aria-labelledby="${schemaAnchor(name)}"><h3 id="${schemaAnchor(name)}">${escapeHtml(name)}</h3>${schemaHtml(schema, { required: '', optional: 'may be missing' })}</section>`,
    )
    .join('')}`
