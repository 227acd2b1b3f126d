import { readFileSync } from 'node:fs'
import { webhookSchedule } from '@tablewire/contracts/webhook-objects'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOrigin } from '#src/features/factors/api.ts'
import { guidePage } from '#src/platform/docs/guide.ts'
import { escapeHtml } from '#src/platform/html.ts'
import type { House } from './ports.ts'

const read = (name: string): string => readFileSync(new URL(`./guides/${name}.md`, import.meta.url), 'utf8')

const waitOf = (seconds: number): string => {
  if (seconds === 0) return 'at once'
  if (seconds < 60) return `${seconds} seconds later`
  return seconds < 3600 ? `${seconds / 60} minutes later` : `${seconds / 3600} hours later`
}
const scheduleTable = (): string =>
  ['| Attempt | When |', '|---|---|', ...webhookSchedule.map((seconds, n) => `| ${n + 1} | ${waitOf(seconds)} |`)].join('\n')

const pages = [
  { href: '/docs/booking-channels', title: 'Booking channels', name: 'booking-channels' },
  { href: '/docs/reservation-systems', title: 'Reservation systems', name: 'reservation-systems' },
] as const
const reference = { href: '/docs', title: 'API reference' }

const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The examples of a page call the address at which it is read. */
export const withOrigin = async ({ db, ports }: House, { host, ip }: FastifyRequest, page: string): Promise<string> =>
  page.replaceAll('{{origin}}', escapeHtml(await linkOrigin({ db, ports, origin: { host, address: ip } })))

/** What partners read: from their key to the first booking, and what holds on both sides. Made once, at the first look. */
export const partnerGuides = (app: FastifyInstance, house: House): void => {
  for (const { href, name } of pages) {
    let page: string | undefined
    const made = (): string =>
      guidePage(
        read(name)
          .replace('{{schedule}}', scheduleTable)
          .replace('{{conventions}}', () => read('conventions')),
        [...pages.filter((one) => one.href !== href), reference],
      )
    app.get(href, async (request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .send(await withOrigin(house, request, (page ??= made()))),
    )
  }
}
