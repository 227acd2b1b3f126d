import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem, type TestSystem } from '../../../../tests/build/a-system.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Problem } from '#src/platform/problem.ts'
import { requestSheet } from './export-requests.ts'
import { noteOwn } from './note-own.ts'
import { onboardingHandlers as onboarding } from './routes.ts'

let open: OpenDb
let system: TestSystem
let channel: TestChannel
let count = 0
beforeAll(async () => {
  open = await aDb()
  system = await aSystem(open.db)
  channel = await aChannel(open.db)
})
afterAll(() => open.close())

const ofSystem = (): Ctx =>
  aCtx(open.db, {
    actor: { kind: 'system', id: system.id, name: 'System', rateLimitPerMinute: 600 },
    scope: { kind: 'system', systemId: system.id },
  })
const asked = (over: object = {}) =>
  onboarding.create(ofSystem(), { body: { venueName: `Casa ${++count}`, channelId: channel.id, rmsVenueId: `v-${count}`, ...over } })

test('ON3: both partners set right what is known of the restaurant; the history names the fields, and never what a side notes for itself', async () => {
  const { id, version } = await asked({ contactEmail: 'old@house.test' })
  const ofBc = ctxOfChannel(open.db, channel)
  const edited = await onboarding.edit(ofBc, {
    params: { id },
    body: { version, contactEmail: null, reference: 'R-7', internalNotes: { bc: 'They are slow.' } },
  })
  expect(edited).toMatchObject({ contactEmail: null, reference: 'R-7', internalNotes: { rms: null, bc: 'They are slow.' } })
  const [last] = await onboarding.history(ofSystem(), { params: { id } })
  expect(last).toMatchObject({ kind: 'edited', side: 'bc' })
  expect(JSON.stringify(await open.db.selectFrom('onboardingHistory').selectAll().where('requestId', '=', id).execute())).not.toContain(
    'slow',
  )
  const { rows: audited } = {
    rows: await open.db
      .selectFrom('auditEntries' as never)
      .selectAll()
      .execute(),
  }
  expect(JSON.stringify(audited)).not.toContain('slow')
  const stale = onboarding.edit(ofSystem(), { params: { id }, body: { version, notes: 'Mine' } })
  expect(await stale.catch(({ code, details }: Problem) => ({ code, details }))).toMatchObject({
    code: 'onboarding.changed_meanwhile',
    details: { saves: [{ fields: ['contactEmail', 'reference'] }] },
  })
  const foreign = onboarding.edit(ofBc, { params: { id }, body: { version: edited.version, internalNotes: { rms: 'x' } } })
  expect(await refusal(foreign)).toBe('access.denied')
  // What says nothing new changes nothing.
  const same = await onboarding.edit(ofBc, { params: { id }, body: { version: edited.version, reference: 'R-7' } })
  expect(same.version).toBe(edited.version)
})

test('ON3: a side that notes what stands there already does not stop the other one', async () => {
  const { id, version } = await asked({ internalNotes: 'They owe us a call.' })
  const note = (text: string) => noteOwn(ofSystem(), { id, version, of: 'rms' }, text)
  expect(await note('They owe us a call.')).toMatchObject({ version })
  expect(await note('They called.')).toMatchObject({ version: version + 1 })
})

test('ON3: of what is over only the own notes change', async () => {
  const { id, version } = await asked()
  const over = await onboarding.cancel(ofSystem(), { params: { id }, body: { version, reason: 'They closed.' } })
  const edit = (body: object) => onboarding.edit(ofSystem(), { params: { id }, body: { version: over.version, ...body } })
  expect(await refusal(edit({ notes: 'Late' }))).toBe('onboarding.state_wrong')
  expect((await edit({ internalNotes: { rms: 'Never again.' } })).internalNotes.rms).toBe('Never again.')
})

test('ON3: a file holds exactly the list of its filter, in its order, and nothing that the other side notes for itself', async () => {
  await asked({ venueName: 'Exported one', internalNotes: 'Ours alone' })
  const live = await asked({ venueName: 'Exported two', rmsVenueId: null })
  const table = async (ctx: Ctx, filters: object) => {
    const sheet = await requestSheet(ctx, { filters }, 'en')
    const rows = []
    for await (const row of sheet.rows) rows.push(row)
    return { headers: sheet.columns.map(({ header }) => header), rows, total: sheet.total, filter: sheet.filter }
  }
  const ours = await table(ofSystem(), { q: 'exported', channelId: [channel.id] })
  const listed = await onboarding.list(ofSystem(), { query: { filters: { q: 'exported', channelId: [channel.id] } } })
  expect(ours.rows.map((row) => row.at(-1))).toEqual(listed.data.map(({ id }) => id))
  expect(ours.rows[0]!.at(-1)).toBe(live.id)
  expect(ours.total).toBe(2)
  expect(ours.filter).toEqual([
    ['Search', 'exported'],
    ['Booking channel', channel.name],
  ])
  expect(JSON.stringify(ours.rows)).toContain('Ours alone')
  const theirs = await table(ctxOfChannel(open.db, channel), { q: 'exported' })
  expect(theirs.rows).toHaveLength(2)
  expect(JSON.stringify(theirs)).not.toContain('Ours alone')
  expect(theirs.headers).not.toContain('Internal notes of the system')
})
