import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOfHostLastKnown, readPicture } from '#src/features/brands/api.ts'
import { faceOfLink } from '#src/features/demo-links/api.ts'
import { readPhoto } from '#src/features/listing-profile/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

const dist = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** The grounds of portal/src/app/palette.ts for brands that have none of their own. */
const backgrounds: Record<Brand['theme']['mode'], string> = { light: '#f6f6f9', 'semi-dark': '#f6f6f9', dark: '#16171d' }
const papers: typeof backgrounds = { light: '#ffffff', 'semi-dark': '#ffffff', dark: '#1f2029' }
/** CSS injection guard: only a colour is written into the style sheet. */
const colourOr = (colour: string | undefined, other: string): string => (colour && /^#[0-9a-f]{3,6}$/i.test(colour) ? colour : other)

/** BR3: the brand is rendered into the first byte, so that no other one flashes. */
export const fillPage = (template: string, { brand, nonce, lang }: { brand: Brand; nonce: string; lang: string }): string => {
  const { mode, fixedMode, palette } = brand.theme
  const values: Record<string, string> = {
    BRAND_TITLE: escapeHtml(brand.name),
    BRAND_DESCRIPTION: escapeHtml(`${brand.name} - Manager`),
    // Without an address of its own, the icon would be asked of the page itself.
    BRAND_FAVICON: escapeHtml(brand.favicon || brand.menuLogo || brand.logo || 'data:,'),
    BRAND_THEME_COLOR: colourOr(palette['primary'], '#7367F0'),
    BRAND_BACKGROUND: colourOr(palette['background'], backgrounds[mode]),
    BRAND_PAPER: colourOr(palette['paper'], papers[mode]),
    BRAND_MODE: mode,
    BRAND_FIXED_MODE: fixedMode ? 'true' : 'false',
    // Inside a script element only `<` could end it early.
    BRAND_JSON: JSON.stringify(brand).replace(/</g, '\\u003c'),
    CSP_NONCE: nonce,
    LANG: lang,
  }
  return template.replace(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole)
}

export const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Cache of the template; read again after a new build. */
export const templateReader = (name = 'index.html'): (() => Promise<string | undefined>) => {
  let cached: { changedMs: number; text: string } | undefined
  return async () => {
    const file = `${dist}${name}`
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    if (cached?.changedMs !== found.mtimeMs) cached = { changedMs: found.mtimeMs, text: await readFile(file, 'utf8') }
    return cached.text
  }
}

/** Shown as images, where no script runs; opened directly they are sandboxed by CSP. Mails and partners show them from another origin. */
const sendPicture = (reply: FastifyReply, picture: { body: Buffer; contentType: string } | undefined): FastifyReply => {
  if (!picture) throw new Problem('route.unknown')
  return reply
    .header('content-type', picture.contentType)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(picture.body)
}

/** Uploaded logos and favicons, and the photos of listings. */
const brandPictures = (app: FastifyInstance, { ports }: AppContainer): void => {
  app.get<{ Params: { name: string } }>('/brand-pictures/:name', async (request, reply) => {
    return sendPicture(reply, await readPicture(ports.files, request.params.name))
  })
  app.get<{ Params: { name: string } }>('/listing-photos/:name', async (request, reply) =>
    sendPicture(reply, await readPhoto(ports.files, request.params.name)),
  )
}

type PageRequest = Pick<FastifyRequest, 'method' | 'headers'>
const isLook = ({ method }: PageRequest): boolean => method === 'GET' || method === 'HEAD'

/** Whether this kind is named among those that are taken: what is named with a weight of nothing is refused. */
const accepts = (accept: string, kind: string): boolean =>
  accept.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === kind && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))
  })

/** A navigation (address bar, link), as against a program's request. */
const opened = (request: PageRequest): boolean => isLook(request) && accepts(request.headers.accept ?? '', 'text/html')

/** Pages without a right of their own. */
const open = ['', 'login', 'forgot-password', String.raw`reset-password\/[\w-]+`, String.raw`demo\/[\w-]+`, '404', '500']
const behind = Object.keys(rightOf).map((path) => path.slice(1).replaceAll('/', String.raw`\/`))
/** A look without a browser (curl, a probe, the preview of a link) finds the page as well. */
const pagePath = new RegExp(String.raw`^\/(${[...open, ...behind].join('|')})\/?(\?|$)`)
export const isPortalPage = (url: string): boolean => pagePath.test(url)
const takesAnything = (request: PageRequest): boolean => {
  const { accept } = request.headers
  return isLook(request) && (accept === undefined || accepts(accept, '*/*'))
}
/** Where a page and a call share the address: a look at it by nobody in particular. A program that says nothing of what it takes asks the API. */
const glimpsed = (request: PageRequest & Pick<FastifyRequest, 'url'>): boolean => {
  const { accept, authorization, 'x-token': key } = request.headers
  const nobody = authorization === undefined && key === undefined
  return nobody && accept !== undefined && takesAnything(request) && (isPortalPage(request.url) || venuePath.test(request.url))
}
const venuePath = /^\/venues\/[^/?]+\/?(\?|$)/

/** The page of a demo link wears what the demo will. */
const demoPath = /^\/demo\/([\w-]{1,200})\/?(?:\?|$)/

/** Serves the built portal; every other address a browser opens is a page of it. */
export const portalPages = async (app: FastifyInstance, container: AppContainer): Promise<void> => {
  const readTemplate = templateReader()
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, template: string): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64')
    const token = demoPath.exec(request.url)?.[1]
    const face = token === undefined ? undefined : await faceOfLink(container, token)
    const brand = face?.brand ?? (await brandOfHostLastKnown(container.db, request.hostname))
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept')
      .send(fillPage(template, { brand, nonce, lang: face?.lang ?? langOf(request) }))
  }
  // Pages and API calls share paths (/venues, /users): a navigation gets the page, and the page calls the API.
  app.addHook('onRequest', async (request, reply) => {
    const shared = 'endpointId' in request.routeOptions.config && !/^\/v\d\//.test(request.url)
    if (!shared || !(opened(request) || glimpsed(request))) return
    const template = await readTemplate()
    return template === undefined ? undefined : sendPage(request, reply, template)
  })
  brandPictures(app, container)
  await app.register(serveStatic, {
    root: dist,
    index: false,
    wildcard: true,
    // Files only: a folder is a page of the portal, and the template has to be filled first.
    allowedPath: (path) => /[^/]\.\w+$/.test(path) && path !== '/index.html' && path !== '/offline.html',
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      // A worker lives by the policy it was sent with; it may load its own parts and ask this origin.
      if (/\/sw[\w-]*\.js$/.test(path))
        void reply
          .header('cache-control', 'no-cache')
          .header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const wanted = opened(request) ? !/^\/(v1|v2|assets)\//.test(request.url) : takesAnything(request) && isPortalPage(request.url)
    const template = wanted ? await readTemplate() : undefined
    if (template === undefined) throw new Problem('route.unknown')
    return sendPage(request, reply, template)
  })
}
