import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

test('RE3: whoever changes what somebody else changed meanwhile is told who it was, and what', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db)
  const { id, version } = await aReservation(db, venue)
  const people = await Promise.all([aUser(db, { companyId: venue.companyId }), aUser(db, { companyId: venue.companyId })])
  const [first, second] = await Promise.all(people.map((one) => testApp.signIn(one)))
  const change = (token: string, body: object) => testApp.ask({ method: 'PATCH', url: `/v1/reservations/${id}`, token, body })
  expect((await change(first!, { notes: 'A', version })).statusCode).toBe(200)
  const refused = await change(second!, { notes: 'B', version })
  expect(refused.json()).toMatchObject({
    code: 'reservation.changed_meanwhile',
    details: { saves: [{ by: expect.stringContaining('Ada') as string, fields: ['notes'] }] },
  })
  const seated = await testApp.ask({ method: 'POST', url: `/v1/reservations/${id}/seat`, token: second!, body: { version } })
  expect(seated.json()).toMatchObject({ code: 'reservation.changed_meanwhile', details: { saves: [{ fields: ['notes'] }] } })
})
