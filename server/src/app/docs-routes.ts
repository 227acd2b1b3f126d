import { readFileSync } from 'node:fs'
import { endpoints } from '@tablewire/contracts/all'
import { webhookSchedule } from '@tablewire/contracts/channels/webhook-objects'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOrigin } from '#src/features/factors/api.ts'
import { docsFiles } from '#src/platform/docs/docs-files.ts'
import type { Page } from '#src/platform/docs/frame.ts'
import { guidePage } from '#src/platform/docs/guide.ts'
import { openApi } from '#src/platform/docs/openapi.ts'
import { docsSite, type Site } from '#src/platform/docs/site.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { Problem } from '#src/platform/problem.ts'
import { errorHelp } from './guides/error-help.ts'
import type { AppContainer } from './ports.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const waitOf = (seconds: number): string => {
  if (seconds === 0) return 'at once'
  if (seconds < 60) return `${seconds} seconds later`
  return seconds < 3600 ? `${seconds / 60} minutes later` : `${seconds / 3600} hours later`
}
const scheduleTable = (): string =>
  ['| Attempt | When |', '|---|---|', ...webhookSchedule.map((seconds, n) => `| ${n + 1} | ${waitOf(seconds)} |`)].join('\n')

const guides = ['booking-channels', 'reservation-systems', 'webhooks', 'versioning']

/** What is written by hand, in the order in which it is offered. */
export const writtenPages = (): Page[] => [
  ...guides.map((name) =>
    guidePage(
      `/docs/${name}`,
      read(`./guides/${name}.md`)
        .replace('{{schedule}}', scheduleTable)
        .replace('{{conventions}}', () => read('./guides/conventions.md')),
    ),
  ),
  guidePage('/docs/changelog', read('../../../docs/api-changelog.md'), 'Changelog'),
]

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The examples of a page call the address at which it is read. */
const withOrigin = async ({ db, ports }: AppContainer, { host, ip }: FastifyRequest, page: string): Promise<string> =>
  page.replaceAll('{{origin}}', escapeHtml(await linkOrigin({ db, ports, origin: { host, address: ip } })))

/** The API's documentation: pages for people, one OpenAPI document for programs. Built on first use, once per process. */
export const docsRoutes = (app: FastifyInstance, container: AppContainer): void => {
  let made: Site | undefined
  const site = (): Site => (made ??= docsSite(endpoints, { pages: writtenPages(), errorHelp }))
  const send = async (request: FastifyRequest, reply: FastifyReply, page: string | undefined): Promise<FastifyReply> => {
    if (page === undefined) throw new Problem('route.unknown')
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(await withOrigin(container, request, page))
  }
  for (const { path, type, text } of docsFiles) app.get(path, async (_request, reply) => reply.header('content-type', type).send(text))
  const description = JSON.stringify(openApi(endpoints))
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', 'application/json').send(description))
  app.get('/docs/search.json', async () => site().index)
  app.get('/docs/search', async (request, reply) => {
    const { q } = request.query as { q?: unknown }
    return send(request, reply, site().found(typeof q === 'string' ? q.slice(0, 200) : ''))
  })
  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    send(request, reply, site().page(new URL(request.url, 'http://docs').pathname.replace(/\/$/, '')))
  app.get('/docs', page)
  app.get('/docs/*', page)
}
