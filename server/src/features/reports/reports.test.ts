import { readXlsx } from 'hucre/xlsx'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aMailServer, type MailServer } from '../../../../tests/build/a-mail-server.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { memoryFiles } from '../../../../tests/build/memory-files.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import { readConfig } from '#src/platform/config.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { reportJobs } from './jobs.ts'
import { reservationSubject } from './reservation-subject.ts'
import { createReport, deleteReport, updateReport } from './plan-report.ts'
import { listReports, readReport } from './report-view.ts'
import { sendNow, startDue } from './start-due.ts'
import { readReceiving, setReceiving } from './stop-report.ts'

let server: MailServer
let taken: MailServer['taken']
let open: OpenDb
let venue: TestVenue
let owner: TestUser
let companyId: string
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
  server = await aMailServer()
  ;({ taken } = server)
})
afterAll(async () => {
  for (const close of closers) await close()
  await server.close()
  await open.close()
})
beforeEach(async () => {
  taken.length = 0
  server.answer = async () => 250
  await open.db.deleteFrom('reports').execute()
  companyId = await aCompany(open.db)
  venue = await aVenue(open.db, { companyId, timeZone: 'Europe/Madrid', name: 'Casa Uno' })
  owner = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics', 'reservations'] })
})

/** As the product is, at one moment, with the mail server; jobs run when `work` is called. */
const aHouse = (at: string, user: TestUser = owner) => {
  const recorded = recordingPorts()
  const { files, kept } = memoryFiles()
  const clock = aClock(at)
  const config = readConfig([], {
    MAIL_FROM: 'Tablewire <no-reply@tablewire.test>',
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://panel.tablewire.test',
  })
  const mail = makeMailer(config, aCtx(open.db).log)
  closers.push(() => mail.close())
  const ports = { ...recorded.ports, files, config, mail }
  const ctx = ctxOfUser(open.db, user, { ports, clock })
  const system: Ctx = { ...ctx, actor: { kind: 'system', id: null, name: 'test' }, scope: { kind: 'all' } }
  const run = ({ name, data }: { name: string; data: object }) =>
    reportJobs({ reviews: reservationSubject, listings: reservationSubject })
      .find(({ job }) => job.name === name)!
      .run({ ...system, unitOfWork: newUnitOfWork() }, data as never)
  /** Every job that is enqueued, and those that they enqueue. */
  const work = async (): Promise<void> => {
    // What is told to owners goes out by jobs of the notifications.
    for (let job = recorded.jobs.shift(); job; job = recorded.jobs.shift()) if (job.name.startsWith('reports.')) await run(job)
  }
  const minute = async (): Promise<void> => {
    await startDue({ ...system, unitOfWork: newUnitOfWork() })
    await work()
  }
  return { ctx, clock, kept, jobs: recorded.jobs, run, work, minute, system }
}
const body = (over: object = {}) => ({
  name: 'Last night',
  question: { range: 'yesterday' as const, excludeCanceled: true },
  rhythm: 'daily' as const,
  time: '08:00',
  timezone: 'Europe/Madrid',
  lang: 'en' as const,
  recipients: ['plain@guest.test'],
  ...over,
})
const change = (ctx: Ctx, id: string, over: object) => updateReport(ctx, { params: { id }, body: over as never })
const parsed = async ({ raw }: MailServer['taken'][number]) => PostalMime.parse(raw)
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('AN3: a reader without the right to the page gets the figures and no button to it', async () => {
  const host = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'] })
  const { ctx, clock, minute } = aHouse('2026-11-25T06:59:00Z')
  await createReport(ctx, body({ recipients: [owner.email, host.email] }))
  clock.move({ minutes: 1 })
  await minute()
  const texts = await Promise.all([owner, host].map(async ({ email }) => (await parsed(taken.find(({ to }) => to === email)!)).text))
  expect(texts.map((text) => text!.includes('/analytics/reservations?'))).toEqual([true, false])
  expect(texts[1]).toContain('/v1/exports/')
})

