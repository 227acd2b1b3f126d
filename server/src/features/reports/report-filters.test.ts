import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { askOf } from '#src/features/analytics-questions/api.ts'
import { createReport, updateReport } from './plan-report.ts'
import { listReports, readReport } from './report-view.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

test('AN3: a report says by name what it is about, and what of it its reader cannot ask any more', async () => {
  const companyId = await aCompany(open.db)
  const venue = await aVenue(open.db, { companyId, timeZone: 'Europe/Madrid', name: 'Casa Uno' })
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const named = [one, two].map((id) => ({ id, name: `Guide ${id}`, type: 'partner' as const, active: true, rateLimitPerMinute: 60 }))
  await open.db.insertInto('channels').values(named).execute()
  for (const channelId of [one, two]) await aReservation(open.db, venue, { date: '2026-11-24', source: 'channel', channelId, partySize: 4 })
  const agent = await aUser(open.db, { companyId, roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], permissions: ['analytics', 'reservations'] })
  const bound = (channelIds: readonly string[]) => ctxOfUser(open.db, agent, { scope: { kind: 'channels', channelIds } })
  const question = { range: 'yesterday' as const, channelId: [one, two.toUpperCase()], venueId: [venue.id] }
  const { id, filters, version } = await createReport(bound([one, two]), {
    name: 'Last night',
    question,
    rhythm: 'daily',
    time: '08:00',
    timezone: 'Europe/Madrid',
    lang: 'en',
    recipients: ['plain@guest.test'],
  })
  const all = [
    { field: 'venueId', id: venue.id, name: 'Casa Uno', gone: false },
    { field: 'channelId', id: one, name: `Guide ${one}`, gone: false },
    { field: 'channelId', id: two, name: `Guide ${two}`, gone: false },
  ]
  expect(filters).toEqual(all)
  const less = bound([one])
  const lost = [{ ...all[2], gone: true }, all[1]]
  expect((await readReport(less, id)).filters).toEqual([all[0], ...lost])
  expect((await listReports(less, {})).data.map((report) => report.filters)).toEqual([[all[0], ...lost]])
  expect((await readReport(bound([]), id)).filters.filter(({ gone }) => gone)).toHaveLength(3)
  await open.db.updateTable('reports').set({ state: 'stopped', stoppedFor: 'venues_lost', nextAt: null }).where('id', '=', id).execute()
  const change = (over: object) => updateReport(less, { params: { id }, body: over as never })
  expect(await refusal(change({ paused: false, version }))).toBe('channel.not_found')
  const again = await change({ paused: false, version, question: { ...question, channelId: [one] } })
  expect([again.state, again.filters.some(({ gone }) => gone)]).toEqual(['active', false])
})

test('AN3: on a channel that is deleted a report names it as gone, and goes on without it alone', async () => {
  const companyId = await aCompany(open.db)
  await aVenue(open.db, { companyId })
  const ctx = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  const channelId = crypto.randomUUID()
  const channel = { id: channelId, name: 'Gone Guide', type: 'partner' as const, active: true, rateLimitPerMinute: 60 }
  await open.db.insertInto('channels').values(channel).execute()
  const question = { range: 'yesterday' as const }
  const plan = { rhythm: 'daily' as const, time: '08:00', timezone: 'Europe/Madrid', lang: 'en' as const, recipients: ['plain@guest.test'] }
  const { id, filters } = await createReport(ctx, { name: 'Last night', question: { ...question, channelId: [channelId] }, ...plan })
  expect(filters).toMatchObject([{ field: 'channelId', name: 'Gone Guide', gone: false }])
  // Nor is a new one planned, or a question asked, of what was never there.
  const nobodys = crypto.randomUUID()
  const narrowed: [{ channelId?: string[]; rmsId?: string[] }, string][] = [
    [{ channelId: [nobodys] }, 'channel.not_found'],
    [{ rmsId: [nobodys] }, 'system.not_found'],
  ]
  for (const [narrow, code] of narrowed) {
    expect(await refusal(createReport(ctx, { name: 'Never', question: { ...question, ...narrow }, ...plan }))).toBe(code)
    expect(await refusal(askOf(ctx, { from: '2026-11-01', to: '2026-11-30', ...narrow }))).toBe(code)
  }
  await open.db.deleteFrom('channels').where('id', '=', channelId).execute()
  const { version, filters: now } = await readReport(ctx, id)
  expect(now).toMatchObject([{ field: 'channelId', name: null, gone: true }])
  const change = (over: object) => updateReport(ctx, { params: { id }, body: { version, paused: false, ...over } })
  expect(await refusal(change({}))).toBe('channel.not_found')
  expect(await change({ question })).toMatchObject({ state: 'active', filters: [] })
})

