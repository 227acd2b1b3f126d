import { createTransport } from 'nodemailer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestOnboarding, anOnboarding } from '../../../../tests/build/an-onboarding.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import { startMailReceiver } from '#src/platform/mail/receive-mail.ts'
import { mailMessage } from './mail-message.ts'
import { replyAddress } from './reply-address.ts'
import { takeReplies } from './take-reply.ts'

type Side = keyof TestOnboarding['people']
type Answer<T> = { status: number; body: T & { code?: string; errors?: Record<string, string[]> } }
let testApp: TestApp
let request: TestOnboarding
let tokens: Record<Side, string>
let receiver: Awaited<ReturnType<typeof startMailReceiver>>
beforeAll(async () => {
  testApp = await aTestApp()
  const { container } = testApp
  Object.assign(container.ports.config, { replyListen: 'smtp://127.0.0.1:0', replyDomain: 'reply.test' })
  request = await anOnboarding(container.db)
  const { people } = request
  tokens = {
    rms: await testApp.signIn(people.rms),
    bc: await testApp.signIn(people.bc),
    venue: await testApp.signIn(people.venue),
    admin: await testApp.signIn(people.admin),
  }
  receiver = await startMailReceiver('smtp://127.0.0.1:0', { takers: [takeReplies(() => container.systemCtx('mail'))], log: container.log })
})
afterAll(async () => {
  await receiver?.stop()
  await testApp.close()
})

