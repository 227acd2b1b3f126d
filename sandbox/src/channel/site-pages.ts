import { esc, page } from '../http/page.ts'
import { html, type Reply } from '../http/router.ts'
import type { Memory, OwnBooking } from './memory.ts'

export const site = 'Table Guide'
export const siteNav = [
  ['/', 'Restaurants'],
  ['/places', 'Guide'],
  ['/bookings', 'My bookings'],
  ['/webhooks', 'Webhooks'],
] as const

export type SiteVenue = { id: string; name: string; city: string; timezone: string; maxCovers: number }
export type SiteSlot = { time: string; startSec: number; type: string; amount: number; requireCreditCard: boolean }
export type BookingRequest = { date: string; time: string; size: number }

const frame = (title: string, body: string, status = 200): Reply => html(page({ title, site, nav: siteNav }, body), status)
const local = (atSec: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(atSec * 1000)
const sizes = (most: number, chosen: number): string =>
  Array.from({ length: Math.min(12, most) }, (_, index) => index + 1)
    .map((size) => `<option${size === chosen ? ' selected' : ''}>${size}</option>`)
    .join('')

export const problemPage = (message: string, status = 409): Reply =>
  frame(
    'That did not work',
    `<div class="card"><p role="alert">${esc(message)}</p><p><a href="/">Back to the restaurants</a></p></div>`,
    status,
  )

export const homePage = (venues: readonly SiteVenue[]): Reply =>
  frame(
    'Where would you like to eat?',
    venues.length
      ? `<div class="grid">${venues
          .map(
            ({ id, name, city }) =>
              `<div class="card"><h2><a href="/venues/${esc(id)}">${esc(name)}</a></h2><p class="soft">${esc(city)}</p></div>`,
          )
          .join('')}</div>`
      : '<div class="card"><p>No restaurant is on sale here yet.</p></div>',
  )

const words: Readonly<Record<string, string>> = {
  pending: 'The restaurant will answer',
  require_payment: 'Waits for your payment',
  confirmed: 'Confirmed',
  seated: 'Enjoy your meal',
  completed: 'Thank you for coming',
  'no-show': 'You did not come',
  canceled: 'Canceled',
  declined: 'The restaurant could not take it',
}
export const inWords = (status: string): string => words[status] ?? status

export const venuePage = (venue: SiteVenue, search: BookingRequest, slots: readonly SiteSlot[]): Reply => {
  const searchForm =
    `<form class="card line" method="get"><label>Day <input type="date" name="date" value="${esc(search.date)}" required></label>` +
    `<label>Around <input type="time" name="time" value="${esc(search.time)}" required></label>` +
    `<label>Guests <select name="size">${sizes(venue.maxCovers, search.size)}</select></label><button>Search</button></form>`
  const times = slots
    .map(
      ({ time, startSec, type, amount }) =>
        `<button name="at" value="${startSec}"${type === 'request' ? ' class="plain"' : ''}>${esc(time)}${type === 'request' ? ' on request' : ''}${amount > 0 ? ` · deposit ${(amount / 100).toFixed(2)}` : ''}</button>`,
    )
    .join('')
  const found = slots.length
    ? `<form method="get" action="/venues/${esc(venue.id)}/book"><input type="hidden" name="size" value="${search.size}"><div class="times">${times}</div></form>`
    : '<p class="soft">Nothing is free around that time. Try another day.</p>'
  return frame(venue.name, `<p class="soft">${esc(venue.city)}</p>${searchForm}<h2>Free tables</h2>${found}`)
}

export const bookPage = (
  venue: SiteVenue,
  { at, size, hold }: { at: number; size: number; hold: { id: string; holdingTime: number } },
): Reply =>
  frame(
    `A table at ${venue.name}`,
    `<p>${esc(local(at, venue.timezone))}, ${size} guests. It is yours for ${Math.round(hold.holdingTime / 60)} minutes.</p>` +
      `<form class="card" method="post" action="/venues/${esc(venue.id)}/book"><input type="hidden" name="hold" value="${esc(hold.id)}">` +
      '<p><label>First name <input name="firstname" autocomplete="given-name" required maxlength="80"></label></p>' +
      '<p><label>Last name <input name="lastname" autocomplete="family-name" required maxlength="80"></label></p>' +
      '<p><label>E-mail <input type="email" name="email" autocomplete="email" required maxlength="254"></label></p>' +
      '<p><label>Phone <input type="tel" name="telephone" autocomplete="tel" maxlength="40"></label></p>' +
      '<p><label>Wishes <textarea name="notes" rows="2" maxlength="500"></textarea></label></p>' +
      '<button>Book</button></form>',
  )

const changeForm = ({ id, partySize, status }: OwnBooking): string =>
  ['pending', 'confirmed', 'require_payment'].includes(status)
    ? `<form class="line" method="post" action="/bookings/${esc(id)}/change"><label>Guests <select name="size">${sizes(12, partySize)}</select></label><button class="plain">Change</button></form>` +
      `<form method="post" action="/bookings/${esc(id)}/cancel"><button class="plain">Cancel the booking</button></form>`
    : ''

export const bookingPage = (booking: OwnBooking): Reply => {
  const { venueName, timezone, date, partySize, name, reference, status, paymentUrl } = booking
  const pay = paymentUrl && status === 'require_payment' ? `<p><a class="button" href="${esc(paymentUrl)}">Pay the deposit</a></p>` : ''
  const state = `<p><span class="mark">${esc(inWords(status))}</span></p>`
  const what = `<p>${esc(local(date, timezone))}, ${partySize} guests, for ${esc(name)}</p><p class="soft">Reference ${esc(reference)}</p>`
  return frame(venueName, `<div class="card">${state}${what}${pay}${changeForm(booking)}</div>`)
}

export const bookingsPage = ({ bookings }: Memory): Reply =>
  frame(
    'My bookings',
    bookings.length
      ? `<div class="scroll"><table><thead><tr><th>Restaurant</th><th>When</th><th>Guests</th><th>State</th></tr></thead><tbody>${bookings
          .toReversed()
          .map(
            ({ id, venueName, date, timezone, partySize, status }) =>
              `<tr><td><a href="/bookings/${esc(id)}">${esc(venueName)}</a></td><td>${esc(local(date, timezone))}</td><td>${partySize}</td><td>${esc(inWords(status))}</td></tr>`,
          )
          .join('')}</tbody></table></div>`
      : '<div class="card"><p>You have not booked yet.</p></div>',
  )

export const webhooksPage = ({ received, endpoint }: Memory): Reply =>
  frame(
    'Webhooks of the hub',
    `<p class="soft">${endpoint ? `The hub tells ${esc(endpoint.url)}` : 'The hub does not know our address yet.'}</p>` +
      (received.length
        ? `<div class="scroll"><table><thead><tr><th>Came</th><th>Signature</th><th>What it says</th></tr></thead><tbody>${received
            .toReversed()
            .map(
              ({ at, good, body }) =>
                `<tr><td>${esc(at.slice(11, 19))}</td><td class="${good ? 'good' : 'bad'}">${good ? 'fits' : 'does not fit'}</td><td><code>${esc(JSON.stringify(body))}</code></td></tr>`,
            )
            .join('')}</tbody></table></div>`
        : '<div class="card"><p>Nothing came yet.</p></div>'),
  )