test('AN3: a report comes at its time, to accounts and addresses, says the figures with their comparison, and nothing of guests', async () => {
  await aReservation(open.db, venue, { date: '2026-11-24', partySize: 6, status: 'completed', guestLastName: 'Secretperson' })
  await aReservation(open.db, venue, { date: '2026-11-17', partySize: 4, status: 'completed' })
  const { ctx, clock, minute, kept } = aHouse('2026-11-25T06:59:00Z')
  const { id, nextAt } = await createReport(ctx, body({ recipients: [owner.email, 'plain@guest.test'] }))
  expect(nextAt).toBe('2026-11-25T07:00:00Z')
  await minute()
  expect(taken).toEqual([])
  clock.move({ minutes: 1 })
  await minute()
  expect(taken.map(({ to }) => to).toSorted()).toEqual(['plain@guest.test', owner.email].toSorted())
  const [own, plain] = await Promise.all([owner.email, 'plain@guest.test'].map((to) => parsed(taken.find((one) => one.to === to)!)))
  expect(own!.subject).toBe('Last night: 24 Nov 2026')
  for (const text of [own!.text!, own!.html!]) {
    expect(text).toContain('24 Nov 2026, compared with 17 Nov 2026.')
    expect(text).toMatch(/Covers[^]*?6[^]*?\+50% \(before: 4\)/)
  }
  // An address without an account gets no way into the portal; both get the file, until it expires.
  expect(own!.text).toContain('https://panel.tablewire.test/analytics/reservations?from=2026-11-24&to=2026-11-24')
  expect(plain!.text).not.toContain('/analytics/reservations?')
  for (const mail of [own!, plain!]) {
    expect(mail.text).toMatch(/until 2 Dec 2026\):\nhttps:\/\/panel\.tablewire\.test\/v1\/exports\//)
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/panel\.tablewire\.test\/v1\/analytics\/reports\/stop\/.*>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  }
  const book = await readXlsx([...kept.values()][0]!.body)
  expect(JSON.stringify(book)).not.toContain('Secretperson')
  expect(book.sheets.map(({ name }) => name)).not.toContain('Reservations')
  expect(await readReport(ctx, id)).toMatchObject({
    state: 'active',
    nextAt: '2026-11-26T07:00:00Z',
    last: { state: 'sent', sent: 2, recipients: 2, dueAt: '2026-11-25T07:00:00Z' },
  })
  await minute()
  expect(taken).toHaveLength(2)
})

test('AN3: after a downtime it comes once, about the day that was due last, and what was begun before comes no more', async () => {
  const { ctx, clock, minute, jobs, work, system } = aHouse('2026-11-25T06:00:00Z')
  await createReport(ctx, body())
  clock.move({ hours: 1 })
  // Begun, and the process dies before any of it is done; its job is still there three days later.
  await startDue(system)
  expect(jobs).toHaveLength(1)
  clock.move({ hours: 73 })
  await work()
  expect(taken).toEqual([])
  await minute()
  expect(taken).toHaveLength(1)
  expect((await parsed(taken[0]!)).subject).toBe('Last night: 27 Nov 2026')
  await minute()
  expect(taken).toHaveLength(1)
})

test('AN3: two processes in the same minute send it once', async () => {
  const { ctx, clock, system, work } = aHouse('2026-11-25T06:00:00Z')
  await createReport(ctx, body())
  clock.move({ hours: 1 })
  await Promise.all(Array.from({ length: 6 }, () => startDue({ ...system, unitOfWork: newUnitOfWork() })))
  await work()
  expect(taken).toHaveLength(1)
})

