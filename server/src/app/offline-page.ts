import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import { policy, templateReader } from './portal-pages.ts'
import type { AppContainer } from './ports.ts'
import { backgroundOf, primaryOf } from './web-manifest.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** SH8: what the service worker keeps for the time without a connection, in the brand of this host; its languages are all in it. */
export const offlinePage = (app: FastifyInstance, { db }: AppContainer): void => {
  const read = templateReader('offline.html')
  app.get('/offline', async (request, reply) => {
    const template = await read()
    if (template === undefined) throw new Problem('route.unknown')
    const nonce = randomBytes(16).toString('base64')
    const brand = await brandOfHostLastKnown(db, request.hostname)
    const values: Record<string, string> = {
      BRAND_TITLE: escape(brand.name),
      BRAND_LOGO: escape(brand.logo || brand.favicon || '/app-icon.svg'),
      BRAND_THEME_COLOR: primaryOf(brand),
      BRAND_BACKGROUND: backgroundOf(brand),
      BRAND_MODE: brand.theme.mode,
      CSP_NONCE: nonce,
      LANG: langOf(request),
    }
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .send(template.replace(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole))
  })
}
