import { randomUUID } from 'node:crypto'
import { channels } from '@tablewire/contracts/channels/channels'
import { googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import type { Client } from './client.ts'
import type { Dice } from './dice.ts'
import { behaviourRates, cancelShare, changeShare, partySize } from './habits.ts'
import type { Journal } from './journal.ts'
import { linkVenues, need } from './office.ts'

type Account = { key: string; username: string; password: string }
type Office = { client: Client; token: string }
type Opening = { url: string; venueIds: string[] }

const accountKey = 'traffic'
const username = 'maps-booking'

/** The account of earlier runs with a password of this one, or a new account with a channel of its own. */
const openAccount = async ({ client, token }: Office, venueIds: string[]): Promise<Account> => {
  const password = `traffic-${randomUUID()}`
  const known = need(await client.call(googleAccounts.list, {}, { token }), 'Listing the accounts at Google')
  const before = known.find(({ key }) => key === accountKey)
  if (before) {
    const body = { bookingServerPassword: password }
    need(await client.call(googleAccounts.update, { params: { id: before.id }, body }, { token }), 'A password of the account at Google')
    await linkVenues(client, token, { channel: { id: before.channelId, name: before.channelName, token: '' }, venueIds })
    return { key: accountKey, username: before.bookingServerUsername ?? username, password }
  }
  const channel = {
    name: `Google, traffic ${process.pid}`,
    type: 'partner' as const,
    product: 'google' as const,
    rateLimitPerMinute: 1_000_000,
  }
  const { id, name } = need(await client.call(channels.create, { body: channel }, { token }), 'Making a channel of Google')
  await linkVenues(client, token, { channel: { id, name, token: '' }, venueIds })
  const body = {
    key: accountKey,
    name: 'Traffic',
    environment: 'production' as const,
    channelId: id,
    bookingServerUsername: username,
    bookingServerPassword: password,
  }
  need(await client.call(googleAccounts.create, { body }, { token }), 'Making an account at Google')
  return { key: accountKey, username, password }
}

/** A map of Google at which the crowd of this run books. */
export const openMap = async (office: Office, { url, venueIds }: Opening): Promise<Google> => {
  const { key, ...login } = await openAccount(office, venueIds)
  return serveGoogle({
    partner: { server: `${url}/google/${key}`, ...login },
    merchants: venueIds.map((id) => ({ merchant_id: id, name: id })),
  })
}

export type MapVisit = { google: Google; dice: Dice; journal: Journal; venueIds: readonly string[]; turn: () => Promise<void> }

/** Somebody looks at a place on the map and may book there, change and cancel. */
export const visitMap = async ({ google, dice, journal, venueIds, turn }: MapVisit): Promise<void> => {
  const merchantId = dice.pick(venueIds)
  const size = partySize(dice)
  const date = new Date(Date.now() + dice.between(1, 20) * 86_400_000).toISOString().slice(0, 10)
  await turn()
  const { times } = await google.open({ merchantId, date, partySize: Math.min(20, size) })
  const open = times.filter(({ available }) => available)
  if (!open.length) return journal.event('nothing free on the map')
  const candidate = dice.pick(open)
  await turn()
  const clicked = await google.look(merchantId, candidate)
  if ('error' in clicked || !clicked.available[0] || dice.chance(behaviourRates.onlyLooks)) return undefined
  const id = randomUUID()
  const person = { user_id: id, given_name: 'Mapa', family_name: 'Traffic', telephone: '+34 600 111 222', email: `map-${id}@traffic.test` }
  await turn()
  const booked = await google.book({ merchantId, candidate, person, token: id })
  if (!('id' in booked)) return journal.event('failure' in booked ? `map: ${booked.failure.cause}` : 'map: no good answer')
  journal.event('booked on the map')
  if (dice.chance(changeShare)) {
    await turn()
    await google.update(booked, { partySize: dice.between(1, 4) })
  }
  if (!dice.chance(cancelShare((booked.startSec * 1000 - Date.now()) / 86_400_000))) return undefined
  await turn()
  const canceled = await google.update(booked, { status: 'CANCELED' })
  return 'booking' in canceled ? journal.event('canceled on the map') : undefined
}

/** What Google counted, among the figures of the run: an error of its own terms is a broken answer. */
export const closeMap = async (google: Google, journal: Journal): Promise<void> => {
  for (const { method, ms, verdict, words, status, answer } of google.log.calls()) {
    if (method === 'HealthCheck') continue
    if (status === null) journal.connectionError(words)
    else journal.answered(`google.${method}`, ms, verdict === 'ok' ? undefined : words)
    if (verdict === 'error' && status !== null)
      journal.breach({ call: `google.${method}`, request: `POST /v3/${method}`, status, fault: words, answer: answer.slice(0, 600) })
  }
  for (const { about, code, words } of google.log.complaints())
    journal.breach({ call: 'google', request: about, status: 200, fault: `${code}: ${words}`, answer: '' })
  await google.close()
}
