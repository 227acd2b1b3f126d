import type { BookingPage, FindingLevel, SiteCheck, SiteFinding, SiteFindingCode } from '@tablewire/contracts/channels/booking-page'
import { covers } from '#src/features/widget/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { entriesOf } from './booking-entry.ts'
import { readBookingPage } from './booking-page.ts'
import { addressIn, fetchSite, type Site } from './fetch-site.ts'
import { mayFrame, mayRun, policiesOf } from './site-policy.ts'
import { type Tag, tagsIn } from './tags-in.ts'

const finding = (code: SiteFindingCode, level: FindingLevel, said: string | null = null): SiteFinding => ({ code, level, said })

type Look = {
  site: Site
  page: BookingPage
  venueId: string
  tags: readonly Tag[]
  /** Pages of several venues, this one among them. */ entries: ReadonlySet<string>
}

const urlIn = (text: string | undefined, { url }: Site): URL | null => (text ? URL.parse(text.trim(), url) : null)
const idIn = /^\/book\/([0-9a-f-]{36})(?:\/|$)/i

/** The loader, where it stands in the page's own markup. */
const scriptsIn = ({ site, tags, page }: Look) => {
  const found = tags
    .filter(({ name, attributes }) => name === 'script' && attributes['src'])
    .map(({ attributes }) => ({ url: urlIn(attributes['src'], site), nonce: attributes['nonce'] }))
  const mine = found.find(({ url }) => url?.origin === page.origin && url.pathname === '/widget.js')
  // Under our name, or in the words of the loader's file, on somebody else's server.
  const copy = found.find(
    ({ url }) => url && url.origin !== page.origin && /\/(tablewire|widget)[^/]*\.js$/i.test(url.pathname) && /tablewire/i.test(url.href),
  )
  return {
    mine,
    copy,
    manager: found.some(({ url }) => url?.hostname === 'www.googletagmanager.com') || /googletagmanager\.com\/gtm\.js/.test(site.html),
  }
}

/** Links and frames that lead to a booking page of ours. */
const placesIn = ({ site, tags, page }: Look) =>
  tags.flatMap(({ name, attributes }) => {
    const url = name === 'a' ? urlIn(attributes['href'], site) : name === 'iframe' ? urlIn(attributes['src'], site) : null
    const id = url?.origin === page.origin ? idIn.exec(url.pathname)?.[1]?.toLowerCase() : undefined
    if (!url || !id) return []
    return [
      {
        name,
        id,
        channel: url.searchParams.get('channel')?.toLowerCase(),
        marked: attributes['data-tw-venue'] !== undefined,
        mode: attributes['data-tw-mode'] ?? 'popup',
      },
    ]
  })
type Place = ReturnType<typeof placesIn>[number]

const ofScript = (look: Look, places: readonly Place[]): SiteFinding[] => {
  const { mine, copy, manager } = scriptsIn(look)
  const inManager = manager ? [finding('tag_manager', 'note')] : []
  if (copy) return [finding('script_copied', 'warning', copy.url!.href)]
  if (mine) return [finding('script', 'good', look.page.loader)]
  // A page that is framed or linked as it is needs none.
  const needed = places.some(({ marked }) => marked)
  if (manager) return inManager
  return needed ? [finding('script_missing', 'fault')] : []
}

const ofPlace = ({ page, venueId, entries }: Look, { name, id, channel, marked, mode }: Place): SiteFinding[] => {
  if (id !== venueId && !entries.has(id)) return [finding('link_foreign', 'warning', id)]
  const known = channel === undefined || page.channels.some((one) => one.id === channel)
  if (!known) return [finding('link_channel', 'fault', channel)]
  if (name === 'iframe') return [finding('frame', 'good')]
  return [marked ? finding('link', 'good', mode) : finding('link_plain', 'note')]
}

const ofPlaces = (look: Look, places: readonly Place[]): SiteFinding[] => {
  if (!places.length) return [finding('link_missing', scriptsIn(look).manager ? 'warning' : 'fault')]
  const found = places.flatMap((place) => ofPlace(look, place))
  // A page may link to several houses; a link to this one is what counts.
  const own = found.filter(({ code }) => code !== 'link_foreign')
  return [...new Map((own.length ? own : found).map((one) => [`${one.code} ${one.said}`, one])).values()]
}

const ofPolicy = ({ site, page, tags, venueId }: Look, { nonce }: { nonce: string | undefined }): SiteFinding[] => {
  const policies = policiesOf(site.headers, tags)
  const script = policies.length && !mayRun(policies, { url: new URL('/widget.js', page.origin), nonce, site: site.url })
  const frame = policies.length && !mayFrame(policies, new URL(`/book/${venueId}`, page.origin), site.url)
  const isolated = /require-corp|credentialless/i.test(String(site.headers['cross-origin-embedder-policy'] ?? ''))
  return [
    ...(script ? [finding('policy_script', 'fault', `script-src ${page.origin}`)] : []),
    ...(frame ? [finding('policy_frame', 'fault', `frame-src ${page.origin}`)] : []),
    ...(policies.length && !script && !frame ? [finding('policy_good', 'good')] : []),
    ...(isolated ? [finding('isolated', 'fault')] : []),
  ]
}

const ofHost = ({ site, page }: Look, places: readonly Place[]): SiteFinding[] => {
  const named = places.map((place) => page.channels.find(({ id }) => id === (place.channel ?? place.id))).find(Boolean) ?? page.channels[0]
  if (!named || named.hosts.length === 0) return []
  return named.hosts.some((host) => covers(host, site.url.origin))
    ? [finding('host_allowed', 'good', site.url.origin)]
    : [finding('host_not_allowed', 'fault', site.url.origin)]
}

const ofSightings = ({ site, page }: Look): SiteFinding[] => {
  const seen = page.sites.filter(({ host }) => host === site.url.origin)
  const here = seen.find(({ path }) => path === site.url.pathname) ?? seen[0]
  if (!here) return [finding('never_seen', 'note')]
  const old = here.loader !== null && here.loader !== page.loader
  return [finding('seen', 'good', here.lastSeenAt), ...(old ? [finding('script_old', 'warning', here.loader)] : [])]
}

/** WI1: looks at a page of somebody's site as a browser without script would, and says what keeps guests from booking there. */
export const checkSite = async (ctx: Ctx, { venueId, url }: { venueId: string; url: string }): Promise<SiteCheck> => {
  const page = await readBookingPage(ctx, venueId)
  const address = addressIn(url)
  if (!address) throw new Problem('request.invalid', {}, { url: [{ issue: 'address' }] })
  const closed = page.obstacles.length ? [finding('closed', 'fault')] : []
  const site = await fetchSite(ctx, address)
  if ('code' in site) return { url: site.url.href, findings: [finding(site.code, 'fault', site.said), ...closed] }
  const look = { site, page, venueId: venueId.toLowerCase(), tags: tagsIn(site.html), entries: await entriesOf(ctx, venueId) }
  const places = placesIn(look)
  return {
    url: site.url.href,
    findings: [
      ...(site.moved ? [finding('moved', 'note', site.url.host)] : []),
      ...closed,
      ...ofPlaces(look, places),
      ...ofScript(look, places),
      ...ofPolicy(look, { nonce: scriptsIn(look).mine?.nonce }),
      ...ofHost(look, places),
      ...ofSightings(look),
    ],
  }
}
