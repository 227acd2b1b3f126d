import { randomUUID } from 'node:crypto'
import {
  isOpen,
  mayEnd,
  onboardingMoves,
  type OnboardingSide,
  onboardingStatuses,
  type OnboardingStatus,
  type Requester,
} from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { anOnboarding, type TestOnboarding } from '../build/an-onboarding.ts'
import { aSystem } from '../build/a-system.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'

let app: TestApp
let parties: TestOnboarding
type Actor = { name: string; side: OnboardingSide | 'stranger'; base: string; token?: string; key?: string }
let actors: Actor[]
beforeAll(async () => {
  app = await aTestApp({ addresses: 100 })
  const { db } = app.container
  parties = await anOnboarding(db)
  const { people, system, channel } = parties
  const [base, bc, rms] = ['/v1/onboarding-requests', '/v1/bc/onboarding-requests', '/v1/rms/onboarding-requests']
  actors = [
    { name: 'key of the system', side: 'rms', base: rms, token: system.key },
    { name: 'key of the channel', side: 'bc', base: bc, key: channel.key },
    { name: 'agent of the system', side: 'rms', base, token: await app.signIn(people.rms) },
    { name: 'agent of the channel', side: 'bc', base, token: await app.signIn(people.bc) },
    { name: 'manager of the venue', side: 'venue', base, token: await app.signIn(people.venue) },
    { name: 'administrator', side: 'admin', base, token: await app.signIn(people.admin) },
    { name: 'another system', side: 'stranger', base: rms, token: (await aSystem(db)).key },
    { name: 'another channel', side: 'stranger', base: bc, key: (await aChannel(db)).key },
  ]
})
afterAll(() => app.close())

const own = { rms: 'RMS-SECRET of the system', bc: 'BC-SECRET of the channel' }
/** In that state, as the database lets it get there. */
const requestIn = async (status: OnboardingStatus, requester: Requester): Promise<{ id: string; version: number }> => {
  const { db } = app.container
  const id = randomUUID()
  const confirmed = status === 'bc_activation' || status === 'live'
  const first = confirmed ? 'bc_activation' : isOpen(status) ? status : 'rms_activation'
  // One venue has one open request with a channel.
  await sql`update onboarding_requests set status = 'canceled', cancellation_reason = 'over', version = version + 1
    where channel_id = ${parties.channel.id} and status in ('rms_activation', 'restaurant_activation', 'bc_activation')`.execute(db)
  await sql`
    insert into onboarding_requests (id, requested_at, requester, system_id, channel_id, venue_id, rms_venue_id, venue_name, rms_notes, bc_notes, status, status_since,
      restaurant_confirmed_at, terms_version, created_by)
    values (${id}, now(), ${requester}, ${parties.system.id}, ${parties.channel.id}, ${parties.venue.id}, ${first === 'rms_activation' ? null : id}, 'Casa', ${own.rms},
      ${own.bc}, ${first}, now(), ${confirmed ? new Date().toISOString() : null}, ${confirmed ? '1' : null}, 'test')`.execute(db)
  if (first === status) return { id, version: 1 }
  await sql`update onboarding_requests set status = ${status}, version = 2, cancellation_reason = ${status === 'canceled' ? 'over' : null},
    reject_reason = ${status === 'rejected' ? 'over' : null}, visible_at = now(), available_at = now(), onboarded_at = now() where id = ${id}`.execute(
    db,
  )
  return { id, version: 2 }
}

const acts = ['rmsVenueId', 'bookingChannelVenueId', 'canceled', 'rejected'] as const
type Act = (typeof acts)[number]
type Expected = { code: string } | { status: OnboardingStatus }
/** What the rules say; the table of moves says it once more below. */
const expected = (side: Actor['side'], act: Act, status: OnboardingStatus, requester: Requester): Expected => {
  if (side === 'stranger') return { code: 'onboarding.not_found' }
  const isEnd = act === 'canceled' || act === 'rejected'
  const may = isEnd ? mayEnd(act, { side, requester }) : side === 'admin' || side === (act === 'rmsVenueId' ? 'rms' : 'bc')
  if (!may) return { code: isEnd ? 'onboarding.ends_otherwise' : 'onboarding.id_of_other_side' }
  if (!isOpen(status)) return { code: 'onboarding.state_wrong' }
  if (isEnd) return { status: act }
  return { status: act === 'rmsVenueId' ? 'restaurant_activation' : status }
}
const legal = new Set(onboardingMoves.map(({ from, to }) => `${from} ${to}`))

const attempt = async ({ base, token, key, side }: Actor, act: Act, { id, version }: { id: string; version: number }) => {
  const isEnd = act === 'canceled' || act === 'rejected'
  const path = isEnd ? (act === 'canceled' ? 'cancel' : 'reject') : 'ids'
  const body = { version, ...(isEnd ? { reason: 'Because.' } : { [act]: randomUUID() }) }
  const answer = await app.ask({ method: 'POST', url: `${base}/${id}/${path}`, ...(token ? { token } : {}), ...(key ? { key } : {}), body })
  for (const [of, text] of Object.entries(own))
    if (side !== of && side !== 'admin') expect(answer.body, `${side} reads the notes of ${of}`).not.toContain(text)
  return answer
}

/** Keys have addresses on which only their own side's id can be named at all. */
const isOffered = ({ base }: Actor, act: Act): boolean =>
  !(base.startsWith('/v1/rms') && act === 'bookingChannelVenueId') && !(base.startsWith('/v1/bc') && act === 'rmsVenueId')

test.each(onboardingStatuses)(
  'ON3: every actor tries every move of a request that is %s, and only what the tables allow happens',
  async (status) => {
    for (const requester of ['rms', 'bc'] as const)
      for (const act of acts)
        for (const actor of actors.filter((one) => isOffered(one, act))) {
          const what = `${actor.name}: ${act} of one by ${requester}`
          const request = await requestIn(status, requester)
          const answer = await attempt(actor, act, request)
          const wanted = expected(actor.side, act, status, requester)
          const { rows } = await sql<{ status: OnboardingStatus; version: number }>`
          select status, version from onboarding_requests where id = ${request.id}`.execute(app.container.db)
          const [after] = rows
          if ('code' in wanted) {
            expect([what, answer.json<{ code?: string }>().code]).toEqual([what, wanted.code])
            expect([what, after]).toEqual([what, { status, version: request.version }])
          } else {
            expect([what, answer.statusCode, after!.status]).toEqual([what, 200, wanted.status])
            if (after!.status !== status) expect(legal).toContain(`${status} ${after!.status}`)
          }
        }
  },
)

test('ON3: the database itself refuses every move that its table does not hold', async () => {
  for (const from of onboardingStatuses)
    for (const to of onboardingStatuses.filter((one) => one !== from && !legal.has(`${from} ${one}`))) {
      const { id } = await requestIn(from, 'rms')
      const moved = sql`update onboarding_requests set status = ${to}, version = version + 1 where id = ${id}`.execute(app.container.db)
      await expect(moved, `${from} to ${to}`).rejects.toThrow(/does not go from|violates check/)
    }
})
