import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, asChannel, type Caller, type CallOptions, type Watch } from './a-caller.ts'
import { dayFromNow, instantAt } from './a-reservation.ts'
import type { SmallVenue } from './small-venue.ts'

/** What a client was told about one booking it wanted; nothing in it is a guess. */
export type Entry = {
  email: string
  channelId: string
  date: number
  partySize: number
  byHold: boolean
  /** The answer that acknowledged it. */
  booking: { id: string; reference: string }
  canceled: boolean
}
export type Ledger = {
  entries: Entry[]
  refused: number
  /** Requests that got no answer at first and were sent again. */
  lost: number
  /** Answers nobody should ever get. */
  unexpected: string[]
}

const evenings = 2
const times = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']
const outageMs = 240_000
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

type Client = { call: Caller; channelId: string; house: SmallVenue; ledger: Ledger; mine: Entry[] }

/** Asks until there is an answer, always with the same key: that is all a client needs to do about a server that dies. */
const insist = async ({ call, ledger }: Client, path: string, sent: CallOptions): Promise<Answer> => {
  const until = performance.now() + outageMs
  const idempotencyKey = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const answer = await call(path, { ...sent, idempotencyKey }).catch(() => undefined)
    const again = answer === undefined || answer.status === 503 || answer.body['code'] === 'key.in_flight'
    if (!again) return answer
    if (!answer && attempt === 1) ledger.lost++
    if (performance.now() > until) throw new Error(`no answer to ${path} for ${outageMs} ms`)
    await sleep(100)
  }
}

/** True when it was done; false when it was refused as it may be. */
const done = ({ ledger }: Client, { status, body }: Answer, refusals: readonly string[]): boolean => {
  if (status === 200 || status === 201) return true
  if (refusals.includes(String(body['code']))) ledger.refused++
  else ledger.unexpected.push(`${status} ${JSON.stringify(body)}`)
  return false
}

const book = async (client: Client): Promise<void> => {
  const { house, ledger, mine, channelId } = client
  const day = dayFromNow(1 + Math.floor(Math.random() * evenings), house)
  const request = {
    email: `guest-${randomUUID()}@crash.test`,
    channelId,
    date: Date.parse(instantAt(house, day, pick(times))) / 1000,
    partySize: pick([1, 2, 2, 2, 3, 4]),
    byHold: Math.random() < 0.5,
  }
  const place = { venueId: house.venueId, date: request.date, partySize: request.partySize }
  const contact = { firstname: 'Lena', lastname: 'Brandt', email: request.email }
  let answer: Answer
  if (request.byHold) {
    const held = await insist(client, 'pending-booking', { body: place })
    if (!done(client, held, ['slot.taken'])) return
    answer = await insist(client, `pending-booking/${String(held.body['id'])}`, { method: 'PUT', body: { contact } })
    if (!done(client, answer, ['hold.expired'])) return
  } else {
    answer = await insist(client, 'booking', { body: { ...place, contact } })
    if (!done(client, answer, ['slot.taken'])) return
  }
  const booking = { id: String(answer.body['id']), reference: String(answer.body['reference']) }
  const entry: Entry = { ...request, booking, canceled: false }
  ledger.entries.push(entry)
  mine.push(entry)
}

const cancel = async (client: Client): Promise<void> => {
  const entry = pick(client.mine)
  client.mine.splice(client.mine.indexOf(entry), 1)
  const answer = await insist(client, `booking/${entry.booking.id}/cancel`, { method: 'PUT', body: { cancelActor: 'guest' } })
  entry.canceled = done(client, answer, [])
}

export type Traffic = { ledger: Ledger; stop(): Promise<Ledger> }

/** Clients of every channel that hold, book and cancel until stopped; the ledger holds what they were promised. */
export const startTraffic = (
  house: SmallVenue,
  { url, clientsPerChannel, watch }: { url: string; clientsPerChannel: number; watch?: Watch },
): Traffic => {
  const ledger: Ledger = { entries: [], refused: 0, lost: 0, unexpected: [] }
  const stopped = new AbortController()
  const run = async (client: Client): Promise<void> => {
    while (!stopped.signal.aborted) await (client.mine.length > 0 && Math.random() < 0.35 ? cancel(client) : book(client))
  }
  const running = house.channels.flatMap(({ id, key }) =>
    Array.from({ length: clientsPerChannel }, () => run({ call: asChannel(url, key, watch), channelId: id, house, ledger, mine: [] })),
  )
  // Heard at `stop`; a client that gives up earlier must not end the process.
  for (const one of running) one.catch(() => undefined)
  return {
    ledger,
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
      return ledger
    },
  }
}
