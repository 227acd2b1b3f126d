import { esc, page } from '../http/page.ts'
import { html, type Reply } from '../http/router.ts'
import type { Merchant, OwnBooking } from './memory.ts'
import type { BookingStatus, Cause, Person } from './messages.ts'
import type { Candidate } from './inventory.ts'
import { personFields, type Wrong } from './person-fields.ts'
import type { Places } from './places.ts'
import type { Shown } from './bookings.ts'

const site = 'Map of the sandbox Google'
const nav = [
  ['/', 'Places'],
  ['/bookings', 'Your bookings'],
  ['/partner', 'For the partner'],
] as const
export const frame = (title: string, body: string, status = 200): Reply => html(page({ title, site, nav }, body), status)

const local = (zone: string, atSec: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(atSec * 1000)
const clock = (zone: string, atSec: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atSec * 1000)
export const people = (size: number): string => (size === 1 ? '1 person' : `${size} people`)

export const mostParty = 20
const sizes = (chosen: number): string =>
  Array.from({ length: mostParty }, (_, index) => index + 1)
    .map((size) => `<option value="${size}"${size === chosen ? ' selected' : ''}>${people(size)}</option>`)
    .join('')

const addressOf = ({ geo }: Merchant): string => {
  const { street_address: street, postal_code: code, locality } = geo?.address ?? {}
  return [street, [code, locality].filter(Boolean).join(' ')].filter(Boolean).join(', ') || (geo?.unstructured_address ?? '')
}

/** The places where they stand, to look at; the list beside it is for going there. */
const drawing = (merchants: readonly Merchant[]): string => {
  const at = merchants.flatMap(({ geo, name }) =>
    geo?.latitude === undefined || geo.longitude === undefined ? [] : [{ name, x: geo.longitude, y: -geo.latitude }],
  )
  if (at.length < 2) return ''
  const span = (values: readonly number[]): { from: number; size: number } => {
    const from = Math.min(...values)
    return { from, size: Math.max(0.001, Math.max(...values) - from) }
  }
  const [across, down] = [span(at.map(({ x }) => x)), span(at.map(({ y }) => y))]
  const pins = at
    .map(({ name, x, y }) => {
      const [left, top] = [20 + (560 * (x - across.from)) / across.size, 20 + (200 * (y - down.from)) / down.size]
      return `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="6"><title>${esc(name)}</title></circle>`
    })
    .join('')
  return `<svg viewBox="0 0 600 240" role="img" aria-label="Where the ${at.length} places stand" class="picture">${pins}</svg>`
}

const mostShown = 60
export type Search = { words: string; town: string }
export const homePage = (places: Places, { words, town }: Search, suspended: boolean): Reply => {
  const all = places.all()
  const townOf = ({ geo }: Merchant): string => geo?.address?.locality ?? ''
  const towns = [...new Set(all.map(townOf))].filter(Boolean).toSorted((a, b) => a.localeCompare(b))
  const found = all.filter((one) => one.name.toLowerCase().includes(words.toLowerCase()) && (town === '' || townOf(one) === town))
  const options = ['', ...towns]
    .map((one) => `<option value="${esc(one)}"${one === town ? ' selected' : ''}>${esc(one || 'Everywhere')}</option>`)
    .join('')
  const form =
    `<form class="card line" method="get" role="search"><label>Name <input type="search" name="q" value="${esc(words)}" maxlength="80"></label>` +
    `<label>Town <select name="town">${options}</select></label><button>Search</button></form>`
  const cards = found
    .slice(0, mostShown)
    .map(
      (one) =>
        `<li class="card"><h2><a href="/places/${esc(encodeURIComponent(one.merchant_id))}">${esc(one.name)}</a></h2><p class="soft">${esc([one.category, addressOf(one)].filter(Boolean).join(' · '))}</p></li>`,
    )
    .join('')
  const notice = suspended ? '<p class="card bad" role="alert">The partner does not answer: nothing can be booked until it does.</p>' : ''
  const source = all.length
    ? `<p class="soft">${found.length} of ${all.length} places, ${places.fed() ? 'as the last feed tells them' : 'from a list, until the first feed comes'}.</p>`
    : ''
  const more = found.length > mostShown ? `<p class="soft">The first ${mostShown} are shown; search for the rest.</p>` : ''
  const none = `<div class="card"><p>${all.length ? 'No place is called so.' : 'No partner has sent a place yet.'}</p></div>`
  const list = cards ? `<ul class="grid places">${cards}</ul>` : none
  return frame('Where would you like to eat?', notice + form + source + drawing(found) + list + more)
}

export type Asked = { date: string; partySize: number; today: string }
const bookHref = (merchant: Merchant, { startSec, partySize, roomId, durationSec, serviceId }: Candidate): string => {
  const query = new URLSearchParams({
    at: String(startSec),
    size: String(partySize),
    stay: String(durationSec),
    service: serviceId,
    ...(roomId === undefined ? {} : { room: roomId }),
  })
  return `/places/${encodeURIComponent(merchant.merchant_id)}/book?${query}`
}

const groupOf = (merchant: Merchant, zone: string, times: readonly Shown[]): string =>
  `<div class="times short">${times
    .map(
      (one) =>
        `<a class="button" href="${esc(bookHref(merchant, one))}">${clock(zone, one.startSec)}${one.mode === 'CONFIRMATION_MODE_ASYNCHRONOUS' ? ' on request' : ''}</a>`,
    )
    .join('')}</div>`

export type Found = { times: readonly Shown[]; trouble: string | null; suspended: boolean }
export const placePage = (
  merchant: Merchant,
  zone: string,
  { asked, found, waits }: { asked: Asked; found: Found; waits: string },
): Reply => {
  const { date, partySize, today } = asked
  const { times, trouble, suspended } = found
  const form =
    `<form class="card line" method="get"><label>Day <input type="date" name="date" value="${esc(date)}" min="${esc(today)}" required></label>` +
    `<label>Guests <select name="size">${sizes(partySize)}</select></label><button>Show times</button></form>`
  const open = times.filter(({ available }) => available)
  const rooms = Map.groupBy(open, ({ roomName }) => roomName ?? '')
  const groups = [...rooms].map(([room, list]) => (room ? `<h3>${esc(room)}</h3>` : '') + groupOf(merchant, zone, list)).join('')
  const live = trouble
    ? `<p class="card bad" role="alert">The partner gave no good answer (${esc(trouble)}). ${open.length ? 'These are the times of its last feed.' : ''}</p>`
    : ''
  const none = '<p class="soft">No table for that day. Try another day or fewer guests.</p>'
  const body = suspended
    ? '<p class="card bad" role="alert">The partner does not answer: nothing can be booked until it does.</p>'
    : `${live}<h2>Times</h2>${groups || none}`
  const about = [merchant.category, addressOf(merchant), merchant.telephone].filter(Boolean).join(' · ')
  return frame(merchant.name, `<p class="soft">${esc(about)}</p>${form}${waits}${body}`)
}

const causes: Readonly<Partial<Record<Cause, string>>> = {
  SLOT_UNAVAILABLE: 'Somebody was faster, or the restaurant does not offer this.',
  SLOT_ALREADY_BOOKED_BY_USER: 'You already have this very table.',
  OVERLAPPING_RESERVATION: 'You have another booking there at that time.',
  OUTSIDE_CANCELLATION_WINDOW: 'It is too late to do this online. Please call the restaurant.',
  BOOKING_ALREADY_CANCELLED: 'The restaurant has canceled this booking.',
  BOOKING_NOT_CANCELLABLE: 'This booking can no longer be canceled.',
  OFFER_UNAVAILABLE: 'The offer is no longer there.',
}
export const causeInWords = (cause: Cause | undefined): string => causes[cause ?? 'CAUSE_UNSPECIFIED'] ?? `It did not work (${cause}).`

export const problemPage = (said: string, back: readonly [href: string, text: string], status = 409): Reply =>
  frame(
    'That did not work',
    `<div class="card"><p role="alert">${esc(said)}</p><p><a href="${esc(back[0])}">${esc(back[1])}</a></p></div>`,
    status,
  )

export type Booking = { candidate: Candidate; token: string; person: Person; wish: string; problem: string | null; wrong?: Wrong }
export const bookPage = (merchant: Merchant, zone: string, { candidate, token, person, wish, problem, wrong = {} }: Booking): Reply => {
  const hidden = {
    token,
    at: candidate.startSec,
    size: candidate.partySize,
    stay: candidate.durationSec,
    service: candidate.serviceId,
    room: candidate.roomId ?? '',
  }
  const fields = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${esc(value)}">`)
    .join('')
  const request = candidate.mode === 'CONFIRMATION_MODE_ASYNCHRONOUS' ? ' The restaurant answers your request later.' : ''
  const back = `/places/${encodeURIComponent(merchant.merchant_id)}?size=${candidate.partySize}`
  return frame(
    `A table at ${merchant.name}`,
    (problem ? `<p class="card bad" role="alert">${esc(problem)}</p>` : '') +
      `<p>${esc(local(zone, candidate.startSec))}, ${people(candidate.partySize)}${candidate.roomName ? `, ${esc(candidate.roomName)}` : ''}.${request}</p>` +
      `<form class="card" method="post" action="/places/${esc(encodeURIComponent(merchant.merchant_id))}/book">${fields}` +
      personFields(person, { names: ['given', 'family', 'email', 'telephone'], wrong }) +
      `<p><label>Special request <textarea name="wish" rows="2" maxlength="500">${esc(wish)}</textarea></label></p>` +
      `<button>Book</button></form><p><a href="${esc(back)}">Other times</a></p>`,
    Object.keys(wrong).length ? 422 : problem ? 409 : 200,
  )
}

const states: Readonly<Record<BookingStatus, string>> = {
  BOOKING_STATUS_UNSPECIFIED: 'Not known',
  CONFIRMED: 'Confirmed',
  PENDING_MERCHANT_CONFIRMATION: 'The restaurant will answer',
  CANCELED: 'Canceled',
  NO_SHOW: 'You did not come',
  NO_SHOW_PENALIZED: 'You did not come',
  FAILED: 'Could not be booked',
  DECLINED_BY_MERCHANT: 'The restaurant could not take it',
}
export type Mine = { booking: OwnBooking; name: string; zone: string }

const changeForm = ({ booking, zone }: Mine): string => {
  const { id, startSec, partySize } = booking
  const at = new Date(startSec * 1000).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T')
  return (
    `<form class="line" method="post" action="/bookings/${esc(id)}/change"><label>When <input type="datetime-local" name="when" step="900" required value="${esc(at)}"></label>` +
    `<label>Guests <select name="size">${sizes(partySize)}</select></label><button class="plain">Change</button></form>` +
    `<form method="post" action="/bookings/${esc(id)}/cancel"><p><button class="plain">Cancel the booking</button></p></form>`
  )
}

/** What was told as a program has it, by the clock of the place. */
const toldIn = (zone: string, words: string): string =>
  words
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => local(zone, Date.parse(at) / 1000))
    .replaceAll(/[A-Z_]{6,}/g, (state) => states[state as BookingStatus] ?? state)

