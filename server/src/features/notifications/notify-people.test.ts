import { defaultChoices, notifications } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { recordChange } from '../../../../tests/build/record-change.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { followOnce } from '#src/platform/live/follow.ts'
import { carryChoices, getSettings } from './choices.ts'
import { reservationFollower } from './follow-reservations.ts'
import { notificationHandlers as handlers } from './routes.ts'

let open: OpenDb
let [ours, other, theirs]: TestVenue[] = []
let people: Record<'platform' | 'company' | 'onlyOurs' | 'onlyOther' | 'foreign' | 'powerless' | 'agent' | 'gone', TestUser>
let recorded: Recorded

beforeAll(async () => {
  open = await aDb()
  const { db } = open
  const [companyId, foreign] = [await aCompany(db), await aCompany(db)]
  ;[ours, other, theirs] = [
    await aVenue(db, { companyId, name: 'Ours' }),
    await aVenue(db, { companyId }),
    await aVenue(db, { companyId: foreign }),
  ]
  const manager = {
    roles: ['ROLE_MANAGER'] as TestUser['roles'],
    permissions: ['reservations', 'notifications'] as TestUser['permissions'],
    companyId,
  }
  people = {
    platform: await aUser(db),
    company: await aUser(db, { companyId }),
    onlyOurs: await aUser(db, { ...manager, venues: [ours.id] }),
    onlyOther: await aUser(db, { ...manager, venues: [other.id] }),
    foreign: await aUser(db, { companyId: foreign }),
    powerless: await aUser(db, { ...manager, permissions: ['notifications'] }),
    agent: await aUser(db, { companyId, roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], permissions: ['reservations', 'notifications'] }),
    gone: await aUser(db, { companyId }),
  }
  await sql`update users set disabled_at = now() where id = ${people.gone.id}`.execute(db)
})
afterAll(() => open.close())
beforeEach(async () => {
  recorded = recordingPorts()
  await sql`insert into live_followers (name, xid) values ('notifications', pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing`.execute(
    open.db,
  )
})
afterEach(async () => {
  await sql`delete from notifications`.execute(open.db)
  await sql`truncate live_followers, live_messages`.execute(open.db)
  await sql`delete from notification_choices`.execute(open.db)
})

const follow = () => followOnce(aCtx(open.db, { ports: recorded.ports }), reservationFollower)
const ctxOf = (who: keyof typeof people) => ctxOfUser(open.db, people[who], { ports: recorded.ports })
const listOf = async (who: keyof typeof people) => (await handlers.list(ctxOf(who), { query: {} })).data
const told = async (): Promise<string[]> => {
  const rows = await open.db.selectFrom('notifications').select('userId').execute()
  const names = Object.entries(people).map(([name, { id }]) => [id, name] as const)
  return rows.map(({ userId }) => new Map(names).get(userId)!).toSorted()
}

test('SE3: told is whoever may see the venue and its reservations, and nobody else', async () => {
  const { reservationId } = await recordChange(open.db, ours!)
  await follow()
  expect(await told()).toEqual(['company', 'onlyOurs', 'platform'])
  const [row] = await listOf('onlyOurs')
  expect(row).toMatchObject({
    event: 'new',
    venueName: 'Ours',
    by: 'Partner',
    readAt: null,
    reservation: { id: reservationId, guestName: 'Ana García', partySize: 2 },
  })
  expect(row!.link).toMatch(new RegExp(`^/reservations\\?venue=${ours!.id}&date=\\d{4}-\\d\\d-\\d\\d&id=${reservationId}$`))
  expect(z.safeParse(notifications.list.result, await handlers.list(ctxOf('onlyOurs'), { query: {} })).success).toBe(true)
  // Open screens of these three hear of it, and of nobody else.
  expect(recorded.live.map((message) => [message.type, (message as { users?: string[] }).users?.toSorted()])).toEqual([
    ['notification', [people.platform.id, people.company.id, people.onlyOurs.id].toSorted()],
  ])
})

test('SE3: nobody is told what he did himself', async () => {
  await recordChange(open.db, ours!, { actorKind: 'user', actorId: people.company.id, actorName: 'Ada Example' })
  await follow()
  expect(await told()).toEqual(['onlyOurs', 'platform'])
  expect((await listOf('onlyOurs'))[0]!.by).toBe('Ada Example')
})

