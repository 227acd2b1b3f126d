import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailServer, type MailServer } from '../../../../tests/build/a-mail-server.ts'
import { aCaller, asChannel, asUser, type Caller } from '../../../../tests/build/a-caller.ts'
import { dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../../../../tests/build/a-server.ts'
import { aSmallVenue, type SmallVenue } from '../../../../tests/build/small-venue.ts'

let mails: MailServer
let server: TestServer
let house: SmallVenue
let admin: Caller
const port = 20_000 + Math.floor(Math.random() * 9000)
beforeAll(async () => {
  mails = await aMailServer()
  server = await aServer({
    env: {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Tables <no-reply@tables.test>',
      REPLY_DOMAIN: 'Reply.tables.test',
      REPLY_LISTEN: `smtp://127.0.0.1:${port}`,
    },
  })
  house = await aSmallVenue(server.url, 1)
  admin = await asUser(server.url, firstAdmin)
})
afterAll(async () => {
  await server.stop()
  await mails.close()
})

let day = 0
const book = async (): Promise<{ id: string; email: string; from: string }> => {
  const email = `${randomUUID()}@gone.test`
  const { status, body } = await asChannel(server.url, house.channels[0]!.key)('booking', {
    body: {
      venueId: house.venueId,
      date: Date.parse(instantAt(house, dayFromNow(++day, house), '19:00')) / 1000,
      partySize: 1,
      contact: { firstname: 'Lena', lastname: 'Brandt', email },
    },
  })
  expect(status).toBe(201)
  const mine = () => mails.taken.find(({ to }) => to === email)
  await expect.poll(mine, { interval: 50 }).toBeDefined()
  return { id: String(body['id']), email, from: mine()!.from }
}

/** As Postfix writes one. */
const report = (email: string, { action, status = '5.1.1', said }: { action: string; status?: string; said?: string }): string =>
  [
    'From: MAILER-DAEMON@relay.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--b1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.test',
    'X-Postfix-Queue-ID: 4XYZ',
    '',
    `Final-Recipient: rfc822; ${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(said === undefined ? [] : [`Diagnostic-Code: smtp; ${said}`]),
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    `To: ${email}`,
    'Subject: Your table',
    '',
    'Hello',
    '--b1--',
    '',
  ].join('\r\n')

/** Handed over as a mail server does it: nobody is its sender. */
const handOver = (to: string, raw: string): Promise<unknown> => {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  return transport.sendMail({ envelope: { from: '', to }, raw })
}
const messageOf = async (id: string) =>
  ((await admin(`/v1/reservations/${id}/messages`)).body['data'] as { state: string; reason: string | null; recipient: string }[])[0]!
const isFlagged = async (id: string): Promise<unknown> =>
  ((await admin(`/v1/reservations/${id}`)).body['data'] as { emailBounced: boolean }).emailBounced

test('WI1: a mail to a guest that cannot be delivered comes back to an address of its own, and the booking says so, in the words of who refused it', async () => {
  const { id, email, from } = await book()
  expect(from).toMatch(/^b-[0-9a-f]{52}@reply\.tables\.test$/i)
  await expect.poll(async () => (await messageOf(id)).state).toBe('sent')
  expect(await isFlagged(id)).toBe(false)
  // It is still being tried, then it is given up.
  await handOver(from, report(email, { action: 'delayed', status: '4.4.1' }))
  expect((await messageOf(id)).state).toBe('sent')
  const said = `550 5.1.1 <${email}>: Recipient address rejected:\r\n    User unknown\u0007 in virtual mailbox table ${'x'.repeat(300)}`
  await handOver(from.toUpperCase(), report(email, { action: 'failed', said }))
  const { state, reason } = await messageOf(id)
  expect([state, await isFlagged(id)]).toEqual(['bounced', true])
  expect(reason).toMatch(/^550 5\.1\.1 … Recipient address rejected: User unknown in virtual mailbox table x+$/)
  expect(reason!.length).toBeLessThanOrEqual(200)
  // Told twice, or that it arrived after all: nothing more happens.
  await handOver(from, report(email, { action: 'failed', said: '550 Other words' }))
  expect((await messageOf(id)).reason).toBe(reason)
  const events = (await admin(`/v1/reservations/${id}/events`)).body['data'] as object[]
  expect(JSON.stringify(events)).not.toContain(email)
})

test('a mail that arrived says so; another booking is not touched', async () => {
  const [one, two] = [await book(), await book()]
  expect(one.from).not.toBe(two.from)
  await handOver(one.from, report(one.email, { action: 'delivered', status: '2.0.0' }))
  expect((await messageOf(one.id)).state).toBe('delivered')
  expect((await messageOf(two.id)).state).toBe('sent')
})

test('an address that we did not make is nobody’s, people’s mails are refused there, and broken reports are left', async () => {
  const { id, from, email } = await book()
  await expect.poll(async () => (await messageOf(id)).state).toBe('sent')
  const forged = from.replace(/[0-9a-f]@/, (last) => (last === '0@' ? '1@' : '0@'))
  for (const to of [forged, `b-${'0'.repeat(52)}@reply.tables.test`, from.replace('b-', 'r-'), from.replace('reply.', 'other.')])
    await expect(handOver(to, report(email, { action: 'failed' }))).rejects.toMatchObject({ responseCode: 550 })
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  await expect(transport.sendMail({ from: email, to: from, subject: 'Re: Your table', text: 'Hello?' })).rejects.toMatchObject({
    responseCode: 550,
  })
  // Absence notes go to the sender of the envelope.
  await handOver(from, 'Auto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nI am away\r\n')
  for (const broken of ['Action: failed', report(email, { action: 'failed' }).replace('Action: failed', 'Action:'), 'x'.repeat(10_000)])
    await handOver(from, broken)
  expect((await messageOf(id)).state).toBe('sent')
})

test('a talker that hangs up in the middle of a report harms nobody', async () => {
  const { id, from } = await book()
  const socket = connect(port, '127.0.0.1')
  for (const line of ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${from}>`, 'DATA', 'Subject: x', 'Content-Type: multipart/report']) {
    socket.write(`${line}\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  socket.destroy()
  expect((await aCaller(server.url)('/readyz')).status).toBe(200)
  await expect.poll(async () => (await messageOf(id)).state).toBe('sent')
})
