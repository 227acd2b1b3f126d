import { esc, page } from '../http/page.ts'
import { formIn, html, json, jsonIn, refusal, type Reply, type Route, seeOther } from '../http/router.ts'
import type { Place, PlaceFacts } from './memory.ts'
import { site, siteNav } from './site-pages.ts'
import { driftPlace, type Places, reportOf, shownOf } from './places.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const frame = (title: string, body: string, status = 200): Reply => html(page({ title, site, nav: siteNav }, body), status)
const nothing = (): Reply => frame('We do not know this place', '<div class="card"><p>It is not in our guide.</p></div>', 404)

const hoursTable = ({ hours, specialDays }: PlaceFacts): string => {
  const rows = days.map((name, index) => {
    const periods = (hours ?? []).filter(({ day }) => day === index + 1).map(({ from, to }) => `${from}–${to}`)
    return `<tr><th>${name}</th><td>${periods.length ? esc(periods.join(', ')) : 'closed'}</td></tr>`
  })
  const special = (specialDays ?? []).map(
    ({ date, periods }) =>
      `<tr><th>${esc(date)}</th><td>${periods.length ? esc(periods.map(({ from, to }) => `${from}–${to}`).join(', ')) : 'closed'}</td></tr>`,
  )
  return hours ? `<table><tbody>${[...rows, ...special].join('')}</tbody></table>` : '<p class="soft">Nobody told us the hours yet.</p>'
}

/** A suggestion of a guest, as guides take them. */
const suggestions: Readonly<Record<string, (facts: PlaceFacts) => PlaceFacts | null>> = {
  hours: ({ hours }) => ({ hours: (hours ?? []).map(({ day, from }) => ({ day, from, to: '21:30' })) }),
  phone: () => ({ phone: '+44 20 7946 0000' }),
  right: () => null,
}
const button = (what: string, words: string): string => `<button class="plain" name="what" value="${what}">${words}</button> `

const placePage = (place: Place): Reply => {
  const shown = shownOf(place)
  const { name, address, postalCode, city, phone, website } = shown
  const web = website && /^https?:/.test(website) ? `<p><a href="${esc(website)}" rel="nofollow">${esc(website)}</a></p>` : ''
  return frame(
    name ?? 'A place',
    `<div class="card"><p>${esc([address, postalCode, city].filter(Boolean).join(', '))}</p><p>${esc(phone)}</p>${web}${hoursTable(shown)}</div>` +
      `<form class="card" method="post" action="/places/${esc(place.venueId)}/suggest"><p class="soft">Is something wrong here?</p>` +
      `${button('hours', 'It closes at 21:30')}${button('phone', 'It has another phone')}${button('right', 'All is right again')}</form>`,
  )
}

const listPage = ({ memory }: Places): Reply => {
  const cards = Object.values(memory.places).map((place) => {
    const { name, city } = shownOf(place)
    return `<div class="card"><h2><a href="/places/${esc(place.venueId)}">${esc(name)}</a></h2><p class="soft">${esc(city)}</p></div>`
  })
  return frame(
    'The guide',
    cards.length ? `<div class="grid">${cards.join('')}</div>` : '<div class="card"><p>No place is listed here yet.</p></div>',
  )
}

/** The guide: pages for guests, the same for programs (`.json`), and a side door that changes what stands there. */
export const placeRoutes = (places: Places): Route[] => [
  { method: 'GET', path: '/places', act: () => listPage(places) },
  {
    method: 'GET',
    path: '/places/:id',
    act: ({ params }) => {
      const wantsJson = params['id']!.endsWith('.json')
      const place = places.memory.places[params['id']!.replace(/\.json$/, '')]
      if (!place) return wantsJson ? refusal(404, 'not_found', 'This place is not in our guide.') : nothing()
      return wantsJson ? json(reportOf(place, places.origin())) : placePage(place)
    },
  },
  {
    method: 'POST',
    path: '/places/:id/suggest',
    act: (request) => {
      const id = request.params['id']!
      const place = places.memory.places[id]
      const change = suggestions[formIn(request).get('what') ?? '']
      if (!place || !change) return nothing()
      driftPlace(places, id, change(place.facts))
      return seeOther(`/places/${encodeURIComponent(id)}`)
    },
  },
  { method: 'GET', path: '/admin/places', act: () => json({ places: Object.values(places.memory.places) }) },
  {
    method: 'PUT',
    path: '/admin/places/:id/drift',
    act: (request) => {
      const drift = jsonIn(request) as { facts?: PlaceFacts | null } | undefined
      if (drift?.facts === undefined) return refusal(400, 'invalid', '{ "facts": … } is needed; null = as the hub says')
      return driftPlace(places, request.params['id']!, drift.facts)
        ? json({})
        : refusal(404, 'not_found', 'This place is not in our guide.')
    },
  },
]
