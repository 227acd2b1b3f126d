import { abilityOf, Permission } from '@tablewire/contracts/identity/access'
import { endpoints } from '@tablewire/contracts/all'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue } from '../build/a-venue.ts'
import { fill } from '../laws/world.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

const withRight = endpoints.flatMap((endpoint) => (typeof endpoint.can === 'object' ? [{ endpoint, right: endpoint.can }] : []))

test.each([...Permission.options.map((area) => [area]), []])(
  'AC6: the server refuses a manager of area "%s" exactly what the shared function does not allow',
  async (...areas) => {
    const permissions = areas.filter((area) => area !== undefined)
    const companyId = await aCompany(testApp.container.db)
    const token = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_MANAGER'], companyId, permissions }))
    const ability = abilityOf({ roles: ['ROLE_MANAGER'], permissions })
    for (const { endpoint, right } of withRight) {
      const answer = await testApp.ask({ method: endpoint.method, url: fill(endpoint, {}), token })
      const denied = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'access.denied'
      expect([endpoint.id, denied]).toEqual([endpoint.id, !ability.can(...right)])
    }
  },
)

test('AC6: a manager of chosen venues sees and changes those, and the others do not exist', async () => {
  const { db } = testApp.container
  const companyId = await aCompany(db)
  const [mine, other] = [await aVenue(db, { companyId }), await aVenue(db, { companyId })]
  const everything = { roles: ['ROLE_MANAGER' as const], permissions: [...Permission.options], companyId }
  const limited = await testApp.signIn(await aUser(db, { ...everything, venues: [mine.id] }))
  const whole = await testApp.signIn(await aUser(db, everything))
  const seen = async (token: string) =>
    (await testApp.ask({ method: 'GET', url: '/v1/rms/venues?filters[limit]=-1', token }))
      .json<{ data: Venue[] }>()
      .data.map(({ id }) => id)
  expect(await seen(limited)).toEqual([mine.id])
  expect((await seen(whole)).toSorted()).toEqual([mine.id, other.id].toSorted())
  const put = (id: string) => testApp.ask({ method: 'PUT', url: `/venues/${id}`, token: limited, body: { city: 'Sevilla' } })
  const [own, foreign] = [await put(mine.id), await put(other.id)]
  expect([own.statusCode, foreign.statusCode]).toEqual([200, 404])
  const book = await testApp.ask({ method: 'GET', url: `/v1/venues/${other.id}/book`, token: limited })
  expect(book.statusCode).toBe(404)
})

test('AC4: the messages of the normal form, to the letter', async () => {
  const { db } = testApp.container
  const ask = (user: { email: string; password: string }) =>
    testApp.ask({
      method: 'POST',
      url: '/v2/token',
      body: {
        grant_type: 'password',
        client_id: 'portal',
        client_secret: 'portal',
        scope: null,
        username: user.email,
        password: user.password,
      },
    })
  const alone = await ask(await aUser(db, { roles: ['ROLE_SUPER_ADMIN'] }))
  expect([alone.statusCode, alone.json()]).toEqual([
    403,
    { message: 'This user dont have access', code: 'access.no_role', requestId: expect.any(String) },
  ])
  for (const roles of [['ROLE_RMS_AGENT'], ['ROLE_BC_AGENT']] as const)
    expect((await ask(await aUser(db, { roles: [...roles] }))).statusCode).toBe(403)
  const both = await ask(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  expect(both.statusCode).toBe(200)
})