test('AN3: a mail that was on its way when its process died goes once more and no oftener; a server that refuses for now is asked again', async () => {
  const { ctx, clock, jobs, run, system } = aHouse('2026-11-25T06:00:00Z')
  const { id } = await createReport(ctx, body({ recipients: ['a@guest.test', 'b@guest.test'] }))
  clock.move({ hours: 1 })
  await startDue(system)
  await run(jobs.shift()!)
  const [first, second] = jobs.splice(0)
  let reached: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (reached = resolve))
  let release: (code: number) => void = () => undefined
  // The server has all of it and says nothing: whoever waits there is killed.
  server.answer = () => {
    reached()
    return new Promise((resolve) => (release = resolve))
  }
  const killed = run(first!).catch(() => undefined)
  await arrived
  server.answer = async () => 250
  await run(first!)
  await run(first!)
  expect(taken).toHaveLength(1)
  server.answer = async () => 451
  await expect(run(second!)).rejects.toThrow('the mail was not taken')
  expect(await readReport(ctx, id)).toMatchObject({ last: { state: 'waiting', sent: 1 } })
  server.answer = async () => 250
  await run(second!)
  await run(second!)
  expect(taken).toHaveLength(2)
  expect(await readReport(ctx, id)).toMatchObject({ last: { state: 'sent', sent: 2, recipients: 2 } })
  release(550)
  await killed
})

test('AN3: a file that could not be written is tried again with a new one, and a run done again sends nothing more', async () => {
  const { ctx, jobs, run, work, kept, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id } = await createReport(ctx, body())
  await sendNow(ctx, id)
  expect(await code(sendNow(ctx, id))).toBe('report.under_way')
  const job = jobs.shift()!
  const { files } = ctx.ports
  const put = files.put
  files.put = () => Promise.reject(new Error('the disk is full'))
  await expect(run(job)).rejects.toThrow('the file of a report was not written')
  files.put = put
  await run(job)
  await run(job)
  await work()
  expect([kept.size, taken.length]).toEqual([1, 1])
  // Readers outside never asked for it: what is sent by hand has a distance.
  expect(await code(sendNow(ctx, id))).toBe('rate.limited')
  clock.move({ minutes: 3 })
  expect(await code(sendNow(ctx, id))).toBe('done')
})

test('AN3: who loses the right, the venues, or the account, has nothing sent any more, and the report says why', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const admin = ctxOfUser(open.db, await aUser(open.db, { companyId }), { ports: ctx.ports, clock: ctx.clock })
  const right = await createReport(ctx, body())
  await open.db
    .updateTable('users')
    .set({ permissions: ['reservations'] })
    .where('id', '=', owner.id)
    .execute()
  clock.move({ hours: 1 })
  await minute()
  expect(await readReport(ctx, right.id)).toMatchObject({
    state: 'stopped',
    stoppedFor: 'right_lost',
    nextAt: null,
    last: { state: 'failed' },
  })
  await open.db
    .updateTable('users')
    .set({ permissions: ['analytics'] })
    .where('id', '=', owner.id)
    .execute()
  const stopped = await readReport(ctx, right.id)
  expect(await change(ctx, right.id, { paused: false, version: stopped.version })).toMatchObject({ state: 'active', stoppedFor: null })
  const venues = await createReport(ctx, body({ question: { range: 'yesterday', venueId: [venue.id] } }))
  await open.db.updateTable('users').set({ allVenues: false }).where('id', '=', owner.id).execute()
  clock.move({ hours: 24 })
  await minute()
  expect(await readReport(ctx, venues.id)).toMatchObject({ state: 'stopped', stoppedFor: 'venues_lost' })
  await open.db.updateTable('users').set({ allVenues: true }).where('id', '=', owner.id).execute()
  const gone = await createReport(ctx, body())
  await open.db.deleteFrom('users').where('id', '=', owner.id).execute()
  expect(await readReport(admin, gone.id)).toMatchObject({ state: 'stopped', stoppedFor: 'owner_gone', nextAt: null, mine: false })
  clock.move({ hours: 24 })
  await minute()
  expect(taken).toEqual([])
  // Who begins it again answers for it.
  const { version, question, takeOver } = await readReport(admin, gone.id)
  expect(takeOver).toBe(true)
  // His sight is another one: he says anew what its readers are told, and who they are.
  await expect(change(admin, gone.id, { paused: false, version })).rejects.toMatchObject({
    code: 'request.invalid',
    fields: { question: [{ issue: 'required' }], recipients: [{ issue: 'required' }] },
  })
  // Whoever sees all companies has nothing to show to the readers of one.
  const office = ctxOfUser(open.db, await aUser(open.db), { ports: ctx.ports, clock: ctx.clock })
  const anew = { paused: false, version, question, recipients: ['plain@guest.test'] }
  expect((await readReport(office, gone.id)).takeOver).toBe(false)
  expect(await code(change(office, gone.id, anew))).toBe('access.denied')
  expect(await change(admin, gone.id, anew)).toMatchObject({ state: 'active', mine: true, takeOver: false })
})