export const bookingPage = (mine: Mine, { nowMs, problem }: { nowMs: number; problem: string | null }): Reply => {
  const { booking, name, zone } = mine
  const { status, person, startSec, partySize, told, mode } = booking
  const mayChange = status === 'CONFIRMED' && startSec * 1000 > nowMs && mode !== 'CONFIRMATION_MODE_ASYNCHRONOUS'
  const mayCancel = status === 'PENDING_MERCHANT_CONFIRMATION' || (status === 'CONFIRMED' && startSec * 1000 > nowMs)
  const acts = mayChange
    ? changeForm(mine)
    : mayCancel
      ? `<form method="post" action="/bookings/${esc(booking.id)}/cancel"><button class="plain">Cancel the booking</button></form>`
      : ''
  const history = told.length
    ? `<h2>What the restaurant told</h2><ul>${told.map(({ at, words }) => `<li>${esc(local(zone, Date.parse(at) / 1000))}: ${esc(toldIn(zone, words))}</li>`).join('')}</ul>`
    : ''
  return frame(
    name,
    (problem ? `<p class="card bad" role="alert">${esc(problem)}</p>` : '') +
      `<div class="card"><p><span class="mark">${states[status]}</span></p><p>${esc(local(zone, startSec))}, ${people(partySize)}, for ${esc(`${person.given_name} ${person.family_name}`)}</p>` +
      `<p class="soft">Number <code>${esc(booking.id)}</code></p>${acts}</div>${history}`,
    problem ? 409 : 200,
  )
}

