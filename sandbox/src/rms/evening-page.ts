import { formIn, html, type Reply, type Route, refusal, seeOther } from '../http/router.ts'
import { esc, page } from '../http/page.ts'
import { type Booking, moves, type Status } from './booking.ts'
import { calendarDate, type Restaurant, largestParty, serviceDate, startsOf } from './restaurants.ts'
import type { Api } from './guarded-routes.ts'

const site = 'Sandbox Reservations'
const buttons: Readonly<Record<Status, string>> = {
  pending_confirmation: 'Ask',
  requires_payment: 'Ask for payment',
  confirmed: 'Confirm',
  rejected: 'Turn down',
  canceled: 'Cancel',
  'no-show': 'No-show',
  seated: 'Seat',
  completed: 'Has left',
}
const said: Readonly<Record<Status, string>> = {
  pending_confirmation: 'Waits for your answer',
  requires_payment: 'Waits for payment',
  confirmed: 'Confirmed',
  rejected: 'Turned down',
  canceled: 'Canceled',
  'no-show': 'Did not come',
  seated: 'At the table',
  completed: 'Has left',
}

const clock = ({ zone }: Restaurant, atSec: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atSec * 1000)

const options = (list: readonly (readonly [value: string | number, text: string])[], chosen: string | number): string =>
  list.map(([value, text]) => `<option value="${esc(value)}"${value === chosen ? ' selected' : ''}>${esc(text)}</option>`).join('')

const changeForm = (house: Restaurant, { id, startSec, partySize, status }: Booking): string =>
  ['confirmed', 'pending_confirmation', 'requires_payment'].includes(status)
    ? `<details><summary>Change</summary><form class="line" method="post" action="/bookings/${esc(id)}/change">` +
      `<label>Time <select name="at">${options(
        startsOf(house, serviceDate(house, startSec)).map((at) => [at, clock(house, at)] as const),
        startSec,
      )}</select></label>` +
      `<label>Guests <select name="size">${options(
        Array.from({ length: largestParty }, (_, index) => [index + 1, String(index + 1)] as const),
        partySize,
      )}</select></label><button class="plain">Save</button></form></details>`
    : ''

const rowOf = (house: Restaurant, booking: Booking): string => {
  const { id, startSec, partySize, tableId, status, contact, channel, notes } = booking
  const acts = moves[status]
    .filter((next) => next !== 'requires_payment')
    .map((next) => `<button class="plain" name="status" value="${next}">${buttons[next]}</button>`)
    .join(' ')
  return (
    `<tr><td>${clock(house, startSec)}</td><td>${esc(`${contact.firstname} ${contact.lastname}`)}<br><span class="soft">${esc(contact.telephone)}</span></td>` +
    `<td>${partySize}</td><td>${esc(tableId.split('/').slice(1).join(' '))}</td><td>${said[status]}</td><td>${esc(channel.name)}<br><span class="soft">${esc(notes)}</span></td>` +
    `<td><form method="post" action="/bookings/${esc(id)}/status" class="line">${acts}</form>${changeForm(house, booking)}</td></tr>`
  )
}

const evening = ({ book }: Api, house: Restaurant, { date, wrong }: { date: string; wrong: string | null }): Reply => {
  const rows = book.search({ houseId: house.id, from: date, to: date }).filter((booking) => booking.date === date)
  const covers = rows.reduce(
    (sum, { partySize, status }) => sum + (['confirmed', 'seated', 'completed'].includes(status) ? partySize : 0),
    0,
  )
  const problem = wrong ? `<p class="bad" role="alert">That did not work: ${esc(wrong)}.</p>` : ''
  const chooser = `<form class="line" method="get"><label>Evening <input type="date" name="date" value="${esc(date)}"></label><button class="plain">Show</button></form>`
  const heads = ['Time', 'Guest', 'Guests', 'Table', 'State', 'From', ''].map((head) => `<th>${head}</th>`).join('')
  const table = `<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows.map((booking) => rowOf(house, booking)).join('')}</tbody></table></div>`
  const nobody = '<div class="card"><p>Nobody has booked for that day yet.</p></div>'
  const sum = `<p class="soft">${rows.length} ${rows.length === 1 ? 'booking' : 'bookings'}, ${covers} guests expected</p>`
  return html(page({ title: house.name, site }, problem + chooser + sum + (rows.length ? table : nobody)))
}

const home = ({ houses }: Api): Reply =>
  html(
    page(
      { title: 'Tonight', site },
      `<p class="soft">You are the restaurant here. What you do is told to the hub.</p><div class="grid">${houses
        .page(0, 100)
        .data.map(
          ({ id, name, city }) =>
            `<div class="card"><h2><a href="/houses/${esc(id)}">${esc(name)}</a></h2><p class="soft">${esc(city)}</p></div>`,
        )
        .join('')}</div>`,
    ),
  )

/** The restaurant's own calendar, for people. */
export const pageRoutes = (api: Api, nowMs: () => number): Route[] => {
  const back = (booking: Booking, problem?: string): Reply =>
    seeOther(`/houses/${booking.houseId}?date=${booking.date}${problem ? `&wrong=${encodeURIComponent(problem)}` : ''}`)
  const act = (id: string, change: Parameters<Api['book']['change']>[1]): Reply => {
    const booking = api.book.get(id)
    if (!booking) return refusal(404, 'unknown', 'no such booking')
    const changed = api.book.change(id, change)
    return 'no' in changed ? back(booking, changed.message) : back(changed)
  }
  return [
    { method: 'GET', path: '/', act: () => home(api) },
    {
      method: 'GET',
      path: '/houses/:id',
      act: ({ params, query }) => {
        const house = api.houses.get(params['id']!)
        if (!house) return refusal(404, 'unknown', 'no such restaurant')
        const given = query.get('date') ?? ''
        const date = /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : calendarDate(house, nowMs() / 1000)
        return evening(api, house, { date, wrong: query.get('wrong') })
      },
    },
    {
      method: 'POST',
      path: '/bookings/:id/status',
      act: (request) => act(request.params['id']!, { status: formIn(request).get('status') as Status }),
    },
    {
      method: 'POST',
      path: '/bookings/:id/change',
      act: (request) => {
        const form = formIn(request)
        return act(request.params['id']!, { startSec: Number(form.get('at')), partySize: Number(form.get('size')) })
      },
    },
  ]
}