test('AN3, ON1: who is moved to another company leaves his reports behind, and none of either company follows him', async () => {
  const { ctx, minute, clock, jobs, run } = aHouse('2026-11-25T06:00:00Z')
  const elsewhere = await aCompany(open.db)
  const there = await aVenue(open.db, { companyId: elsewhere, timeZone: 'Europe/Madrid', name: 'Other House' })
  await aReservation(open.db, there, { date: '2026-11-25', partySize: 9, status: 'completed' })
  const colleague = ctxOfUser(open.db, await aUser(open.db, { companyId }), { ports: ctx.ports, clock: ctx.clock })
  const own = await createReport(ctx, body({ recipients: ['plain@guest.test', owner.email] }))
  const others = await createReport(colleague, body({ recipients: ['stays@guest.test', owner.email] }))
  const forHim = await createReport(colleague, body({ recipients: [owner.email] }))
  // One is on its way: its rows were read before he went, what he sees comes after.
  await sendNow(ctx, own.id)
  await open.db.updateTable('users').set({ companyId: elsewhere }).where('id', '=', owner.id).execute()
  await run(jobs.shift()!)
  expect(taken).toEqual([])
  const moved = ctxOfUser(open.db, { ...owner, companyId: elsewhere } as TestUser, { ports: ctx.ports, clock: ctx.clock })
  expect((await listReports(moved, {})).total).toBe(0)
  expect(await code(readReport(moved, own.id))).toBe('report.not_found')
  expect(await readReport(colleague, own.id)).toMatchObject({ state: 'stopped', stoppedFor: 'owner_gone', mine: false })
  clock.move({ hours: 24 })
  await minute()
  expect(taken.map(({ to }) => to)).toEqual(['stays@guest.test'])
  expect(await readReport(colleague, others.id)).toMatchObject({ state: 'active' })
  expect(await readReport(colleague, forHim.id)).toMatchObject({ state: 'stopped', stoppedFor: 'nobody_left' })
  // Who begins it again has it counted in his own sight.
  taken.length = 0
  const { version, question } = await readReport(colleague, own.id)
  await change(colleague, own.id, { paused: false, version, question, recipients: ['plain@guest.test'] })
  clock.move({ hours: 24 })
  await minute()
  const mail = await parsed(taken.find(({ to }) => to === 'plain@guest.test')!)
  expect(mail.text).not.toMatch(/\b9\b/)
  expect(taken.map(({ to }) => to)).not.toContain(owner.email)
})

