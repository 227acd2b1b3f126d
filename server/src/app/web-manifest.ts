import type { Brand } from '@tablewire/contracts/identity/brands'
import type { FastifyInstance } from 'fastify'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import { langOf } from '#src/platform/http/mount.ts'
import type { AppContainer } from './ports.ts'

/** The marks of shipped brands are drawn in advance, by tools/brand-icons.ts. */
const drawn = ['tablewire', 'mesa-naranja', 'verdant']
const drawnName = ({ favicon }: Brand): string | undefined => drawn.find((name) => favicon === `/brands/${name}-favicon.svg`)

const colour = (value: string | undefined, other: string): string => (value && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : other)
const grounds: Record<Brand['theme']['mode'], string> = { light: '#f6f6f9', 'semi-dark': '#f6f6f9', dark: '#16171d' }
export const backgroundOf = ({ theme }: Brand): string => colour(theme.palette['background'], grounds[theme.mode])
export const primaryOf = ({ theme }: Brand): string => colour(theme.palette['primary'], '#7367F0')

type ManifestIcon = { src: string; sizes: string; type?: string; purpose: 'any' | 'maskable' }
const icons = (brand: Brand): ManifestIcon[] => {
  const name = drawnName(brand)
  if (name === undefined)
    return [
      { src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ]
  const png = (file: string, edge: number, purpose: ManifestIcon['purpose']): ManifestIcon => ({
    src: `/icons/${name}-${file}.png`,
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    purpose,
  })
  return [png('192', 192, 'any'), png('512', 512, 'any'), png('maskable-512', 512, 'maskable')]
}

/** SH8: what a browser needs to install the portal as the brand of this host. */
export const manifestOf = (brand: Brand, lang: string) => ({
  id: '/',
  name: brand.name,
  short_name: brand.name.slice(0, 12).trim(),
  description: `${brand.name} - Manager`,
  lang,
  dir: 'auto',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: backgroundOf(brand),
  theme_color: primaryOf(brand),
  categories: ['business', 'productivity'],
  icons: icons(brand),
})

/** For a brand nobody drew icons for: its first letter on its colour, whole to the edges, the letter inside the part that is never cut. */
const letterIcon = (brand: Brand): string => {
  const sign = /[\p{L}\p{N}]/u.exec(brand.name)?.[0].toUpperCase() ?? 'T'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" fill="${primaryOf(brand)}"/>` +
    `<text x="256" y="262" fill="#fff" font-family="system-ui,sans-serif" font-size="280" font-weight="700" text-anchor="middle" dominant-baseline="central">${sign}</text></svg>`
  )
}

/** Manifest and icons, by host as everything of a brand. */
export const webManifest = (app: FastifyInstance, { db }: AppContainer): void => {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const brand = await brandOfHostLastKnown(db, request.hostname)
    return reply
      .header('content-type', 'application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-language')
      .send(JSON.stringify(manifestOf(brand, langOf(request))))
  })
  app.get('/app-icon.svg', async (request, reply) =>
    reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=300')
      .send(letterIcon(await brandOfHostLastKnown(db, request.hostname))),
  )
  app.get('/apple-touch-icon.png', async (request, reply) => {
    const brand = await brandOfHostLastKnown(db, request.hostname)
    const name = drawnName(brand)
    return reply.redirect(name ? `/icons/${name}-touch-180.png` : brand.favicon || '/app-icon.svg')
  })
}
