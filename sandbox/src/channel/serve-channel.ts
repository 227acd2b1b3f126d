import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { formIn, json, listen, type RouteRequest, type Listening, type Reply, type Route, seeOther } from '../http/router.ts'
import { hubClient, HubRefusal, type HubClient } from './hub.ts'
import { type Memory, openMemory, type OwnBooking } from './memory.ts'
import { placeRoutes } from './place-pages.ts'
import { followChanges, type Places } from './places.ts'
import { receive } from './receive.ts'
import {
  bookingPage,
  bookingsPage,
  bookPage,
  homePage,
  problemPage,
  type SiteSlot,
  type SiteVenue,
  venuePage,
  webhooksPage,
} from './site-pages.ts'

export type ChannelOptions = { port?: number; host?: string; hub: string; key: string; memory?: string }
export type Channel = Listening & { memory: Memory; register(): Promise<void> }

type HubBooking = {
  id: string
  reference: string
  venueId: string
  status: string
  partySize: number
  date: number
  mzPaymentUrl?: string | null
}
type Site = { ask: HubClient; memory: Memory }

const venueOf = ({ ask }: Site, id: string): Promise<SiteVenue> =>
  ask({ method: 'GET', path: `/venues/${encodeURIComponent(id)}` }) as Promise<SiteVenue>

const keep = ({ memory }: Site, booking: HubBooking, more: Partial<OwnBooking> = {}): OwnBooking => {
  const known = memory.bookings.find(({ id }) => id === booking.id)
  const { id, reference, venueId, status, partySize, date } = booking
  const next: OwnBooking = {
    venueName: '',
    timezone: 'UTC',
    name: '',
    email: '',
    ...known,
    ...more,
    id,
    reference,
    venueId,
    status,
    partySize,
    date,
    paymentUrl: booking.mzPaymentUrl ?? known?.paymentUrl ?? null,
  }
  if (known) Object.assign(known, next)
  else memory.bookings.push(next)
  memory.save()
  return next
}

const refresh = async (site: Site, id: string): Promise<OwnBooking> =>
  keep(site, (await site.ask({ method: 'GET', path: `/booking/${encodeURIComponent(id)}` })) as HubBooking)

/** The moment somebody means by a local date and time, in seconds. */
const secondsOf = (date: string, time: string, zone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds / 1000
const dayAhead = (zone: string): string => Temporal.Now.zonedDateTimeISO(zone).toPlainDate().add({ days: 1 }).toString()

const showVenue = async (site: Site, { params, query }: RouteRequest): Promise<Reply> => {
  const venue = await venueOf(site, params['id']!)
  const search = {
    date: query.get('date') || dayAhead(venue.timezone),
    time: query.get('time') || '20:00',
    size: Number(query.get('size') ?? 2) || 2,
  }
  const at = secondsOf(search.date, search.time, venue.timezone)
  const { slots } = (await site.ask({
    method: 'GET',
    path: `/availability?venueId=${venue.id}&date=${at}&partySize=${search.size}`,
  })) as { slots: SiteSlot[] }
  return venuePage(venue, search, slots)
}

const showBook = async (site: Site, { params, query }: RouteRequest): Promise<Reply> => {
  const venue = await venueOf(site, params['id']!)
  const at = Number(query.get('at'))
  const size = Number(query.get('size'))
  const body = { venueId: venue.id, partySize: size, date: at }
  const hold = (await site.ask({ method: 'POST', path: '/pending-booking', body, key: crypto.randomUUID() })) as {
    id: string
    holdingTime: number
  }
  return bookPage(venue, { at, size, hold })
}

const book = async (site: Site, request: RouteRequest): Promise<Reply> => {
  const venue = await venueOf(site, request.params['id']!)
  const form = formIn(request)
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const hold = text('hold')
  const contact = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    ...(text('telephone') ? { telephone: text('telephone') } : {}),
    locale: 'en',
  }
  // Idempotent: the same hold is the same booking, however often somebody presses the button.
  const made = (await site.ask({
    method: 'PUT',
    path: `/pending-booking/${encodeURIComponent(hold)}`,
    body: { contact, notes: text('notes') || null },
    key: `commit-${hold}`,
  })) as HubBooking
  const { id } = keep(site, made, {
    venueName: venue.name,
    timezone: venue.timezone,
    name: `${contact.firstname} ${contact.lastname}`,
    email: contact.email,
  })
  return seeOther(`/bookings/${id}`)
}

const change = async (site: Site, request: RouteRequest): Promise<Reply> => {
  const id = request.params['id']!
  const body = { partySize: Number(formIn(request).get('size')) }
  keep(site, (await site.ask({ method: 'PUT', path: `/booking/${encodeURIComponent(id)}`, body, key: crypto.randomUUID() })) as HubBooking)
  return seeOther(`/bookings/${id}`)
}
const cancel = async (site: Site, request: RouteRequest): Promise<Reply> => {
  const id = request.params['id']!
  const body = { cancelActor: 'guest', cancelReason: null }
  keep(
    site,
    (await site.ask({ method: 'PUT', path: `/booking/${encodeURIComponent(id)}/cancel`, body, key: `cancel-${id}` })) as HubBooking,
  )
  return seeOther(`/bookings/${id}`)
}

