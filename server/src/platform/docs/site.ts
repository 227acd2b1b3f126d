import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { escapeHtml } from '../html.ts'
import { type Entry, search } from './docs-search.mjs'
import { framed, inlineHtml, type NavPart, type Page } from './frame.ts'
import { type Document, openApi, openApiPath, type Operation } from './openapi.ts'
import { endpointHtml } from './page-endpoint.ts'
import { errorFinds, type ErrorHelpOf, errorsPage } from './page-errors.ts'
import { schemaPages } from './page-schemas.ts'

type Area = { name: string; title: string; endpoints: readonly Endpoint[]; href: string; forPartners: boolean }

/** The documentation as pages: what stands at each address, and what a search looks through. */
export type Site = {
  page: (href: string) => string | undefined
  hrefs: readonly string[]
  /** The page of what was found, for browsers without a script. */
  found: (query: string) => string
  index: readonly Entry[]
}

const areaOf = ({ id }: Endpoint): string => id.split('.')[0]!
const areaHref = (name: string): string => `/docs/reference/${name}`
const callHref = (id: string): string => `${areaHref(id.split('.')[0]!)}#${id}`
const operationOf = (document: Document, endpoint: Endpoint): Operation =>
  document.paths[openApiPath(endpoint.path)]![endpoint.method.toLowerCase()]!

const areasOf = (endpoints: readonly Endpoint[], document: Document): Area[] =>
  document.tags
    .map(({ name, description }) => {
      const own = endpoints.filter((one) => areaOf(one) === name)
      const forPartners = own.every(({ can, systems }) => can === 'channel' || systems === true)
      return { name, title: description, endpoints: own, href: areaHref(name), forPartners }
    })
    .filter((area) => area.endpoints.length)

const areaPage = ({ name, title, endpoints, href }: Area, document: Document): Page => ({
  href,
  title,
  kind: 'Reference',
  body: endpoints.map((one) => endpointHtml(one, operationOf(document, one), document)).join(''),
  inside: endpoints.map((one) => ({ href: `${href}#${one.id}`, title: one.id.slice(name.length + 1), verb: one.method })),
})

const cards = (pages: readonly Page[]): string =>
  `<ul class="cards">${pages.map(({ href, title, lead }) => `<li><a href="${href}">${escapeHtml(title)}</a>${lead === undefined ? '' : `<p>${inlineHtml(lead)}</p>`}</li>`).join('')}</ul>`

/** Every call and every schema is named here under the anchor it had when all stood on one page. */
const overviewOf = (areas: readonly Area[], first: readonly Page[], document: Document): Page => {
  const calls = ({ name, title, href, endpoints }: Area): string =>
    `<h3 id="area-${name}" class="calls"><a href="${href}">${escapeHtml(title)}</a></h3><ul class="calls">${endpoints
      .map(
        (one) =>
          `<li id="${escapeHtml(one.id)}"><span class="verb">${one.method}</span> <a href="${callHref(one.id)}"><code>${escapeHtml(one.path).replaceAll('/', '/<wbr>')}</code></a> <span>${escapeHtml(one.summary)}</span></li>`,
      )
      .join('')}</ul>`
  const schemas = Object.keys(document.components.schemas).map(
    (name) => `<li id="schema-${name}"><a href="/docs/schemas/${name}"><code>${name}</code></a></li>`,
  )
  const sentences = document.info.description.replace(/\s+/g, ' ').split(/(?<=\.) (?=[A-Z])/)
  const partners = areas.filter((area) => area.forPartners)
  const others = areas.filter((area) => !area.forPartners)
  return {
    href: '/docs',
    title: 'Tablewire for developers',
    kind: 'Overview',
    lead: 'Everything this server answers, made from the contract it is checked against.',
    body:
      `${cards(first)}<h2 id="about">What holds everywhere</h2><ul>${sentences.map((sentence) => `<li>${inlineHtml(sentence)}</li>`).join('')}</ul>` +
      `<p>For programs: <a href="/openapi.json">OpenAPI 3.1</a>, version ${escapeHtml(document.info.version)}.</p>` +
      `<h2 id="partner-calls">Calls for partners</h2>${partners.map(calls).join('')}` +
      `<h2 id="other-calls">Calls of the back office</h2>${others.map(calls).join('')}` +
      `<h2 id="schemas">Schemas</h2><ul class="names">${schemas.join('')}</ul>`,
  }
}

const findsOf = (pages: readonly Page[], areas: readonly Area[]): Entry[] => [
  ...pages.filter(({ kind }) => kind !== 'Schema').map(({ href, title, kind, lead = '' }) => ({ title, href, kind, text: lead })),
  ...pages
    .filter(({ kind }) => kind === 'Guide' || kind === 'Changelog')
    .flatMap(({ title: text, kind, inside = [] }) =>
      inside.map(({ href, title, words }) => ({ title, href, kind, text, ...(words ? { words } : {}) })),
    ),
  ...areas.flatMap(({ endpoints }) =>
    endpoints.map(({ id, method, path, summary }) => ({ title: `${method} ${path}`, href: callHref(id), kind: id, text: summary })),
  ),
  ...errorFinds(),
  ...pages.filter(({ kind }) => kind === 'Schema').map(({ href, title, kind }) => ({ title, href, kind, text: '' })),
]

const foundPage = (query: string, index: readonly Entry[]): Page => {
  const found = search(index, query, 50)
  const rows = found.map(
    ({ href, title, kind, text }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a> <em>${escapeHtml(kind)}</em><p>${escapeHtml(text)}</p></li>`,
  )
  return {
    href: '/docs/search',
    title: query.trim() === '' ? 'Search' : `Found for “${query.trim()}”`,
    kind: 'Search',
    body: rows.length
      ? `<ol class="found">${rows.join('')}</ol>`
      : `<p>Nothing was found. Try fewer or shorter words, a path, or a code out of an answer, or read the <a href="/docs">overview</a>.</p>`,
  }
}

/** What is written by hand: pages in their order, those of kind Guide first, and what each error is about. */
export type Written = { readonly pages: readonly Page[]; readonly errorHelp: ErrorHelpOf }

export const docsSite = (endpoints: readonly Endpoint[], { pages: written, errorHelp }: Written): Site => {
  const document = openApi(endpoints)
  const areas = areasOf(endpoints, document)
  const guides = written.filter(({ kind }) => kind === 'Guide')
  const others = written.filter(({ kind }) => kind !== 'Guide')
  const errors = errorsPage(errorHelp)
  const overview = overviewOf(areas, [...guides, errors, ...others], document)
  const pages = [
    overview,
    ...guides,
    ...areas.map((area) => areaPage(area, document)),
    errors,
    ...others,
    ...schemaPages(document, callHref),
  ]
  const partOf = (title: string, forPartners: boolean): NavPart => ({
    title,
    links: areas.filter((area) => area.forPartners === forPartners),
  })
  const nav: NavPart[] = [
    { title: 'Start', links: [{ href: '/docs', title: 'Overview' }, ...guides] },
    partOf('For partners', true),
    { title: 'Look up', links: [errors, { href: '/docs#schemas', title: 'Schemas' }, ...others] },
    partOf('Back office', false),
  ]
  const index = findsOf(pages, areas)
  const byHref = new Map(pages.map((page) => [page.href, page]))
  const made = new Map<string, string>()
  return {
    page: (href) => {
      const page = byHref.get(href)
      if (page && !made.has(href)) made.set(href, framed(page, nav))
      return made.get(href)
    },
    hrefs: [...byHref.keys()],
    found: (query) => framed(foundPage(query, index), nav),
    index,
  }
}
