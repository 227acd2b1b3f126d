import {
  formIn,
  html,
  json,
  jsonIn,
  listen,
  type Listening,
  type ListenOptions,
  refusal,
  type Reply,
  type Route,
  seeOther,
} from '../http/router.ts'
import { type Access, isSigned, tellReply, tellReport } from './hub.ts'
import { phonePage, phonesPage } from './phone-pages.ts'
import { whatsappRoutes } from './whatsapp.ts'
import { type Habit, makePhones, type Phones, type Report, type Shown } from './phones.ts'

export type Texts = Listening & {
  phones: Phones
  access: Access
  /** What the next calls are answered, before they are taken: a status, or none at all. */
  next: (number | 'hang' | 'lost')[]
  sendUrl: string
  kannelUrl: string
  whatsappUrl: string
  reply(number: string, text: string): Promise<number>
}

const plain = (status: number, body: string): Reply => ({ status, headers: { 'content-type': 'text/plain' }, body })
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Soon, not within the call: a carrier takes its time. */
const soonMs = 150

type Carrier = Pick<Texts, 'phones' | 'access' | 'next' | 'reply'> & {
  settle(id: string, state: Report): Promise<void>
  take(to: string, text: Pick<Shown, 'text' | 'ref' | 'deliveryUrl'>): void
}

const makeCarrier = (access: Partial<Access>): Carrier => {
  const phones = makePhones()
  const known: Access = {
    secret: 'not yet introduced',
    username: 'hub',
    inboundUrl: null,
    numberId: '106540352242922',
    appSecret: 'not yet introduced',
    ...access,
  }
  const settle = async (id: string, state: Report): Promise<void> => {
    const shown = phones.find(id)
    if (!shown || shown.state !== 'sent') return
    shown.state = state
    if (shown.deliveryUrl) await tellReport(known, shown, state).catch(() => 0)
  }
  return {
    phones,
    access: known,
    next: [],
    settle,
    take: (to, text) => {
      const { shown, fresh } = phones.take(to, text)
      const habit = phones.habit()
      if (fresh && habit !== 'wait') setTimeout(() => void settle(shown.id, habit), soonMs).unref()
    },
    reply: async (number, text) => tellReply(known, number, phones.write(number, text)),
  }
}

/** Before it is taken; `lost` takes it and answers nothing. */
const orFault = ({ next }: Carrier, taking: () => Reply): Reply => {
  const one = next.shift()
  if (one === undefined) return taking()
  if (one === 'lost') taking()
  return typeof one === 'number' ? refusal(one, 'said', 'As wished.') : one === 'lost' ? 'cut' : 'hang'
}

const gatewayRoutes = (carrier: Carrier): Route[] => [
  {
    method: 'POST',
    path: '/send',
    act: (request) => {
      const body = jsonIn(request)
      if (!body || !isSigned(textIn(request.headers['tablewire-signature']), request.text, carrier.access.secret))
        return refusal(401, 'signature', 'This is not signed with our secret.')
      const to = textIn(body['to'])
      if (!/^\+\d{6,15}$/.test(to)) return refusal(422, 'number', 'This is no number.')
      return orFault(carrier, () => {
        carrier.take(to, { text: textIn(body['text']), ref: textIn(body['id']), deliveryUrl: textIn(body['deliveryUrl']) })
        return json({ id: textIn(body['id']) }, 202)
      })
    },
  },
  {
    method: 'GET',
    path: '/cgi-bin/sendsms',
    act: ({ query }) => {
      const field = (name: string): string => query.get(name) ?? ''
      if (field('username') !== carrier.access.username || field('password') !== carrier.access.secret)
        return plain(403, 'Authorization failed for sendsms')
      if (!field('to')) return plain(400, 'Missing receiver number, rejected')
      const deliveryUrl = field('dlr-url')
      return orFault(carrier, () => {
        carrier.take(field('to'), { text: field('text'), ref: deliveryUrl, deliveryUrl })
        return plain(202, '0: Accepted for delivery')
      })
    },
  },
]

const pageRoutes = ({ phones, reply, settle }: Carrier): Route[] => [
  { method: 'GET', path: '/', act: () => phonesPage(phones) },
  { method: 'GET', path: '/phones/:number', act: ({ params }) => phonePage(phones, params['number']!) },
  {
    method: 'POST',
    path: '/phones/:number',
    act: async (request) => {
      const number = request.params['number']!
      const text = formIn(request).get('text') ?? ''
      if (text) await reply(number, text).catch(() => 0)
      return seeOther(`/phones/${encodeURIComponent(number)}`)
    },
  },
  {
    method: 'POST',
    path: '/habit',
    act: (request) => {
      const habit = (['delivered', 'failed', 'wait'] satisfies Habit[]).find((one) => one === formIn(request).get('habit'))
      if (habit) phones.become(habit)
      return seeOther('/')
    },
  },
  {
    method: 'POST',
    path: '/texts/:id/report',
    act: async (request) => {
      const id = request.params['id']!
      const state = formIn(request).get('state')
      if (state === 'delivered' || state === 'failed') await settle(id, state)
      const number = phones.numbers().find((one) => phones.on(one).some((shown) => shown.id === id))
      return number === undefined ? html('', 404) : seeOther(`/phones/${encodeURIComponent(number)}`)
    },
  },
  {
    method: 'GET',
    path: '/admin/texts',
    act: () => json({ phones: Object.fromEntries(phones.numbers().map((number) => [number, phones.on(number)])) }),
  },
]

/** A text gateway of our own: takes texts as JSON and as Kannel does, shows them on phones, and tells what becomes of them. */
export const serveTexts = async ({ access = {}, ...options }: ListenOptions & { access?: Partial<Access> } = {}): Promise<Texts> => {
  const carrier = makeCarrier(access)
  const { phones, access: known, next, reply } = carrier
  const listening = await listen(
    [...gatewayRoutes(carrier), ...whatsappRoutes(carrier, (taking) => orFault(carrier, taking)), ...pageRoutes(carrier)],
    options,
  )
  const { origin } = listening
  return {
    ...listening,
    phones,
    access: known,
    next,
    reply,
    sendUrl: `${origin}/send`,
    kannelUrl: `${origin}/cgi-bin/sendsms`,
    whatsappUrl: `${origin}/whatsapp`,
  }
}