test('AN3: a reader ends it for himself, by a link that looking does not use up, and nobody else begins it again for him', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id } = await createReport(ctx, body({ recipients: ['a@guest.test', 'b@guest.test'] }))
  clock.move({ hours: 1 })
  await minute()
  const url = (await parsed(taken.find(({ to }) => to === 'a@guest.test')!)).headers.find(({ key }) => key === 'list-unsubscribe')!.value
  const [, recipientId, signature] = /stop\/([^?]+)\?signature=([^>]+)>/.exec(url)!
  const link = { recipientId: recipientId!, signature: signature! }
  expect(await readReceiving(ctx, { ...link, signature: `${link.signature}x` })).toBeUndefined()
  expect(await readReceiving(ctx, link)).toMatchObject({ name: 'Last night', email: 'a@guest.test', stopped: false })
  expect(await readReceiving(ctx, link)).toMatchObject({ stopped: false })
  expect(await setReceiving(ctx, link, true)).toMatchObject({ stopped: true })
  expect(await setReceiving(ctx, link, true)).toMatchObject({ stopped: true })
  const { version } = await readReport(ctx, id)
  const after = await change(ctx, id, { recipients: ['a@guest.test', 'b@guest.test'], version })
  expect(after.recipients.map(({ email, stoppedAt }) => [email, stoppedAt !== null])).toEqual([
    ['a@guest.test', true],
    ['b@guest.test', false],
  ])
  taken.length = 0
  clock.move({ hours: 24 })
  await minute()
  expect(taken.map(({ to }) => to)).toEqual(['b@guest.test'])
  await setReceiving(ctx, link, false)
  taken.length = 0
  clock.move({ hours: 24 })
  await minute()
  expect(taken).toHaveLength(2)
})

test('AN3: without any reader left it stops, and goes on when one comes back', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id, recipients } = await createReport(ctx, body())
  const link = { recipientId: recipients[0]!.id, signature: ctx.ports.secrets.sign('report stop', recipients[0]!.id) }
  await setReceiving(ctx, link, true)
  expect(await readReport(ctx, id)).toMatchObject({ state: 'stopped', stoppedFor: 'nobody_left' })
  clock.move({ hours: 24 })
  await minute()
  expect(taken).toEqual([])
  await setReceiving(ctx, link, false)
  expect(await readReport(ctx, id)).toMatchObject({ state: 'active', nextAt: '2026-11-26T07:00:00Z' })
})

test('AN3: paused sends nothing, goes on at its next time, and is somebody’s own; old versions and impossible plans are refused', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id, version } = await createReport(ctx, body({ rhythm: 'weekly', weekday: 3 }))
  const paused = await change(ctx, id, { paused: true, version })
  expect(paused).toMatchObject({ state: 'paused', nextAt: null })
  expect(await code(change(ctx, id, { paused: false, version }))).toBe('report.version_stale')
  clock.move({ hours: 2 })
  await minute()
  expect(taken).toEqual([])
  expect(await change(ctx, id, { paused: false, version: paused.version })).toMatchObject({ nextAt: '2026-12-02T07:00:00Z' })
  const other = ctxOfUser(open.db, await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics'] }))
  expect(await code(readReport(other, id))).toBe('report.not_found')
  expect((await listReports(other, {})).total).toBe(0)
  expect(await code(deleteReport(other, id))).toBe('report.not_found')
  const wrong = [{ timezone: 'Mars/Base' }, { rhythm: 'weekly', weekday: null }, { rhythm: 'monthly' }] as const
  const refused = await Promise.all(wrong.map((over) => code(createReport(ctx, body(over)))))
  expect(refused).toEqual(['venue.zone_unknown', 'request.invalid', 'request.invalid'])
  const foreign = await aVenue(open.db)
  expect(await code(createReport(ctx, body({ question: { range: 'today', venueId: [foreign.id] } })))).toBe('venue.not_found')
  await deleteReport(ctx, id)
  expect((await listReports(ctx, {})).total).toBe(0)
})

const toldTo = async (userId: string): Promise<{ name: string; about: string; reason: string }[]> => {
  const told = open.db.selectFrom('notifications').select(['about', 'email', 'inApp']).where('userId', '=', userId)
  const rows = await told.where('event', '=', 'report').orderBy('createdAt').orderBy('id').execute()
  for (const { email, inApp } of rows) expect([email, inApp]).toEqual(['due', true])
  return rows.map(({ about }) => JSON.parse(about!))
}

