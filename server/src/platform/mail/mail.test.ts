import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../tests/build/database.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { makeDb, makePool } from '../db/connect.ts'
import { renderMail } from './layout.ts'
import { type Mailer, MailError, makeMailer } from './mail.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let pool: ReturnType<typeof makePool>
let ctx: Parameters<Mailer['send']>[0]
beforeAll(async () => {
  database = await testDatabase()
  pool = makePool({ url: database.url, max: 2, name: 'mail test' })
  ctx = { db: makeDb(pool), clock: systemClock }
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

type ReceivedMail = { recipients: string[]; raw: string; user: string | undefined }
const taken: ReceivedMail[] = []
let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
  taken.length = 0
})

/** A real mail server on loopback that stores what it accepts. */
const mailServer = async (refuse?: { responseCode: number; text: string }): Promise<string> => {
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => (auth.password === 'right' ? done(null, { user: auth.username }) : done(new Error('no'))),
    onRcptTo: (address, _session, done) =>
      refuse ? done(Object.assign(new Error(`${refuse.text} ${address.address}`), { responseCode: refuse.responseCode })) : done(),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push({
          recipients: session.envelope.rcptTo.map((to) => to.address),
          raw: Buffer.concat(parts).toString(),
          user: session.user as string | undefined,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise((resolve) => void server.close(() => resolve()))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
const mailerFor = (smtpUrl?: string): Mailer =>
  makeMailer(readConfig([], { MAIL_FROM: 'Tablewire <no-reply@tablewire.test>', ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}) }), log)
const content = renderMail({
  brand: { name: 'Tablewire', colour: '#1f5f5b' },
  title: 'Ihr Tisch ist reserviert',
  paragraphs: ['Grüße aus Köln 🍽'],
  details: [['Gäste', '4']],
  footer: 'Bis bald',
  dir: 'ltr',
  lang: 'de',
})

test('a mail arrives at a real mail server as it was meant', async () => {
  const mailer = mailerFor(`smtp://desk:right@${await mailServer()}`)
  await mailer.send(ctx, { to: 'anna@guest.test', subject: 'Ihr Tisch – 20 Uhr', ...content, from: '"Osteria Blu, Köln" <hallo@blu.test>' })
  await mailer.close()
  const mail = await PostalMime.parse(taken[0]!.raw)
  expect(taken[0]).toMatchObject({ recipients: ['anna@guest.test'], user: 'desk' })
  expect(mail).toMatchObject({
    subject: 'Ihr Tisch – 20 Uhr',
    from: { name: 'Osteria Blu, Köln', address: 'hallo@blu.test' },
    to: [{ address: 'anna@guest.test' }],
  })
  expect(mail.text?.trim()).toBe(content.text.trim())
  expect(mail.html?.trim()).toBe(content.html.trim())
  expect(mail.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('neither subject nor addresses can add a header or a recipient', async () => {
  const mailer = mailerFor(`smtp://desk:right@${await mailServer()}`)
  await mailer.send(ctx, { to: 'anna@guest.test', subject: 'Hello\r\nBcc: spy@evil.test\r\n\r\nbody', ...content })
  for (const to of [
    'anna@guest.test, spy@evil.test',
    'a: x@evil.test, y@evil.test;',
    'anna@guest.test\r\nBcc: spy@evil.test',
    '<a@b.test> <c@d.test>',
    'anna',
    '',
  ])
    await expect(mailer.send(ctx, { to, subject: 'x', ...content })).rejects.toThrow(/address/)
  await expect(mailer.send(ctx, { to: 'a@b.test', subject: 'x', ...content, from: 'X\n <a@b.test>' })).rejects.toThrow(/address/)
  await mailer.close()
  expect(taken).toHaveLength(1)
  const mail = await PostalMime.parse(taken[0]!.raw)
  expect(taken[0]!.recipients).toEqual(['anna@guest.test'])
  expect(mail.bcc).toBeUndefined()
  expect(mail.subject).toBe('Hello Bcc: spy@evil.test body')
})

test('a refusal says whether trying again helps, and never whom it was for', async () => {
  for (const [responseCode, permanent] of [
    [550, true],
    [451, false],
  ] as const) {
    const mailer = mailerFor(`smtp://desk:right@${await mailServer({ responseCode, text: 'no such person' })}`)
    const error: unknown = await mailer.send(ctx, { to: 'anna@guest.test', subject: 'x', ...content }).catch((thrown: unknown) => thrown)
    await mailer.close()
    await stop?.()
    stop = undefined
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ permanent })
    expect(JSON.stringify([String(error), error])).not.toContain('anna')
  }
  const mailer = mailerFor('smtp://127.0.0.1:1')
  await expect(mailer.send(ctx, { to: 'anna@guest.test', subject: 'x', ...content })).rejects.toMatchObject({
    name: 'MailError',
    permanent: false,
  })
  await mailer.close()
})

test('without a mail server the mail lies in the local mailbox, and only if its transaction holds', async () => {
  const mailer = mailerFor()
  await mailer.send(ctx, { to: 'anna@guest.test', subject: 'Hello\nthere', ...content })
  await ctx.db
    .transaction()
    .execute(async (trx) => {
      await mailer.send({ ...ctx, db: trx }, { to: 'never@guest.test', subject: 'x', ...content })
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  expect(await ctx.db.selectFrom('mails').selectAll().execute()).toMatchObject([
    {
      sender: 'Tablewire <no-reply@tablewire.test>',
      recipient: 'anna@guest.test',
      subject: 'Hello there',
      text: content.text,
      html: content.html,
    },
  ])
})

test('a mail begins when the server waits for its text; where that fails, no word of it leaves', async () => {
  const mailer = mailerFor(`smtp://user:right@${await mailServer()}`)
  const mail = { to: 'rosa@house.test', subject: 'News', text: 'News', html: '<p>News</p>' }
  const begun: number[] = []
  await mailer.send(ctx, mail, async () => void begun.push(taken.length))
  expect([begun, taken.length]).toEqual([[0], 1])
  await expect(mailer.send(ctx, mail, () => Promise.reject(new Error('not now')))).rejects.toThrow(MailError)
  await mailer.send(ctx, { ...mail, subject: 'Next' })
  expect(taken).toHaveLength(2)
  expect(taken[1]!.raw).toContain('Next')
  await stop?.()
  stop = undefined
  await expect(mailer.send(ctx, mail, async () => void begun.push(9))).rejects.toThrow(MailError)
  expect(begun).toEqual([0])
  await mailer.close()
})
