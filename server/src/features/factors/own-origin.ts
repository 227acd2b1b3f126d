import { brandOfHost, domainOf } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type OwnOrigin = {
  /** `https://panel.brand.test` */
  origin: string
  /** The name passkeys are made for: a brand's domain serves with and without `panel.`. Undefined where browsers allow none. */
  passkeyHost: string | undefined
}

type OriginCtx = Pick<Ctx, 'db' | 'ports' | 'origin'>

const isLocal = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname)

const asUrl = (text: string | undefined): URL | undefined => (text && URL.canParse(text) ? new URL(text) : undefined)

/**
 * Host header guard: the origin of the requested host, when it is really ours: PUBLIC_URL's, a brand's own domain, or this machine. A caller can
 * claim any host, so no link in a mail and no passkey may depend on it unchecked.
 */
export const ownOrigin = async (ctx: OriginCtx, host = ctx.origin.host): Promise<OwnOrigin | undefined> => {
  const requested = asUrl(`http://${host}`)
  if (!requested || requested.username || requested.pathname !== '/' || requested.search || requested.hash) return undefined
  const { hostname } = requested
  const publicUrl = asUrl(ctx.ports.config.publicUrl)
  const ofBrand = (await brandOfHost(ctx.db, host)).domains.includes(domainOf(hostname))
  const origin = originOf(requested, { publicUrl, ofBrand })
  if (!origin) return undefined
  // WebAuthn needs a host name and a secure context.
  const safe = (origin.startsWith('https:') || isLocal(hostname)) && !/^[\d.]+$|^\[/.test(hostname)
  return { origin, passkeyHost: safe ? (ofBrand ? domainOf(hostname) : hostname) : undefined }
}

const originOf = (requested: URL, { publicUrl, ofBrand }: { publicUrl: URL | undefined; ofBrand: boolean }): string | undefined => {
  const { hostname, host } = requested
  if (publicUrl?.hostname === hostname) return publicUrl.origin
  if (isLocal(hostname) && (ofBrand || !publicUrl)) return `http://${host}`
  if (!ofBrand) return undefined
  const port = publicUrl ? publicUrl.port : requested.port
  return `${publicUrl?.protocol ?? 'http:'}//${hostname}${port && `:${port}`}`
}

/** Base URL of links in mails, and our address for partners: the requested host when it is ours, otherwise the installation's. */
export const linkOrigin = async (ctx: OriginCtx): Promise<string> => {
  const { publicUrl, port } = ctx.ports.config
  return (await ownOrigin(ctx))?.origin ?? asUrl(publicUrl)?.origin ?? `http://localhost:${port}`
}

/** The same for pages of guests, which may have a host name of their own. */
export const bookingOrigin = async (ctx: OriginCtx): Promise<string> =>
  asUrl(ctx.ports.config.publicBookingUrl)?.origin ?? (await linkOrigin(ctx))

/** RFC 2606: names that lead nowhere, as those of the brands that come with the product. */
const isReserved = (domain: string): boolean => /\.(test|example|invalid)$/.test(domain)

/**
 * Where those of a brand are led: to the first of its domains, which its owner has pointed here; undefined where it has none. A name of this machine
 * leads nobody else here, and an installation that does not say its own address is reached by no other name.
 */
export const brandOrigin = async (ctx: OriginCtx, domains: readonly string[]): Promise<string | undefined> => {
  const { publicUrl, port } = ctx.ports.config
  const known = asUrl(publicUrl)
  const isHere = known === undefined || isLocal(known.hostname)
  const reached = domains.filter((domain) => (isHere ? isLocal(domain) : !isLocal(domain) && !isReserved(domain)))
  const { host } = ctx.origin
  const asked = host === '' ? `:${port}` : (/:\d+$/.exec(host)?.[0] ?? '')
  for (const domain of reached) {
    const own = await ownOrigin(ctx, `${domain}${asked}`)
    if (own) return own.origin
  }
  return undefined
}
