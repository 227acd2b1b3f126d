import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../tests/build/a-test-app.ts'
import { aUser } from '../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../tests/build/a-venue.ts'
import { reportBody } from '../../../tests/laws/a-report.ts'

let testApp: TestApp
let token: string
let report: { id: string; recipients: { id: string }[] }
let url: string
beforeAll(async () => {
  testApp = await aTestApp()
  const { db, ports } = testApp.container
  const companyId = await aCompany(db)
  await aVenue(db, { companyId })
  token = await testApp.signIn(await aUser(db, { companyId }))
  const body = { ...reportBody(), name: '<b>Week</b>', lang: 'de' }
  const made = await testApp.ask({ method: 'POST', url: '/v1/analytics/reports', token, body })
  report = made.json<{ data: typeof report }>().data
  const { id } = report.recipients[0]!
  url = `/v1/analytics/reports/stop/${id}?signature=${ports.secrets.sign('report stop', id)}`
})
afterAll(() => testApp.close())

const stands = async () => {
  const answer = await testApp.ask({ method: 'GET', url: `/v1/analytics/reports/${report.id}`, token })
  const { state, stoppedFor, recipients } = answer.json<{
    data: { state: string; stoppedFor: string | null; recipients: { stoppedAt: string | null }[] }
  }>().data
  return [state, stoppedFor, recipients[0]!.stoppedAt !== null]
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (payload: string, headers: Record<string, string> = form) => testApp.app.inject({ method: 'POST', url, payload, headers })

test('AN3: looking at the link changes nothing and says what would; the button ends it, and the same page begins it again', async () => {
  const looked = await testApp.app.inject({ method: 'GET', url })
  expect(looked.statusCode).toBe(200)
  expect(looked.headers['content-security-policy']).toContain("form-action 'self'")
  expect(looked.body).toContain('Diesen Bericht abbestellen?')
  expect(looked.body).toContain('&lt;b&gt;Week&lt;/b&gt;')
  expect(await stands()).toEqual(['active', null, false])
  const ended = await post('act=stop')
  expect(ended.body).toContain('Wieder an mich senden')
  expect(await stands()).toEqual(['stopped', 'nobody_left', true])
  expect((await testApp.app.inject({ method: 'GET', url })).body).toContain('Wieder an mich senden')
  expect((await post('act=start')).statusCode).toBe(200)
  expect(await stands()).toEqual(['active', null, false])
})

test('AN3: a mail program ends it with one request, in either form it may send (RFC 8058)', async () => {
  expect((await post('List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect(await stands()).toEqual(['stopped', 'nobody_left', true])
  await post('act=start')
  const part = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await post(part, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(200)
  expect(await stands()).toEqual(['stopped', 'nobody_left', true])
  await post('act=start')
})

test('AN3: a link that we did not make opens nothing and says so', async () => {
  for (const bad of [`${url}x`, url.replace(/signature=.*/, ''), '/v1/analytics/reports/stop/x?signature=y']) {
    for (const method of ['GET', 'POST'] as const) expect((await testApp.app.inject({ method, url: bad })).statusCode, bad).toBe(404)
  }
  expect(await stands()).toEqual(['active', null, false])
})