test('SE3: choices for one venue come before those for all, those before the defaults; who wants nothing hears nothing', async () => {
  const quiet = { inApp: false, email: false, push: false }
  const loud = { inApp: true, email: true, push: true }
  await handlers.choose(ctxOf('company'), { body: { choices: { ...defaultChoices, new: quiet } } })
  await handlers.choose(ctxOf('platform'), { body: { choices: { ...defaultChoices, new: quiet } } })
  await handlers.chooseForVenue(ctxOf('platform'), { params: { id: ours!.id }, body: { choices: { ...defaultChoices, new: loud } } })
  await recordChange(open.db, ours!)
  await recordChange(open.db, other!)
  await follow()
  expect(await told()).toEqual(['onlyOther', 'onlyOurs', 'platform'])
  const [row] = await open.db.selectFrom('notifications').selectAll().where('userId', '=', people.platform.id).execute()
  // No device of his has allowed pushes.
  expect(row).toMatchObject({ venueId: ours!.id, inApp: true, email: 'due', push: 'none' })
  expect(recorded.jobs.map(({ name }) => name)).toEqual(['notifications.send_bundles'])
  const settings = await handlers.settings(ctxOf('platform'), {})
  expect(settings.venues).toEqual([{ venueId: ours!.id, venueName: 'Ours', choices: { ...defaultChoices, new: loud } }])
  await handlers.clearVenue(ctxOf('platform'), { params: { id: ours!.id } })
  await recordChange(open.db, ours!)
  await follow()
  expect((await listOf('platform')).length).toBe(1)
})

test('SE3: a change tells how it was before', async () => {
  await recordChange(open.db, ours!, {
    kind: 'changed',
    from: 'confirmed',
    before: { startsAt: '2026-12-01T18:00:00Z', partySize: 5 },
    after: { startsAt: '2026-12-01T19:00:00Z', partySize: 2 },
    reservation: { date: '2026-12-01', time: '20:00' },
  })
  await follow()
  const [row] = await listOf('onlyOurs')
  expect(row).toMatchObject({
    event: 'changed',
    before: { startsLocal: '2026-12-01T19:00', partySize: 5 },
    reservation: { startsLocal: '2026-12-01T20:00', partySize: 2 },
  })
})

test('SE3: reading marks one or all that was seen; what came later stays unread; another person’s is not there', async () => {
  for (const at of ['2026-11-20T18:00:00Z', '2026-11-20T18:01:00Z', '2026-11-20T18:02:00Z']) await recordChange(open.db, ours!, { at })
  await follow()
  const [newest, middle] = await listOf('onlyOurs')
  const ctx = ctxOf('onlyOurs')
  await expect(handlers.read(ctxOf('company'), { params: { id: newest!.id } })).rejects.toMatchObject({ code: 'notification.not_found' })
  expect((await handlers.read(ctx, { params: { id: newest!.id } })).readAt).not.toBeNull()
  expect(await handlers.unread(ctx, {})).toEqual({ unread: 2 })
  expect(await handlers.readAll(ctx, { body: { until: middle!.at } })).toEqual({ unread: 0 })
  expect((await handlers.list(ctx, { query: { filters: { unread: true } } })).total).toBe(0)
  await recordChange(open.db, ours!, { at: '2026-11-20T18:03:00Z' })
  await follow()
  expect(await handlers.readAll(ctx, { body: { until: newest!.at } })).toEqual({ unread: 1 })
  expect(recorded.live.filter(({ type }) => type === 'notification').length).toBeGreaterThanOrEqual(3)
})

test('SE3: who loses a venue loses what it told', async () => {
  await recordChange(open.db, ours!)
  await follow()
  const ctx = ctxOfUser(open.db, { ...people.onlyOurs, venues: [] })
  expect(await handlers.list(ctx, { query: {} })).toMatchObject({ data: [], total: 0 })
  expect(await handlers.unread(ctx, {})).toEqual({ unread: 0 })
})

test('SE3: another company’s venue hears of itself only', async () => {
  await recordChange(open.db, theirs!)
  await follow()
  expect(await told()).toEqual(['foreign', 'platform'])
})

test('VE1: of two venues that became one, the choices for the one that went hold at the one that is kept', async () => {
  const { choices } = await getSettings(ctxOf('company'))
  const loud = { ...choices, new: { ...choices.new, email: !choices.new.email } }
  const choose = (who: keyof typeof people, venueId: string, some: typeof choices) =>
    handlers.chooseForVenue(ctxOf(who), { params: { id: venueId }, body: { choices: some } })
  await choose('company', ours!.id, loud)
  await choose('platform', ours!.id, loud)
  await choose('platform', other!.id, choices)
  await carryChoices(aCtx(open.db), { from: ours!.id, to: other!.id })
  const kept = async (who: keyof typeof people) =>
    (await getSettings(ctxOf(who))).venues.find(({ venueId }) => venueId === other!.id)?.choices
  expect([await kept('company'), await kept('platform')]).toEqual([loud, choices])
})
