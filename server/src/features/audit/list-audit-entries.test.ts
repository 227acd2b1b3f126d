import { audit as auditArea } from '@tablewire/contracts/operations/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { listAuditEntries } from './list-audit-entries.ts'

let open: OpenDb
let north: TestVenue
let south: TestVenue
let platform: TestUser
let northern: TestUser
let hostOfSouth: TestUser
const clock = aClock('2026-11-20T18:00:00Z')

beforeAll(async () => {
  open = await aDb()
  north = await aVenue(open.db, { name: 'North' })
  south = await aVenue(open.db, { name: 'South' })
  platform = await aUser(open.db)
  northern = await aUser(open.db, { companyId: north.companyId })
  hostOfSouth = await aUser(open.db, { companyId: south.companyId, venues: [south.id] })
  const write = (user: TestUser, action: string, venueId: string | null) =>
    audit(ctxOfUser(open.db, user, { clock }), {
      action,
      subject: action.split('.')[0]!,
      subjectId: venueId,
      venueId,
      before: { name: 'a', same: 1 },
      after: { name: 'b', same: 1 },
    })
  // Seven at the same instant: their order is their ids'.
  for (let at = 0; at < 7; at++) await write(platform, 'venue.updated', north.id)
  clock.move({ hours: 10 })
  await write(northern, 'user.updated', null)
  await write(hostOfSouth, 'user.updated', null)
  await write(hostOfSouth, 'venue.updated', south.id)
  await write(platform, 'channel.created', null)
})
afterAll(() => open.close())

const list = (user: TestUser, query = {}) => listAuditEntries(ctxOfUser(open.db, user), query, {})

test('the platform sees everything, newest first, in the shape that is promised', async () => {
  const page = await list(platform)
  expect(z.safeParse(auditArea.list.result, page).success).toBe(true)
  expect(page.total).toBe(11)
  expect(page.data[0]).toMatchObject({
    action: 'channel.created',
    actorKind: 'user',
    actorId: platform.id,
    before: { name: 'a' },
    after: { name: 'b' },
    at: '2026-11-21T04:00:00Z',
  })
  expect(page.next).toBeNull()
})

test('a company sees its venues and its own people, single venues show only themselves', async () => {
  expect((await list(northern)).data.map((entry) => entry.action)).toEqual([
    'user.updated',
    ...Array.from({ length: 7 }, () => 'venue.updated'),
  ])
  const host = await list(hostOfSouth)
  expect(host.data.map((entry) => entry.venueId)).toEqual([south.id])
  expect(host.total).toBe(1)
  expect(await list(hostOfSouth, { filters: { venueId: north.id } })).toMatchObject({ data: [], total: 0 })
})

test('pages by cursor or offset hold every entry once, also among equal instants', async () => {
  const all = (await list(platform)).data.map((entry) => entry.id)
  const walked: string[] = []
  let after: string | null | undefined
  do {
    const page = await list(platform, { limit: 2, ...(after ? { after } : {}) })
    expect(page.total).toBe(11)
    walked.push(...page.data.map((entry) => entry.id))
    after = page.next
  } while (after)
  expect(walked).toEqual(all)
  expect((await list(platform, { limit: 4, offset: 3 })).data.map((entry) => entry.id)).toEqual(all.slice(3, 7))
  for (const broken of [
    '',
    'x',
    Buffer.from('["2026","1"]').toString('base64url'),
    Buffer.from('["2026-11-20T18:00:00Z", "\' or true"]').toString('base64url'),
  ])
    await expect(list(platform, { after: broken })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('every filter narrows; days are UTC days, both included', async () => {
  const count = async (filters: object) => (await list(platform, { filters })).total
  expect(await count({ action: 'user.updated' })).toBe(2)
  expect(await count({ subject: 'venue' })).toBe(8)
  expect(await count({ subjectId: south.id })).toBe(1)
  expect(await count({ venueId: north.id, actorId: platform.id })).toBe(7)
  expect(await count({ from: '2026-11-21' })).toBe(4)
  expect(await count({ to: '2026-11-20' })).toBe(7)
  expect(await count({ from: '2026-11-20', to: '2026-11-21' })).toBe(11)
  expect(await count({ from: '2026-11-22', to: '2026-11-19' })).toBe(0)
})

test('what an entry is about is told by name: people, companies, and whose a session was', async () => {
  const ctx = ctxOfUser(open.db, northern, { clock })
  const write = (subject: string, subjectId: string) =>
    audit(ctx, { action: `${subject}.updated`, subject, subjectId, after: { city: 'x' } })
  clock.move({ hours: 1 })
  await write('company', north.companyId)
  clock.move({ hours: 1 })
  await write('session', '019a0000-0000-7000-8000-00000000abcd')
  clock.move({ hours: 1 })
  await write('user', hostOfSouth.id)
  clock.move({ hours: 1 })
  await write('user', 'nobody-knows')
  const { name } = await open.db.selectFrom('companies').select('name').where('id', '=', north.companyId).executeTakeFirstOrThrow()
  const told = (await list(platform, { limit: 4 })).data.map(({ subjectName }) => subjectName)
  expect(told).toEqual([null, 'Ada Example', 'Ada Example', name])
})