const plan = { rhythm: 'daily' as const, time: '08:00', timezone: 'Europe/Madrid', lang: 'en' as const, recipients: ['plain@guest.test'] }

test('AN3: who sees no restaurant plans no report of nothing, and goes on with none', async () => {
  const channelId = crypto.randomUUID()
  const channel = { id: channelId, name: `Guide ${channelId}`, type: 'partner' as const, active: true, rateLimitPerMinute: 60 }
  await open.db.insertInto('channels').values(channel).execute()
  const venue = await aVenue(open.db, { companyId: await aCompany(open.db) })
  await aReservation(open.db, venue, { date: '2026-11-24', source: 'channel', channelId, partySize: 4 })
  const agent = await aUser(open.db, { roles: ['ROLE_BC_AGENT'] })
  const bound = ctxOfUser(open.db, agent, { scope: { kind: 'channel', channelId } })
  const unbound = ctxOfUser(open.db, agent, { scope: { kind: 'venues', ids: [] } })
  const body = { name: 'Last night', question: { range: 'yesterday' as const }, ...plan }
  await expect(createReport(unbound, body)).rejects.toMatchObject({
    code: 'report.nothing_in_sight',
    fields: { 'question.venueId': [{ issue: 'invalid' }] },
  })
  const { id, version } = await createReport(bound, body)
  await open.db.updateTable('reports').set({ state: 'stopped', stoppedFor: 'venues_lost', nextAt: null }).where('id', '=', id).execute()
  const again = { version, paused: false, question: body.question, recipients: plan.recipients }
  expect(await refusal(updateReport(unbound, { params: { id }, body: again }))).toBe('report.nothing_in_sight')
})

test('AN3: another’s report is shown, and changed, in the sight in which it is counted', async () => {
  const companyId = await aCompany(open.db)
  const [hers, other] = [await aVenue(open.db, { companyId, name: 'Casa Uno' }), await aVenue(open.db, { companyId, name: 'Casa Dos' })]
  const admin = ctxOfUser(open.db, await aUser(open.db, { companyId }))
  const owner = await aUser(open.db, {
    companyId,
    roles: ['ROLE_MANAGER'],
    permissions: ['analytics', 'reservations'],
    venues: [hers.id],
  })
  const body = { name: 'Last night', question: { range: 'yesterday' as const, venueId: [hers.id] }, ...plan }
  const { id } = await createReport(ctxOfUser(open.db, owner), body)
  const change = async (over: object) =>
    updateReport(admin, { params: { id }, body: { version: (await readReport(admin, id)).version, ...over } })
  await expect(change({ question: { range: 'yesterday', venueId: [other.id] } })).rejects.toMatchObject({
    code: 'report.beyond_owner',
    values: { owner: 'Ada Example' },
    fields: { 'question.venueId': [{ issue: 'invalid' }] },
  })
  expect(await change({ question: { range: 'lastWeek', venueId: [hers.id] } })).toMatchObject({ mine: false, filters: [{ gone: false }] })
  // What is taken away from its owner is told to whoever looks after it, who sees it still.
  await open.db.deleteFrom('userVenues').where('userId', '=', owner.id).execute()
  expect((await readReport(admin, id)).filters).toMatchObject([{ name: 'Casa Uno', gone: true }])
  expect((await listReports(admin, {})).data[0]!.filters).toMatchObject([{ gone: true }])
})