test('AN3: whoever has a report sent is told by bell and mail when it stops by itself, and why', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id, name, recipients } = await createReport(ctx, body())
  const link = { recipientId: recipients[0]!.id, signature: ctx.ports.secrets.sign('report stop', recipients[0]!.id) }
  await setReceiving(ctx, link, true)
  expect(await toldTo(owner.id)).toEqual([{ name, about: 'reservations', reason: 'nobody_left' }])
  const { version } = await readReport(ctx, id)
  expect(await code(updateReport(ctx, { params: { id }, body: { version, paused: false } }))).toBe('report.ended_by_readers')
  expect(await code(updateReport(ctx, { params: { id }, body: { version, recipients: body().recipients } }))).toBe(
    'report.ended_by_readers',
  )
  await setReceiving(ctx, link, false)
  await open.db
    .updateTable('users')
    .set({ permissions: ['reservations'] })
    .where('id', '=', owner.id)
    .execute()
  clock.move({ hours: 25 })
  await minute()
  expect(await readReport(ctx, id)).toMatchObject({ stoppedFor: 'right_lost' })
  expect((await toldTo(owner.id)).map(({ reason }) => reason)).toEqual(['nobody_left', 'right_lost'])
})

test('AN3: what could not be written three times in a row stops, and begins anew when it is resumed', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const { id } = await createReport(ctx, body())
  for (const dueOn of ['2026-11-22', '2026-11-23', '2026-11-24']) {
    const at = `${dueOn}T07:00:00Z`
    const failed = { dueAt: at, dueOn, asked: false, state: 'failed', exportId: null, createdAt: at, finishedAt: at } as const
    await open.db
      .insertInto('reportRuns')
      .values({ id: crypto.randomUUID(), reportId: id, ...failed })
      .execute()
  }
  clock.move({ hours: 2 })
  await minute()
  const stopped = await readReport(ctx, id)
  expect(stopped).toMatchObject({ state: 'stopped', stoppedFor: 'failing', nextAt: null })
  expect((await toldTo(owner.id)).map(({ reason }) => reason)).toEqual(['failing'])
  await change(ctx, id, { paused: false, version: stopped.version })
  clock.move({ hours: 24 })
  await minute()
  expect(await readReport(ctx, id)).toMatchObject({ state: 'active', stoppedFor: null })
  expect(taken).toHaveLength(1)
})