const routesOf = (site: Site, places: Places): Route[] => {
  const { ask, memory } = site
  /** What the hub refuses is said to the guest; what it does not answer too. */
  const on = (method: string, path: string, act: (request: RouteRequest) => Promise<Reply>): Route => ({
    method,
    path,
    act: (request) =>
      act(request).catch((error: unknown) =>
        error instanceof HubRefusal
          ? problemPage(error.message, error.status)
          : problemPage('We cannot reach the restaurants right now.', 502),
      ),
  })
  return [
    on('GET', '/', async () => homePage(((await ask({ method: 'GET', path: '/venues?limit=50' })) as { data: SiteVenue[] }).data)),
    on('GET', '/venues/:id', (request) => showVenue(site, request)),
    on('GET', '/venues/:id/book', (request) => showBook(site, request)),
    on('POST', '/venues/:id/book', (request) => book(site, request)),
    on('GET', '/bookings', async () => bookingsPage(memory)),
    on('GET', '/bookings/:id', async ({ params }) => bookingPage(await refresh(site, params['id']!))),
    on('POST', '/bookings/:id/change', (request) => change(site, request)),
    on('POST', '/bookings/:id/cancel', (request) => cancel(site, request)),
    ...placeRoutes(places),
    { method: 'GET', path: '/webhooks', act: () => webhooksPage(memory) },
    {
      method: 'POST',
      path: '/webhooks/hub',
      act: (request) => receive(memory, request, (id) => void refresh(site, id).catch(() => undefined)),
    },
    { method: 'GET', path: '/admin/bookings', act: () => json({ bookings: memory.bookings }) },
    { method: 'GET', path: '/admin/webhooks', act: () => json({ webhooks: memory.received }) },
  ]
}

const mostTries = 10
const firstPauseMs = 100

/** Tells the hub where our pages are, registers the webhook endpoint and verifies it; once for each address. */
const registerAt = async ({ ask, memory }: Site, origin: string): Promise<void> => {
  await ask({ method: 'PUT', path: '/listings/site', body: { readUrl: `${origin}/places/{venueId}.json` } })
  const url = `${origin}/webhooks/hub`
  const known = (await ask({ method: 'GET', path: '/webhooks' })) as { data: { id: string; url: string; state: string }[] }
  const ours = known.data.find(({ id }) => id === memory.endpoint?.id)
  if (!ours || ours.url !== url) {
    // Those of a site whose address or secret is gone.
    for (const { id } of known.data) await ask({ method: 'DELETE', path: `/webhooks/${id}` })
    const { id, secret } = (await ask({ method: 'POST', path: '/webhooks', body: { url, ownChanges: true } })) as {
      id: string
      secret: string
    }
    memory.endpoint = { id, url, secret }
    memory.save()
  }
  const { id } = memory.endpoint!
  if (ours?.state === 'active' && ours.url === url) return
  const verified = (await ask({ method: 'POST', path: `/webhooks/${id}/verify`, body: {} })) as {
    outcome?: { ok?: boolean; error?: string | null }
  }
  if (verified.outcome?.ok !== true) throw new Error(verified.outcome?.error ?? 'the hub has not verified our address')
}

/** Retried until verified: the hub may be busy with its own start, and an unverified address gets no webhooks. */
const registered = async (site: Site, origin: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await registerAt(site, origin)
    } catch (error) {
      if (tries === mostTries) throw error
      await sleep(Math.min(10_000, firstPauseMs * 2 ** tries), undefined, { ref: false })
    }
  }
}

const followEveryMs = 2000
/** Looks for changed listings every two seconds until closed; a hub that does not answer is asked again. */
const startFollowing = (places: Places): (() => void) => {
  let under = false
  const timer = setInterval(() => {
    if (under) return
    under = true
    void followChanges(places)
      .catch(() => undefined)
      .finally(() => (under = false))
  }, followEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** A small partner site that books through the hub, and a guide that shows its restaurants. */
export const serveChannel = async ({ hub, key, memory: file, ...options }: ChannelOptions): Promise<Channel> => {
  const site: Site = { ask: hubClient(hub, key), memory: openMemory(file) }
  let origin = ''
  const places: Places = { hub, token: key, ...site, origin: () => origin }
  const listening = await listen(routesOf(site, places), options)
  origin = listening.origin
  let stopFollowing: (() => void) | undefined
  return {
    ...listening,
    memory: site.memory,
    register: async () => {
      await registered(site, listening.origin)
      stopFollowing ??= startFollowing(places)
    },
    close: async () => {
      stopFollowing?.()
      await listening.close()
    },
  }
}
