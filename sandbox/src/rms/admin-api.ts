import { json, jsonIn, type Reply, type Route, refusal, seeOther, html } from '../http/router.ts'
import { esc, page } from '../http/page.ts'
import { type Booking, type Status, statuses } from './booking.ts'
import { type Fault, readFault } from './faults.ts'
import { type Api, refusalReply } from './guarded-routes.ts'
import type { Hub, NoticeSender } from './notice-sender.ts'

const hubIn = (given: unknown): Hub | undefined => {
  const { url, token } = (given ?? {}) as Record<string, unknown>
  return typeof url === 'string' && typeof token === 'string' && URL.canParse(url) ? { url, token } : undefined
}

export const setFaults = ({ faults }: Pick<Api, 'faults'>, body: Record<string, unknown> | undefined): Reply => {
  const given = Array.isArray(body?.['faults']) ? (body['faults'] as Record<string, unknown>[]) : undefined
  const read = given?.map((one) => readFault(one))
  if (!read || read.includes(undefined)) return refusal(400, 'invalid', 'faults: a list of { kind, probability?, on?, ms?, times? }')
  faults.set(read as Fault[], typeof body?.['seed'] === 'number' ? body['seed'] : undefined)
  return json({ faults: faults.list() })
}

const changeOf = (body: Record<string, unknown>) => ({
  ...(statuses.includes(body['status'] as Status) ? { status: body['status'] as Status } : {}),
  ...(typeof body['partySize'] === 'number' ? { partySize: body['partySize'] } : {}),
  ...(typeof body['startSec'] === 'number' ? { startSec: body['startSec'] } : {}),
})

/** For tests and benches: the book, fault injection, webhook targets, and changes by the restaurant's staff. */
const adminRoutes = (api: Api, teller: NoticeSender): Route[] => [
  { method: 'GET', path: '/admin/bookings', act: () => json({ bookings: api.book.all() }) },
  {
    method: 'POST',
    path: '/admin/bookings/:id',
    act: (request) => {
      const changed = api.book.change(request.params['id']!, changeOf(jsonIn(request) ?? {}))
      return 'no' in changed ? refusalReply(changed) : json(changed)
    },
  },
  { method: 'GET', path: '/admin/faults', act: () => json({ faults: api.faults.list() }) },
  { method: 'PUT', path: '/admin/faults', act: (request) => setFaults(api, jsonIn(request)) },
  {
    method: 'PUT',
    path: '/admin/hub',
    act: (request) => {
      teller.setHub(hubIn(jsonIn(request)))
      return json({})
    },
  },
  { method: 'GET', path: '/admin/webhooks', act: () => json({ webhooks: teller.sent() }) },
]

const payPage = (booking: Booking): Reply =>
  booking.status === 'requires_payment'
    ? html(
        page(
          { title: 'Pay your deposit', site: 'Sandbox Reservations' },
          `<div class="card"><p>For ${esc(booking.partySize)} people. Nothing is charged: this is a sandbox.</p>` +
            `<form method="post" action="/pay/${esc(booking.id)}"><button>Pay</button></form></div>`,
        ),
      )
    : html(page({ title: 'Thank you', site: 'Sandbox Reservations' }, `<p>The booking is ${esc(booking.status)}.</p>`))

/** Where a guest pays, and the programs' side door. */
export const sideRoutes = (api: Api, teller: NoticeSender): Route[] => [
  ...adminRoutes(api, teller),
  {
    method: 'GET',
    path: '/pay/:id',
    act: ({ params }) => {
      const booking = api.book.get(params['id']!)
      return booking ? payPage(booking) : refusal(404, 'unknown', 'no such booking')
    },
  },
  {
    method: 'POST',
    path: '/pay/:id',
    act: ({ params }) => {
      const paid = api.book.change(params['id']!, { status: 'confirmed' })
      return 'no' in paid ? refusalReply(paid) : seeOther(`/pay/${params['id']}`)
    },
  },
]
