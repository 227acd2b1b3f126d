import type { IncomingHttpHeaders } from 'node:http'
import type { SiteFindingCode } from '@tablewire/contracts/channels/booking-page'
import type { Ctx } from '#src/platform/ctx.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'

const hopsMost = 5
/** For the page with all that it leads on to. */
const patienceMs = 12_000
/** Bytes of a page; what stands beyond is not looked at. */
const longest = 1_500_000

export type Site = { url: URL; headers: IncomingHttpHeaders; html: string; moved: boolean }
/** Why there is no page to look at. */
export type NoSite = { url: URL; code: SiteFindingCode; said: string | null }

/** As people write an address: without a scheme, with spaces around, perhaps by the old one. */
export const addressIn = (typed: string): URL | undefined => {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}

/** Plain http is called only where the operator's list says so; everywhere else the same page is asked for safely. */
const safeOf = (url: URL, origins: readonly string[]): URL => {
  if (url.protocol === 'https:' || origins.includes(url.origin)) return url
  const safe = new URL(url)
  safe.protocol = 'https:'
  return safe
}

const isHtml = (headers: IncomingHttpHeaders): boolean => /^(text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? '')
const isPlain = (headers: IncomingHttpHeaders): boolean => /^(identity)?$/i.test(headers['content-encoding'] ?? '')

/** A page of somebody's site, wherever it leads on to; every address on the way goes through the guard, and is asked for nothing but that page. */
export const fetchSite = async (ctx: Ctx, address: URL): Promise<Site | NoSite> => {
  const { ports } = ctx
  const origins = ports.config.channelServices
  const untilMs = stopwatchMs() + patienceMs
  const headers = { accept: 'text/html', 'accept-encoding': 'identity', 'accept-language': ctx.lang, 'user-agent': 'Tablewire site check' }
  let url = safeOf(address, origins)
  for (let hop = 0; hop <= hopsMost; hop++) {
    try {
      const timeoutMs = Math.max(1, Math.round(untilMs - stopwatchMs()))
      const heard = await ports.send(url.href, { origins }, { method: 'GET', headers, timeoutMs, longest })
      const next = heard.status >= 300 && heard.status < 400 ? URL.parse(heard.headers.location ?? '', url) : null
      if (next) {
        url = next
        continue
      }
      if (heard.status !== 200) return { url, code: 'status', said: String(heard.status) }
      if (!isHtml(heard.headers) || !isPlain(heard.headers)) return { url, code: 'not_html', said: null }
      return { url, headers: heard.headers, html: heard.text, moved: url.host !== address.host }
    } catch (error) {
      if (error instanceof AddressRefused) return { url, code: 'refused', said: null }
      return { url, code: 'unreachable', said: url.host }
    }
  }
  return { url, code: 'redirects', said: String(hopsMost) }
}