export const bookingsPage = (
  mine: readonly Mine[],
  { nowMs, trouble, waits }: { nowMs: number; trouble: string | null; waits: string },
): Reply => {
  const isAhead = ({ booking: { status, startSec } }: Mine): boolean =>
    startSec * 1000 > nowMs && (status === 'CONFIRMED' || status === 'PENDING_MERCHANT_CONFIRMATION')
  const table = (rows: readonly Mine[]): string =>
    `<div class="scroll" tabindex="0"><table><thead><tr><th>Restaurant</th><th>When</th><th>Guests</th><th>State</th></tr></thead><tbody>${rows
      .map(
        ({ booking, name, zone }) =>
          `<tr><td><a href="/bookings/${esc(booking.id)}">${esc(name)}</a></td><td>${esc(local(zone, booking.startSec))}</td><td>${booking.partySize}</td><td>${states[booking.status]}</td></tr>`,
      )
      .join('')}</tbody></table></div>`
  const ahead = mine.filter(isAhead).toSorted((a, b) => a.booking.startSec - b.booking.startSec)
  const past = mine.filter((one) => !isAhead(one)).toSorted((a, b) => b.booking.startSec - a.booking.startSec)
  const notice = trouble
    ? `<p class="card bad" role="alert">The partner gave no good answer (${esc(trouble)}); this is what is remembered here.</p>`
    : ''
  const none = '<div class="card"><p>You have not booked yet.</p><p><a href="/">Find a place</a></p></div>'
  return frame(
    'Your bookings',
    notice +
      (mine.length || waits ? '' : none) +
      waits +
      (ahead.length ? `<h2>To come</h2>${table(ahead)}` : '') +
      (past.length ? `<h2>Past and canceled</h2>${table(past)}` : ''),
  )
}
