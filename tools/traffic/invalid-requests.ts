import { randomUUID } from 'node:crypto'
import { bc } from '@tablewire/contracts/channels/channel-api'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { GuestEnvironment } from './guest.ts'
import { someContact } from './people.ts'

type Nonsense = {
  name: string
  endpoint: Endpoint
  codes: readonly ErrorCode[]
  say: (stage: GuestEnvironment) => Promise<{ ok: boolean; code?: string }>
}

const tomorrow = (): number => Math.floor(Date.now() / 900_000) * 900 + 86_400
const place = ({ dice, venues }: GuestEnvironment) => ({ venueId: dice.pick(venues).id, partySize: 2, date: tomorrow() })

/** Requests that must be refused, and how. */
const kinds: readonly Nonsense[] = [
  {
    name: 'a party of nobody',
    endpoint: bc.hold,
    codes: ['request.invalid'],
    say: (stage) => stage.client.call(bc.hold, { body: { ...place(stage), partySize: 0 } }, { token: stage.channel.token }),
  },
  {
    name: 'a party of ten thousand',
    endpoint: bc.hold,
    codes: ['request.invalid'],
    say: (stage) => stage.client.call(bc.hold, { body: { ...place(stage), partySize: 10_000 } }, { token: stage.channel.token }),
  },
  {
    name: 'a meal in the past',
    endpoint: bc.book,
    codes: ['slot.past', 'slot.closed', 'area.required'],
    say: (stage) =>
      stage.client.call(
        bc.book,
        { body: { ...place(stage), date: tomorrow() - 3 * 86_400, contact: someContact(stage.dice) } },
        { token: stage.channel.token },
      ),
  },
  {
    name: 'an unknown venue',
    endpoint: bc.availability,
    codes: ['venue.not_found'],
    say: (stage) =>
      stage.client.call(bc.availability, { query: { ...place(stage), venueId: randomUUID() } }, { token: stage.channel.token }),
  },
  {
    name: 'an unknown hold',
    endpoint: bc.commit,
    codes: ['hold.not_found'],
    say: (stage) =>
      stage.client.call(
        bc.commit,
        { params: { id: randomUUID() }, body: { contact: someContact(stage.dice) } },
        { token: stage.channel.token },
      ),
  },
  {
    name: 'an unknown booking',
    endpoint: bc.cancel,
    codes: ['reservation.not_found'],
    say: (stage) =>
      stage.client.call(bc.cancel, { params: { id: randomUUID() }, body: { cancelActor: 'guest' } }, { token: stage.channel.token }),
  },
  {
    name: 'a wrong key',
    endpoint: bc.venues,
    codes: ['channel_key.invalid'],
    say: (stage) => stage.client.call(bc.venues, { query: {} }, { token: `wrong-${randomUUID()}` }),
  },
  { name: 'no key', endpoint: bc.venues, codes: ['channel_key.invalid'], say: (stage) => stage.client.call(bc.venues, { query: {} }, {}) },
]

/** Sends one request that makes no sense; being taken for good, or refused in another way than documented, is a breach. */
export const sendInvalidRequests = async (stage: GuestEnvironment): Promise<void> => {
  const { name, endpoint, codes, say } = stage.dice.pick(kinds)
  const reply = await say(stage)
  stage.journal.event('nonsense')
  if (reply.ok) stage.client.wrong(endpoint, `${name} is accepted`, reply)
  else if (!codes.some((code) => code === reply.code))
    stage.client.wrong(endpoint, `${name} is refused as ${reply.code} instead of ${codes.join(' or ')}`, reply)
}