test('AN3: of two who save one report at once the second is told who was quicker, and nothing of either is mixed', async () => {
  const { ctx } = aHouse('2026-11-25T06:00:00Z')
  const admin = ctxOfUser(open.db, await aUser(open.db, { companyId }), { ports: ctx.ports, clock: ctx.clock })
  const { id, version } = await createReport(ctx, body())
  const both = [
    { by: ctx, patch: { name: 'By the owner', time: '09:15' } },
    { by: admin, patch: { name: 'By the administrator', time: '10:45' } },
  ] as const
  const done = await Promise.allSettled(both.map(({ by, patch }) => change(by, id, { ...patch, version })))
  const [won, lost] = [done.findIndex(({ status }) => status === 'fulfilled'), done.findIndex(({ status }) => status === 'rejected')]
  expect([won, lost].toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(done[lost]).toMatchObject({ reason: { code: 'report.version_stale' } })
  expect(await readReport(ctx, id)).toMatchObject({ ...both[won]!.patch, version: version + 1 })
})

test('AN3 AC6: a report of a channel’s agent is of what he is bound to when it is due, and stops when that is nothing', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:00:00Z')
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const channels = [one, two]
  const named = channels.map((channel) => ({ id: channel, name: channel, type: 'partner' as const, active: true, rateLimitPerMinute: 60 }))
  await open.db.insertInto('channels').values(named).execute()
  for (const channelId of channels) await aReservation(open.db, venue, { date: '2026-11-24', source: 'channel', channelId, partySize: 4 })
  const agent = await aUser(open.db, { companyId, roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], permissions: ['analytics', 'reservations'] })
  const bound = (ids: readonly string[]) =>
    ctxOfUser(open.db, agent, { ports: ctx.ports, clock: ctx.clock, scope: { kind: 'channels', channelIds: ids } })
  await open.db
    .insertInto('channelUsers')
    .values(channels.map((channelId) => ({ channelId, userId: agent.id, createdAt: ctx.clock().toString() })))
    .execute()
  const { id } = await createReport(bound(channels), body({ recipients: [agent.email], question: { range: 'yesterday' } }))
  const covers = async (): Promise<number | null | undefined> => {
    const runs = open.db.selectFrom('reportRuns').select('content').where('reportId', '=', id).where('state', '=', 'written')
    const run = await runs.orderBy('dueAt', 'desc').executeTakeFirst()
    return run?.content?.figures.find((figure) => figure.id === 'covers')?.value
  }
  const leave = (ids: readonly string[]) =>
    open.db
      .deleteFrom('channelUsers')
      .where('userId', '=', agent.id)
      .where('channelId', 'in', [...ids])
      .execute()
  clock.move({ hours: 1 })
  await minute()
  expect(await covers()).toBe(8)
  await leave([two])
  await aReservation(open.db, venue, { date: '2026-11-25', source: 'channel', channelId: one, partySize: 5 })
  await aReservation(open.db, venue, { date: '2026-11-25', source: 'channel', channelId: two, partySize: 6 })
  clock.move({ hours: 24 })
  await minute()
  expect(await covers()).toBe(5)
  await leave(channels)
  clock.move({ hours: 24 })
  await minute()
  expect(await readReport(bound([]), id)).toMatchObject({ state: 'stopped', stoppedFor: 'venues_lost' })
  expect((await toldTo(agent.id)).map(({ reason }) => reason)).toEqual(['venues_lost'])
  // Neither another partner nor one more is shown to the readers, and to the company he has nothing of it.
  const boss = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  expect(await code(sendNow(boss, id))).toBe('report.not_found')
  const { version, takeOver, question } = await readReport(bound([crypto.randomUUID()]), id)
  expect([takeOver, await code(change(bound([crypto.randomUUID()]), id, { paused: false, version }))]).toEqual([true, 'request.invalid'])
  await change(bound([one]), id, { paused: false, version, question, recipients: ['one@guest.test'] })
  const joined = channels.map((channelId) => ({ channelId, userId: agent.id, createdAt: ctx.clock().toString() }))
  await open.db.insertInto('channelUsers').values(joined).execute()
  clock.move({ hours: 24 })
  await minute()
  expect(taken.map(({ to }) => to)).not.toContain('one@guest.test')
  expect(await readReport(bound(channels), id)).toMatchObject({ state: 'stopped', stoppedFor: 'venues_lost', takeOver: true })
})

test('AN3: a report about a channel that was deleted stops at its next sending, and mails no noughts', async () => {
  const { ctx, minute, clock } = aHouse('2026-11-25T06:59:00Z')
  const channelId = crypto.randomUUID()
  const channel = { id: channelId, name: 'Gone Guide', type: 'partner' as const, active: true, rateLimitPerMinute: 60 }
  await open.db.insertInto('channels').values(channel).execute()
  const { id } = await createReport(ctx, body({ question: { range: 'yesterday', channelId: [channelId] } }))
  clock.move({ minutes: 1 })
  await minute()
  expect(taken).toHaveLength(1)
  await open.db.deleteFrom('channels').where('id', '=', channelId).execute()
  clock.move({ hours: 24 })
  await minute()
  expect(taken).toHaveLength(1)
  expect(await readReport(ctx, id)).toMatchObject({ state: 'stopped', stoppedFor: 'venues_lost', nextAt: null, filters: [{ gone: true }] })
  expect((await toldTo(owner.id)).map(({ reason }) => reason)).toEqual(['venues_lost'])
})
