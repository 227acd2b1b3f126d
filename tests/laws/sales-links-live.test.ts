import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOnboarding, type TestOnboarding } from '../build/an-onboarding.ts'
import { aSystem } from '../build/a-system.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue } from '../build/a-venue.ts'
import { aLiveReader, type LiveReader } from '../build/live-reader.ts'

let app: TestApp
let url: string
let parties: TestOnboarding
beforeAll(async () => {
  app = await aTestApp({ addresses: 20, work: true })
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  parties = await anOnboarding(app.container.db)
  const { system, venue } = parties
  await sql`update venues set system_id = ${system.id}, external_id = 'live' where id = ${venue.id}`.execute(app.container.db)
})
afterAll(() => app.close())

const linkOf = async (token: string, venueId: string): Promise<string> => {
  const answer = await app.ask({ method: 'POST', url: '/v1/rms/ai-sales', token, body: { venueId } })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<{ data: { id: string } }>().data.id
}
const ofLinks = ({ heard }: LiveReader) => heard.map(({ message }) => message).filter(({ type }) => type === 'sales_link')

test('ON2: who may read sales links hears of those of his venues at once, also of what he missed, and nobody else hears of any', async () => {
  const { db } = app.container
  const { people, venue } = parties
  const foreign = await aVenue(db)
  const other = await aSystem(db, { venues: [foreign.id] })
  const stranger = await aUser(db, { roles: ['ROLE_MANAGER', 'ROLE_RMS_AGENT'] })
  await sql`insert into system_users (user_id, system_id, created_at) values (${stranger.id}, ${other.id}, now())`.execute(db)
  const tokens = {
    admin: await app.signIn(people.admin),
    rms: await app.signIn(people.rms),
    bc: await app.signIn(people.bc),
    venue: await app.signIn(people.venue),
    stranger: await app.signIn(stranger),
  }
  const readers: LiveReader[] = []
  const opened = async (token: string, after?: string): Promise<LiveReader> => {
    const reader = await aLiveReader(url, token, after)
    readers.push(reader)
    return reader
  }
  try {
    const [admin, rms, bc, house, outside] = [
      await opened(tokens.admin),
      await opened(tokens.rms),
      await opened(tokens.bc),
      await opened(tokens.venue),
      await opened(tokens.stranger),
    ]
    const begun = admin.lastId()
    const id = await linkOf(tokens.rms, venue.id)
    const revoked = await app.ask({ method: 'POST', url: `/v1/rms/ai-sales/${id}/revoke`, token: tokens.rms })
    expect(revoked.statusCode, revoked.body).toBe(200)
    const own = await linkOf(tokens.stranger, foreign.id)
    // What everybody of the case hears, and hears last.
    const edited = await app.ask({
      method: 'PUT',
      url: `/v1/onboarding-requests/${parties.id}`,
      token: tokens.admin,
      body: { version: 1, notes: 'For all to read.', internalNotes: {} },
    })
    expect(edited.statusCode, edited.body).toBe(200)
    for (const reader of [admin, rms, bc, house]) expect(await reader.until(({ message }) => message.type === 'onboarding')).toBeDefined()
    expect(await outside.until(({ message }) => message.id === own)).toBeDefined()

    const message = (kind: string) => expect.objectContaining({ type: 'sales_link', venueId: venue.id, id, kind }) as unknown
    const foreigner = expect.objectContaining({ type: 'sales_link', venueId: foreign.id, id: own, kind: 'created' }) as unknown
    expect(ofLinks(admin)).toEqual([message('created'), message('revoked'), foreigner])
    expect(ofLinks(rms)).toEqual([message('created'), message('revoked')])
    expect(ofLinks(outside)).toEqual([foreigner])
    expect([...ofLinks(bc), ...ofLinks(house)]).toEqual([])
    expect(outside.heard.filter((one) => one.message.type === 'onboarding')).toEqual([])

    // The past is told by the same rules.
    const late = await opened(tokens.rms, begun)
    const deaf = await opened(tokens.bc, begun)
    for (const reader of [late, deaf]) expect(await reader.until((one) => one.message.type === 'onboarding')).toBeDefined()
    expect(ofLinks(late)).toEqual([message('created'), message('revoked')])
    expect(ofLinks(deaf)).toEqual([])
  } finally {
    for (const reader of readers) reader.close()
  }
})