type Asked = { method?: 'GET' | 'POST' | 'PUT'; body?: unknown; key?: string; id?: string }
const ask = async <T>(token: string, path: string, { method = 'GET', body, key, id = request.id }: Asked = {}): Promise<Answer<T>> => {
  const answer = await testApp.app.inject({
    method,
    url: path.startsWith('/v1') ? path : `/v1/onboarding-requests/${id}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
type Message = {
  id: string
  text: string
  author: string
  side: Side
  of: string | null
  mine: boolean
  by: string
  corrects: string | null
  attachments: { id: string; name: string }[]
}
const say = (side: Side, body: unknown, over: Asked = {}) =>
  ask<{ data: Message }>(tokens[side], '/messages', { method: 'POST', body, ...over })
const list = async (side: Side) => (await ask<{ data: Message[]; total: number; next: string | null }>(tokens[side], '/messages')).body
const desk = async (side: Side) =>
  (
    await ask<{ data: { people: { id: string; name: string; side: Side }[]; unread: number; copies: boolean } }>(
      tokens[side],
      '/messages/desk',
    )
  ).body.data
const attach = (side: Side, name: string, content: string | Buffer) =>
  ask<{ data: { id: string; name: string; type: string } }>(tokens[side], '/attachments', {
    method: 'POST',
    body: { name, content: Buffer.from(content as string).toString('base64') },
  })
const readerId = async (side: Side) =>
  (
    await testApp.container.db
      .selectFrom('onboardingReaders')
      .select('id')
      .where('requestId', '=', request.id)
      .where('userId', '=', request.people[side].id)
      .executeTakeFirstOrThrow()
  ).id
const mailsTo = async (side: Side) => {
  const { rows } = await sql<{ subject: string; text: string; html: string; replyTo: string | null }>`
    select m.subject, m.text, m.html, m.reply_to from mails m where m.recipient = ${request.people[side].email} order by m.sent_at, m.id`.execute(
    testApp.container.db,
  )
  return rows
}

test('ON3: each side writes, all sides read it with who speaks for whom; a double send makes one', async () => {
  const first = await say('rms', { text: 'Table plan <b>follows</b>' }, { key: 'once' })
  const again = await say('rms', { text: 'Table plan <b>follows</b>' }, { key: 'once' })
  expect([first.status, again.status, again.body.data.id === first.body.data.id]).toEqual([201, 201, true])
  for (const side of ['bc', 'venue', 'admin'] as const) expect((await say(side, { text: `from ${side}` })).status).toBe(201)
  for (const side of ['rms', 'bc', 'venue', 'admin'] as const) {
    const { data, total } = await list(side)
    expect(total).toBe(4)
    expect(data.map((message) => [message.side, message.mine])).toEqual(
      (['admin', 'venue', 'bc', 'rms'] as const).map((one) => [one, one === side]),
    )
    expect(data.at(-1)).toMatchObject({ author: 'Rosa System', of: request.system.name, text: 'Table plan <b>follows</b>' })
  }
  expect((await say('rms', { text: '  ' })).body.errors).toHaveProperty('text')
})

test('ON3: who may not see the request finds neither messages nor files', async () => {
  const { db } = testApp.container
  const other = await anOnboarding(db)
  const company = await aCompany(db)
  const stranger = await testApp.signIn(await aUser(db, { companyId: company }))
  const tokensOfOthers = [
    stranger,
    ...(await Promise.all((['rms', 'bc', 'venue'] as const).map((side) => testApp.signIn(other.people[side])))),
  ]
  const file = (await attach('rms', 'a.txt', 'x')).body.data.id
  for (const token of tokensOfOthers) {
    const asked = [
      ['/messages'],
      ['/messages/desk'],
      [`/attachments/${file}`],
      ['/messages', { method: 'POST', body: { text: 'x' } }],
      ['/messages/read', { method: 'POST', body: { until: new Date().toISOString() } }],
      ['/messages/copies', { method: 'PUT', body: { copies: true } }],
      ['/attachments', { method: 'POST', body: { content: 'eA==' } }],
    ] as [string, Asked?][]
    for (const [path, over] of asked) expect([path, (await ask(token, path, over)).status]).toEqual([path, 404])
    expect((await ask<{ data: object }>(token, '/v1/onboarding-messages/unread')).body.data).toEqual({ unread: 0, requests: [] })
  }
  const plain = await testApp.signIn(
    await aUser(db, { roles: ['ROLE_MANAGER'], companyId: request.venue.companyId, venues: [request.venue.id] }),
  )
  expect((await ask(plain, '/messages')).status).toBe(403)
})

test('ON3: files are known by their content, belong to one message, and are only ever saved', async () => {
  const svg = await attach('venue', 'logo.png', '<svg onload="alert(1)"/>')
  expect([svg.status, svg.body.code, Object.keys(svg.body.errors ?? {})]).toEqual([422, 'attachment.type', ['content']])
  const large = await attach('venue', 'plan.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
  expect([large.status, large.body.code]).toEqual([413, 'attachment.too_large'])
  const larger = await attach('venue', 'plan.csv', Buffer.alloc(15 * 1024 * 1024, 'a'))
  expect(larger).toMatchObject({ status: 413, body: { code: 'attachment.too_large', message: 'The file has 15 MB; 10 MB are allowed.' } })
  const { data: file } = (await attach('venue', 'Öffnungs"zeiten.csv', 'day;open\nmon;18:00')).body
  const unsent = await ask(tokens.rms, `/attachments/${file.id}`)
  expect([unsent.status, unsent.body.code]).toEqual([404, 'attachment.not_found'])
  expect((await say('rms', { text: 'not mine', attachments: [file.id] })).body.code).toBe('attachment.not_found')
  const sent = await say('venue', { text: '', attachments: [file.id] })
  expect(sent.body.data.attachments).toMatchObject([{ id: file.id, name: 'Öffnungs zeiten.csv' }])
  expect((await say('venue', { text: 'again', attachments: [file.id] })).body.code).toBe('attachment.not_found')
  const { link } = (await ask<{ data: { link: string } }>(tokens.rms, `/attachments/${file.id}`)).body.data
  const got = await testApp.app.inject({ url: link })
  expect([got.statusCode, got.body]).toEqual([200, 'day;open\nmon;18:00'])
  expect(got.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(got.headers['content-disposition']).toBe(`attachment; filename="_ffnungs zeiten.csv"; filename*=UTF-8''%C3%96ffnungs%20zeiten.csv`)
  expect((await testApp.app.inject({ url: link.replace(/.{4}$/, 'xxxx') })).statusCode).toBe(404)
  expect((await testApp.app.inject({ url: link.replace(/until=\d/, 'until=9') })).statusCode).toBe(404)
})

test('ON3: unread messages are counted for each person, and read up to what was seen', async () => {
  const before = await desk('bc')
  expect(before.people.map((person) => [person.name, person.side])).toEqual([
    ['Rosa System', 'rms'],
    ['Ben Channel', 'bc'],
    ['Vera Casa', 'venue'],
    ...before.people.slice(3).map((person) => [person.name, 'admin']),
  ])
  expect(before.unread).toBeGreaterThan(0)
  const until = (await ask<{ data: { at: string }[] }>(tokens.bc, '/messages')).body.data[0]!.at
  await say('rms', { text: 'one more' })
  const read = await ask<{ data: { unread: number } }>(tokens.bc, '/messages/read', { method: 'POST', body: { until } })
  expect(read.body.data.unread).toBe(1)
  expect((await ask<{ data: object }>(tokens.bc, '/v1/onboarding-messages/unread')).body.data).toEqual({
    unread: 1,
    requests: [{ id: request.id, venueName: 'Casa Vieja', unread: 1, lastAt: expect.any(String) }],
  })
  expect((await desk('rms')).unread).toBeGreaterThan(0)
})

test('ON3: a message is never changed; its author puts it right by another one', async () => {
  const { db } = testApp.container
  const { id } = (await say('venue', { text: 'We open at 18' })).body.data
  expect((await say('venue', { text: 'We open at 19', corrects: id })).body.data).toMatchObject({ corrects: id })
  expect((await say('rms', { text: 'They open at 19', corrects: id })).body.code).toBe('message.not_found')
  await expect(sql`update onboarding_messages set content = 'x' where id = ${id}`.execute(db)).rejects.toThrow('never changed')
  await expect(sql`delete from onboarding_messages where id = ${id}`.execute(db)).rejects.toThrow('never changed')
})

test('ON3: who is named hears of it by bell and mail, also an agent; strangers cannot be named', async () => {
  const { bc, admin } = request.people
  const said = await say('rms', { text: 'Please look, @Ben Channel and @Adam Platform', mentions: [bc.id, admin.id] })
  expect(said.status).toBe(201)
  const bell = await ask<{ data: { event: string; link: string; by: string; mention: object }[] }>(tokens.bc, '/v1/notifications')
  expect(bell.body.data[0]).toMatchObject({
    event: 'mention',
    by: 'Rosa System',
    link: `/onboarding-requests?id=${request.id}&tab=messages`,
    mention: { venueName: 'Casa Vieja' },
  })
  const stranger = await aUser(testApp.container.db, { companyId: await aCompany(testApp.container.db) })
  expect((await say('rms', { text: '@Ada Example', mentions: [stranger.id] })).body.code).toBe('user.not_found')
})

test('ON3: copies go to the others in their language, without anybody’s address, until they are stopped', async () => {
  const { container } = testApp
  await sql`update users set lang = 'de' where id = ${request.people.bc.id}`.execute(container.db)
  const { id: messageId } = (await say('rms', { text: 'Plan <i>B</i>' })).body.data
  const copy = { messageId, readerId: await readerId('bc') }
  // A job that was killed behind its work is run once more.
  for (let time = 0; time < 2; time++) await mailMessage(container.systemCtx('test'), copy)
  const mails = (await mailsTo('bc')).filter(({ text }) => text.includes('Plan <i>B</i>'))
  expect(mails).toHaveLength(1)
  const mail = mails[0]!
  expect(mail.subject).toBe('Aufschaltung von Casa Vieja: neue Nachricht')
  expect(mail.html).toContain('Plan &lt;i&gt;B&lt;/i&gt;')
  expect(mail.text).not.toContain(request.people.rms.email)
  expect(mail.replyTo).toBe(replyAddress(container, copy.readerId))
  const stop = /\/v1\/onboarding-messages\/copies\/\S+/.exec(mail.text)![0]
  expect((await testApp.app.inject({ url: stop })).body).toContain('Keine E-Mails mehr zu Casa Vieja?')
  expect((await desk('bc')).copies).toBe(true)
  await testApp.app.inject({
    method: 'POST',
    url: stop,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect((await desk('bc')).copies).toBe(false)
  const count = (await mailsTo('bc')).length
  const { id: next } = (await say('rms', { text: 'not by mail' })).body.data
  await mailMessage(container.systemCtx('test'), { messageId: next, readerId: copy.readerId })
  expect((await mailsTo('bc')).length).toBe(count)
  await ask(tokens.bc, '/messages/copies', { method: 'PUT', body: { copies: true } })
})

test('ON3: an answer by mail becomes a message of who was written to; others are refused in words and noted', async () => {
  const { container } = testApp
  const transport = createTransport({ host: '127.0.0.1', port: receiver.port })
  const to = replyAddress(container, await readerId('bc'))!
  const answer = {
    from: `Ben <${request.people.bc.email.toUpperCase()}>`,
    to: to.toUpperCase(),
    messageId: '<answer-1@example.test>',
    text: 'Monday suits us.\n\nAm 26.11.2026 um 10:00 schrieb Rosa <r-1@reply.test>:\n> Plan B\n\n-- \nBen',
    attachments: [
      { filename: 'plan.csv', content: 'a;b' },
      { filename: 'run.exe', content: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0]) },
    ],
  }
  await transport.sendMail(answer)
  await transport.sendMail(answer)
  const { data } = await list('rms')
  const taken = data.filter(({ by }) => by === 'mail')
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ author: 'Ben Channel', side: 'bc', attachments: [{ name: 'plan.csv' }] })
  expect(taken[0]!.text).toMatch(/^Monday suits us\.\n\n\[.*run\.exe.*\]$/)

  const refused = { responseCode: 550 }
  await expect(transport.sendMail({ ...answer, messageId: '<2@x.test>', from: 'eve@example.test' })).rejects.toMatchObject({
    ...refused,
    response: expect.stringContaining('another address'),
  })
  await expect(transport.sendMail({ ...answer, messageId: '<3@x.test>', attachments: [], text: '> Plan B' })).rejects.toMatchObject(refused)
  await expect(transport.sendMail({ ...answer, to: to.replace(/.@/, 'x@') })).rejects.toMatchObject(refused)
  await sql`delete from channel_users where user_id = ${request.people.bc.id}`.execute(container.db)
  await expect(transport.sendMail({ ...answer, messageId: '<4@x.test>' })).rejects.toMatchObject(refused)
  const entries = await container.db
    .selectFrom('auditEntries')
    .select('after')
    .where('action', '=', 'onboarding.answer_refused')
    .orderBy('at')
    .execute()
  expect(entries.map(({ after }) => after)).toEqual([
    { reason: 'other_sender', from: 'e…@example.test' },
    { reason: 'nothing_said', from: expect.stringContaining('…@') },
    { reason: 'no_access', from: expect.stringContaining('…@') },
  ])
  expect((await list('rms')).data.filter(({ by }) => by === 'mail')).toHaveLength(1)
})

test('ON3: of a deleted account the name stays; an archived restaurant’s people are written to no more', async () => {
  const { db } = testApp.container
  const other = await anOnboarding(db)
  const token = await testApp.signIn(other.people.venue)
  await ask(token, '/messages', { method: 'POST', body: { text: 'Hello' }, id: other.id })
  await sql`update venues set archived_at = now(), archived_active = active, active = false where id = ${other.venue.id}`.execute(db)
  const rms = await testApp.signIn(other.people.rms)
  const { people } = (await ask<{ data: { people: { id: string }[] } }>(rms, '/messages/desk', { id: other.id })).body.data
  expect(people.map(({ id }) => id)).not.toContain(other.people.venue.id)
  await sql`delete from sessions where user_id = ${other.people.venue.id}`.execute(db)
  await sql`delete from users where id = ${other.people.venue.id}`.execute(db)
  const { data } = (await ask<{ data: Message[] }>(rms, '/messages', { id: other.id })).body
  expect(data).toMatchObject([{ author: 'Vera Casa', text: 'Hello', mine: false }])
})
