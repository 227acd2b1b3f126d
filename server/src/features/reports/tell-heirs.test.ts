import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { createReport, updateReport } from './plan-report.ts'
import { readReport } from './report-view.ts'
import { startDue } from './start-due.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const report = {
  name: 'Last night',
  question: { range: 'yesterday' as const },
  rhythm: 'daily' as const,
  time: '08:00',
  timezone: 'Europe/Madrid',
  lang: 'en' as const,
  recipients: ['plain@guest.test'],
}
const toldTo = async (userId: string) => {
  const told = open.db.selectFrom('notifications').select(['about', 'email', 'inApp']).where('userId', '=', userId)
  const rows = await told.where('event', '=', 'report').orderBy('createdAt').orderBy('id').execute()
  return rows.map(({ about, email, inApp }) => ({ ...(JSON.parse(about!) as { reason: string }), email, inApp }))
}
const left = { name: 'Last night', about: 'reservations', reason: 'owner_left', email: 'due', inApp: true }

test('AN3: when whoever had a report sent is moved or deleted, the company’s administrators hear of it once, and go on with it', async () => {
  const { ports } = recordingPorts()
  const [companyId, elsewhere] = [await aCompany(open.db), await aCompany(open.db)]
  await aVenue(open.db, { companyId })
  const admin = await aUser(open.db, { companyId })
  const colleague = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['analytics', 'reservations'] })
  const stranger = await aUser(open.db, { companyId: elsewhere })
  const platform = await aUser(open.db)
  const [moved, deleted] = [await aUser(open.db, { companyId }), await aUser(open.db, { companyId })]
  const made = [
    await createReport(ctxOfUser(open.db, moved, { ports }), report),
    await createReport(ctxOfUser(open.db, deleted, { ports }), report),
  ]
  await open.db.updateTable('users').set({ companyId: elsewhere }).where('id', '=', moved.id).execute()
  await open.db.deleteFrom('users').where('id', '=', deleted.id).execute()
  const minute = () => startDue({ ...ctxOfUser(open.db, platform, { ports }), actor: { kind: 'system', id: null, name: 'test' } })
  await minute()
  await minute()
  const told = await toldTo(admin.id)
  expect(told).toMatchObject([left, left])
  for (const { id } of [colleague, stranger, platform, moved]) expect(await toldTo(id)).toEqual([])
  const ctx = ctxOfUser(open.db, admin, { ports })
  const { id, version, question } = await readReport(ctx, made[0]!.id)
  const again = { version, paused: false, question, recipients: ['plain@guest.test'] }
  expect(await updateReport(ctx, { params: { id }, body: again })).toMatchObject({ state: 'active', mine: true })
  // Where nobody looks after the company any more, the platform's people hear of it.
  await open.db.updateTable('users').set({ companyId: elsewhere }).where('id', '=', admin.id).execute()
  await minute()
  expect(await toldTo(platform.id)).toMatchObject([{ ...left, reason: 'orphaned' }])
})

test('AN3: whose account is switched off has nothing sent from that moment on; heirs hear of it once, and he goes on with it later', async () => {
  const { ports } = recordingPorts()
  const companyId = await aCompany(open.db)
  await aVenue(open.db, { companyId })
  const admin = await aUser(open.db, { companyId })
  const owner = await aUser(open.db, { companyId })
  const his = ctxOfUser(open.db, owner, { ports })
  const monthly = { ...report, rhythm: 'monthly' as const, monthDay: 1 }
  const [going, paused] = [await createReport(his, monthly), await createReport(his, { ...monthly, name: 'Paused' })]
  await updateReport(his, { params: { id: paused.id }, body: { version: paused.version, paused: true } })
  const off = (disabledAt: string | null) => open.db.updateTable('users').set({ disabledAt }).where('id', '=', owner.id).execute()
  await off('2026-11-25T10:00:00Z')
  const system = { ...ctxOfUser(open.db, await aUser(open.db), { ports }), actor: { kind: 'system', id: null, name: 'test' } as const }
  for (let minute = 0; minute < 2; minute++) await startDue(system)
  const ctx = ctxOfUser(open.db, admin, { ports })
  for (const { id } of [going, paused]) {
    expect(await readReport(ctx, id)).toMatchObject({ state: 'stopped', stoppedFor: 'owner_gone', nextAt: null, takeOver: true })
  }
  expect((await toldTo(admin.id)).map(({ reason }) => reason)).toEqual(['owner_left', 'owner_left'])
  await off(null)
  const { version, mine } = await readReport(his, going.id)
  expect(mine).toBe(true)
  expect(await updateReport(his, { params: { id: going.id }, body: { version, paused: false } })).toMatchObject({ state: 'active' })
})
