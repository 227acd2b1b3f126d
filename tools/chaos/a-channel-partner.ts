import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, aCaller, type Caller, type CallOptions } from '../../tests/build/a-caller.ts'
import type { Dice } from '../traffic/dice.ts'

/** A partner's view of one booking: its last known state, from an answer or from reading it after a webhook. */
export type PartnerBooking = {
  id: string
  status: string
  partySize: number
  date: number
  email: string | null
  /** Told no more than confirmed, canceled and the like: neither who sits at the table nor what the restaurant changed. */
  coarse?: boolean
}
export type BookingRequest = { venueId: string; date: number; partySize: number; email: string; byHold: boolean }
export type Ledger = {
  /** By the hub's id. */
  kept: Map<string, PartnerBooking>
  /** E-mail of every guest whose booking was acknowledged to the channel. */
  promised: Map<string, string>
  /** Guests the channel gave up on without an answer: the booking may exist or not, once at most. */
  abandoned: Set<string>
  requested: number
  /** By the code of the refusal. */
  refused: Map<string, number>
  unclear: number
  again: number
  webhooks: number
  repeatedWebhooks: number
  unexpected: string[]
}
/** What a partner is given when it is taken on. */
export type Contract = { key: string; hubs: readonly string[]; venueIds: readonly string[] }
export type Partner = {
  ledger: Ledger
  /** `hubs`: addresses of the hub's processes, whoever answers is as good as any other. */
  begin(contract: Contract): void
  /** Where it receives webhooks. */
  webhookUrl: string
  useSecret(secret: string): void
  /** Books `count` times with changes and cancellations in between. */
  work(count: number): Promise<void>
  close(): Promise<void>
}
export type PartnerOptions = {
  /** Unix seconds of bookable starts. */
  starts: readonly number[]
  dice: Dice
  signed: (headers: IncomingMessage['headers'], body: string, secret: string) => boolean
}

export const emptyLedger = (): Ledger => ({
  kept: new Map(),
  promised: new Map(),
  abandoned: new Set(),
  requested: 0,
  refused: new Map(),
  unclear: 0,
  again: 0,
  webhooks: 0,
  repeatedWebhooks: 0,
  unexpected: [],
})

const patienceMs = 120_000
const refusals = new Set([
  'slot.taken',
  'slot.closed',
  'slot.past',
  'slot.too_soon',
  'hold.expired',
  'party.too_large',
  'remote.given_up',
  'remote.refused',
  'remote.unreachable',
])
const finals = new Set(['reservation.final', 'reservation.move_illegal', 'reservation.cancel_too_late', 'reservation.not_found'])

type PartnerState = PartnerOptions & {
  ledger: Ledger
  callers: readonly Caller[]
  venueIds: readonly string[]
  reading: Map<string, Promise<unknown>>
}

/** Retries at any of the hub's processes until there is an answer, always with the same idempotency key. */
const insist = async ({ callers, dice, ledger }: PartnerState, path: string, sent: CallOptions): Promise<Answer> => {
  const until = performance.now() + patienceMs
  const idempotencyKey = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const answer = await dice
      .pick(callers)(path, { ...sent, idempotencyKey })
      .catch(() => undefined)
    const again =
      !answer || answer.status === 429 || answer.status === 500 || answer.body['code'] === 'key.in_flight' || answer.status === 503
    if (!again) return answer
    ledger.again++
    // A change with an unknown outcome is not retried: the booking is read instead.
    if (answer?.status === 503 && answer.body['code'] !== 'server.unavailable') return answer
    if (performance.now() > until) throw new Error(`no answer to ${path} for ${patienceMs / 1000} s: ${JSON.stringify(answer?.body)}`)
    await sleep(50 + dice.between(0, 200))
  }
}

const keep = ({ ledger }: PartnerState, { body }: Answer): PartnerBooking => {
  const contact = body['contact'] as { email: string | null }
  const kept = {
    id: String(body['id']),
    status: String(body['status']),
    partySize: Number(body['partySize']),
    date: Number(body['date']),
    email: contact.email,
  }
  ledger.kept.set(kept.id, kept)
  return kept
}

