import { guestKeyOf, stopLink } from '@tablewire/server/features/guest-messages/refusals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let venue: TestVenue
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db, { name: 'Casa <b>Stop</b>' })
})
afterAll(() => testApp.close())

const email = 'stop@guests.test'
const pathOf = (lang: 'en' | 'de'): string => {
  const guestKey = guestKeyOf(venue.id, email)
  const { pathname, search } = new URL(stopLink(testApp.container, { venueId: venue.id, guestKey, kind: 'review' }, lang))
  return pathname + search
}
const ask = (method: string, url: string, body?: string) =>
  testApp.app.inject({
    method: method as 'GET',
    url,
    headers: body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
    ...(body === undefined ? {} : { payload: body }),
  })
const refusals = () => testApp.container.db.selectFrom('guestRefusals').selectAll().where('venueId', '=', venue.id).execute()

test('WI1: mails that a guest may refuse end by one press, his mail program’s or his own; looking ends nothing', async () => {
  for (let n = 0; n < 3; n++) {
    const page = await ask('GET', pathOf('de'))
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toContain('Keine Fragen nach Ihren Besuchen mehr?')
    expect(page.body).not.toContain('<b>Stop')
  }
  expect((await ask('HEAD', pathOf('de'))).statusCode).toBeLessThan(500)
  expect(await refusals()).toEqual([])
  // RFC 8058, as a mail program sends it.
  const pressed = await ask('POST', pathOf('en'), 'List-Unsubscribe=One-Click')
  expect(pressed.statusCode).toBe(200)
  expect(pressed.body).toContain('You will get no more of these mails')
  expect((await ask('POST', pathOf('en'), 'lang=en')).statusCode).toBe(200)
  expect((await refusals()).map(({ kind }) => kind)).toEqual(['review'])
  // The address itself is not kept.
  expect(JSON.stringify(await refusals())).not.toContain('guests.test')
})

test('WI1: a link that we did not make ends nothing', async () => {
  const good = pathOf('en')
  for (const path of [good.replace('review.', 'marketing.'), good.replace(/\.[^.]*\?/, '.x?'), '/book/stop/review.a.b.c', '/book/stop/x'])
    expect([path, (await ask('POST', path, 'List-Unsubscribe=One-Click')).statusCode]).toEqual([path, 404])
  expect(await refusals()).toHaveLength(1)
})