const judged = (partner: PartnerState, answer: Answer, allowed: ReadonlySet<string>): boolean => {
  if (answer.status < 300) return true
  const code = String(answer.body['code'])
  if (answer.status === 503) partner.ledger.unclear++
  else if (allowed.has(code)) partner.ledger.refused.set(code, (partner.ledger.refused.get(code) ?? 0) + 1)
  else partner.ledger.unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`)
  return false
}

const book = async (partner: PartnerState): Promise<void> => {
  const { dice, ledger, venueIds, starts } = partner
  const request: BookingRequest = {
    venueId: dice.pick(venueIds),
    date: dice.pick(starts),
    partySize: dice.weighted([
      [1, 1],
      [2, 6],
      [3, 2],
      [4, 2],
      [6, 1],
    ]),
    email: `guest-${randomUUID()}@chaos.test`,
    byHold: dice.chance(0.6),
  }
  const place = { venueId: request.venueId, date: request.date, partySize: request.partySize }
  const contact = { firstname: 'Lena', lastname: 'Brandt', email: request.email, telephone: `346${dice.between(10_000_000, 99_999_999)}` }
  ledger.requested++
  let path = 'booking'
  let sent: CallOptions = { body: { ...place, contact } }
  if (request.byHold) {
    const held = await insist(partner, 'pending-booking', { body: place })
    if (!judged(partner, held, refusals)) return
    path = `pending-booking/${String(held.body['id'])}`
    sent = { method: 'PUT', body: { contact } }
  }
  if (dice.chance(0.03)) {
    // The partner's own server crashes during the call, and forgets it.
    ledger.abandoned.add(request.email)
    void dice
      .pick(partner.callers)(path, { ...sent, idempotencyKey: randomUUID() })
      .catch(() => undefined)
    return
  }
  const answer = await insist(partner, path, sent)
  if (!judged(partner, answer, refusals)) return
  const kept = await keepNewest(partner, answer)
  ledger.promised.set(request.email, kept.id)
}

const another = async (partner: PartnerState): Promise<void> => {
  const { dice, ledger } = partner
  const open = [...ledger.kept.values()].filter(({ status }) => status === 'confirmed' || status === 'pending')
  if (open.length === 0) return
  const kept = dice.pick(open)
  const answer = dice.chance(0.5)
    ? await insist(partner, `booking/${kept.id}/cancel`, { method: 'PUT', body: { cancelActor: 'guest', cancelReason: 'Changed plans' } })
    : await insist(partner, `booking/${kept.id}`, {
        method: 'PUT',
        body: dice.chance(0.5) ? { partySize: dice.between(1, 4) } : { date: dice.pick(partner.starts) },
      })
  if (judged(partner, answer, new Set([...refusals, ...finals]))) await keepNewest(partner, answer)
}

/** An answer may be stale, a replayed one above all: the current state is read. */
const keepNewest = async (partner: PartnerState, answer: Answer): Promise<PartnerBooking> => {
  const id = String(answer.body['id'])
  for (let tries = 0; tries < 40 && !(await reread(partner, id)); tries++) await sleep(250)
  return partner.ledger.kept.get(id) ?? keep(partner, answer)
}

/**
 * Reads the booking a webhook names; while the hub is down the webhook fails, and is retried. Reads of one booking are serialized, so that the last
 * is the newest.
 */
const reread = async (partner: PartnerState, id: string): Promise<boolean> => {
  const mine = (partner.reading.get(id) ?? Promise.resolve()).then(() => readNow(partner, id))
  partner.reading.set(id, mine)
  return mine
}

const readNow = async (partner: PartnerState, id: string): Promise<boolean> => {
  const answer = await partner.dice
    .pick(partner.callers)(`booking/${id}`)
    .catch(() => undefined)
  if (answer?.status !== 200) return false
  keep(partner, answer)
  return true
}

/** A simulated booking partner with a server of its own: it calls, retries, gives up now and then, and reads what a webhook names. */
export const aChannelPartner = async (options: PartnerOptions): Promise<Partner> => {
  const ledger = emptyLedger()
  const partner: PartnerState = { ...options, ledger, callers: [], venueIds: [], reading: new Map() }
  const seen = new Set<string>()
  let secret = ''
  const receive = async (request: IncomingMessage): Promise<{ status: number; body?: string }> => {
    const body = await text(request)
    const sent = JSON.parse(body) as Record<string, unknown>
    if (typeof sent['challenge'] === 'string') return { status: 200, body: JSON.stringify({ challenge: sent['challenge'] }) }
    if (!options.signed(request.headers, body, secret)) {
      ledger.unexpected.push('a webhook with a wrong signature')
      return { status: 401 }
    }
    ledger.webhooks++
    const event = String(sent['event_id'])
    if (seen.has(event)) ledger.repeatedWebhooks++
    // Now and then the partner is down, or its answer is lost after the work was done.
    if (options.dice.chance(0.05)) return { status: 500 }
    if (sent['entity'] === 'booking' && !(await reread(partner, String(sent['entity_id'])))) return { status: 503 }
    seen.add(event)
    return { status: options.dice.chance(0.03) ? 500 : 200 }
  }
  const server = createServer((request, response) => {
    receive(request).then(
      ({ status, body = '' }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    ledger,
    begin: ({ key, hubs, venueIds }) =>
      void Object.assign(partner, { callers: hubs.map((url) => aCaller(`${url}/v1/bc/`, { 'x-token': key })), venueIds }),
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    useSecret: (given) => void (secret = given),
    work: async (count) => {
      for (let made = 0; made < count; made++) {
        await book(partner)
        if (options.dice.chance(0.3)) await another(partner)
      }
    },
    close: () => new Promise((done) => void server.close(() => done())),
  }
}
