import { randomUUID } from 'node:crypto'
import { emptyRwgAccount, emptyRwgConfig } from '@tablewire/contracts/rms/system-fields'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownHeaders } from '../../../../tests/build/own-headers.ts'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { systemCaller } from './api.ts'
import { systemsHandlers as systems } from './routes.ts'

let open: OpenDb
let ctx: Ctx
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  ctx = aCtx(open.db, { clock })
})
afterAll(() => open.close())

const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const fieldsOf = (answer: Promise<unknown>): Promise<string[]> =>
  answer.then(
    () => [],
    (error: { fields?: object }) => Object.keys(error.fields ?? {}).toSorted(),
  )
const on = (id: string) => ({ params: { id } })
let count = 0
const make = (over: object = {}) => {
  const n = ++count
  return systems.create(ctx, { body: { code: `acme-${n}`, name: `Acme ${n}`, type: 'standard', ...over } })
}
/** Who the key belongs to, or the refusal. */
const known = (key: string): Promise<string> => {
  const { actor: _actor, ability: _ability, scope: _scope, lang: _lang, ...base } = ctx
  const call = systemCaller({ db: open.db, clock, base: () => base })
  return call({ headers: { authorization: `Bearer ${key}` } } as unknown as FastifyRequest).then(
    ({ actor }) => actor.name,
    (error: { code: string }) => error.code,
  )
}

test('HU1: a system is made with defaults and changed part by part; an old version is refused', async () => {
  const made = await make()
  expect(made).toMatchObject({ syncAlgorithm: 'snapshot', syncHorizon: 'full', active: true, version: 1, venueCount: 0, secrets: [] })
  expect(made.rwgConfig).toEqual(emptyRwgConfig)
  const changed = await systems.update(ctx, {
    ...on(made.id),
    body: {
      syncHorizon: 'horizon',
      syncHorizonDays: 60,
      sourceInNotes: true,
      rwgConfig: { ...emptyRwgConfig, webSlug: 'acme', apiUrl: 'https://api.acme.com/v1' },
      rwgAccount: { ...emptyRwgAccount, sftpUrl: 'sftp://feeds.partnerdash.google.com', partnerId: '20001234' },
      capabilities: ['offers', 'menus', 'offers'],
      version: 1,
    },
  })
  expect(changed).toMatchObject({ name: made.name, syncHorizonDays: 60, capabilities: ['menus', 'offers'], version: 2 })
  expect(changed.rwgConfig.webSlug).toBe('acme')
  expect(await codeOf(systems.update(ctx, { ...on(made.id), body: { name: 'Late', version: 1 } }))).toBe('system.version_stale')
})

test('HU5: how often a system is brought in line, and for which parties, is kept within reason', async () => {
  const { id, ...made } = await make()
  expect(made).toMatchObject({ syncAvailabilityMinutes: null, syncHealthMinutes: null, syncPartySizes: null })
  const pace = { syncVenuesMinutes: 720, syncAvailabilityMinutes: 2, syncHealthMinutes: 5, syncPartySizes: [2, 4, 6] }
  expect(await systems.update(ctx, { ...on(id), body: { ...pace, version: 1 } })).toMatchObject({
    ...pace,
    syncAreasMinutes: null,
    version: 2,
  })
  for (const [column, value] of [
    ['sync_venues_minutes', '14'],
    ['sync_availability_minutes', '0'],
    ['sync_health_minutes', '61'],
    ['sync_party_sizes', "'{}'"],
    ['sync_party_sizes', "'{0}'"],
  ] as const)
    await expect(sql`update systems set ${sql.ref(column)} = ${sql.raw(value)} where id = ${id}`.execute(open.db)).rejects.toThrow(/check/)
})

test('HU1: code and name belong to one system; looking ahead by days needs the days', async () => {
  const first = await make()
  expect(await codeOf(make({ code: first.code }))).toBe('system.code_taken')
  expect(await codeOf(make({ name: first.name.toUpperCase() }))).toBe('system.name_taken')
  expect(await fieldsOf(make({ syncHorizon: 'horizon' }))).toEqual(['syncHorizonDays'])
})

test('HU2: a connection is kept whole or not at all, and what the connector does not understand is refused field by field', async () => {
  const { id } = await make()
  const change = (version: number, body: object) => systems.update(ctx, { ...on(id), body: { ...body, version } })
  expect(await fieldsOf(change(1, { connector: 'nobody' }))).toEqual(['connector'])
  expect(await codeOf(change(1, { connector: 'built_in' }))).toBe('system.built_in')
  const baseUrl = 'https://rms.acme.com'
  for (const wrong of ['http://rms.acme.com', 'https://10.0.0.8', 'https://me:you@rms.acme.com', 'https://localhost'])
    expect(await fieldsOf(change(1, { connection: { baseUrl: wrong } }))).toEqual(['connection.baseUrl'])
  expect(await fieldsOf(change(1, { connection: { baseUrl, cancelBy: 'carrier pigeon', atOnce: 0 } }))).toEqual([
    'connection.atOnce',
    'connection.cancelBy',
  ])
  const saved = await change(1, { connection: { baseUrl, cancelBy: 'delete', unknown: true } })
  expect(saved).toMatchObject({
    connector: 'standard',
    connection: { baseUrl, cancelBy: 'delete', basePath: '/v1/mozrest', keyInNotes: true },
  })
  expect(saved.connection).not.toHaveProperty('unknown')
  expect((await change(2, { name: saved.name })).connection).toEqual(saved.connection)
  // Settings of one connector mean nothing to another, but for the address, which is asked for again.
  expect((await change(3, { connector: 'sandbox' })).connection).toEqual({})
  expect((await change(4, { connection: { baseUrl } })).connection).toEqual({ baseUrl })
  expect((await change(5, { connection: {} })).connection).toEqual({})
})

test('HU1: secrets are sealed, never answered nor audited; null takes one away', async () => {
  const { id } = await make()
  const set = await systems.update(ctx, { ...on(id), body: { secrets: { apiToken: 'open sesame', ftpPass: 'simsalabim' }, version: 1 } })
  expect(set.secrets).toEqual([
    { name: 'apiToken', setAt: '2026-11-20T18:00:00Z' },
    { name: 'ftpPass', setAt: '2026-11-20T18:00:00Z' },
  ])
  const rows = await open.db.selectFrom('systemSecrets').selectAll().where('systemId', '=', id).execute()
  const entries = await open.db.selectFrom('auditEntries').selectAll().where('subjectId', '=', id).execute()
  expect(JSON.stringify([set, rows, entries])).not.toMatch(/sesame|simsalabim/)
  expect(ctx.ports.secrets.open(rows.find(({ name }) => name === 'apiToken')!.sealed)).toBe('open sesame')
  expect(entries.find(({ action }) => action === 'system.updated')?.after).toMatchObject({
    sealedSince: { apiToken: '2026-11-20T18:00:00Z' },
  })
  const less = await systems.update(ctx, { ...on(id), body: { secrets: { ftpPass: null }, version: 2 } })
  expect(less.secrets.map(({ name }) => name)).toEqual(['apiToken'])
})

test.each([
  'http://api.acme.com',
  'https://localhost/x',
  'https://10.0.0.8/',
  'https://[::1]/',
  'https://u:p@acme.com/',
  'https://db.internal/',
  'ftp://acme.com',
])('HU1: the address %s is refused beside its field', async (apiUrl) => {
  const { id } = await make()
  const rwgAccount = { ...emptyRwgAccount, sftpUrl: 'sftp://192.168.1.4', bookingServerUrl: apiUrl }
  const change = systems.update(ctx, { ...on(id), body: { rwgConfig: { ...emptyRwgConfig, apiUrl }, rwgAccount, version: 1 } })
  expect(await fieldsOf(change)).toEqual(['rwgAccount.bookingServerUrl', 'rwgAccount.sftpUrl', 'rwgConfig.apiUrl'])
})

test('HU1: a system with venues stays, and says how many; one without goes with its keys and settings', async () => {
  const venue = await aVenue(open.db)
  const { id } = await aSystem(open.db, { venues: [venue.id] })
  const channel = await aChannel(open.db)
  await systems.updateChannel(ctx, { params: { id, channelId: channel.id }, body: { enabled: true, headers: [], configs: [], version: 0 } })
  expect(await systems.usage(ctx, on(id))).toEqual({ venues: 1, reservations: 0, users: 0, keys: 1, channels: 1 })
  await expect(systems.delete(ctx, on(id))).rejects.toMatchObject({ code: 'system.in_use', values: { venues: 1, reservations: 0 } })
  await open.db.updateTable('venues').set({ systemId: builtInSystemId }).where('id', '=', venue.id).execute()
  expect(await systems.delete(ctx, on(id))).toEqual({ id })
  expect(await codeOf(systems.get(ctx, on(id)))).toBe('system.not_found')
})

test('HU1: the built-in book cannot be removed, switched off, turned into something else or given a key, whoever tries', async () => {
  const { version } = await systems.get(ctx, on(builtInSystemId))
  expect(await codeOf(systems.delete(ctx, on(builtInSystemId)))).toBe('system.built_in')
  expect(await codeOf(systems.update(ctx, { ...on(builtInSystemId), body: { active: false, version } }))).toBe('system.built_in')
  expect(await codeOf(systems.update(ctx, { ...on(builtInSystemId), body: { type: 'custom', version } }))).toBe('system.built_in')
  expect(await codeOf(systems.rotateKey(ctx, on(builtInSystemId)))).toBe('system.built_in')
  expect(await codeOf(open.db.deleteFrom('systems').where('id', '=', builtInSystemId).execute())).toBe('TW010')
})

test('AC10: keys are shown once, kept as hashes, two are good at a time, and one revoked is out at once', async () => {
  const { id, name } = await make()
  const first = await systems.rotateKey(ctx, on(id))
  clock.move({ hours: 1 })
  const second = await systems.rotateKey(ctx, on(id))
  expect(await Promise.all([known(first.apiKey), known(second.apiKey)])).toEqual([name, name])
  clock.move({ hours: 1 })
  const third = await systems.rotateKey(ctx, on(id))
  expect(await Promise.all([known(first.apiKey), known(second.apiKey), known(third.apiKey)])).toEqual(['system_key.invalid', name, name])
  expect(third.keys.map(({ hint }) => hint)).toEqual([third.apiKey.slice(-4), second.apiKey.slice(-4)])
  expect((await systems.keys(ctx, on(id)))[0]!.lastUsedAt).not.toBeNull()
  const rows = await open.db.selectFrom('systemKeys').selectAll().where('systemId', '=', id).execute()
  expect(JSON.stringify([rows, await open.db.selectFrom('auditEntries').selectAll().where('subjectId', '=', id).execute()])).not.toContain(
    third.apiKey,
  )
  const left = await systems.revokeKey(ctx, { params: { id, keyId: third.keys[0]!.id } })
  expect(left).toHaveLength(1)
  expect(await known(third.apiKey)).toBe('system_key.invalid')
  expect(await codeOf(systems.revokeKey(ctx, { params: { id, keyId: third.keys[0]!.id } }))).toBe('system_key.not_found')
  clock.move({ hours: 24 })
  expect(await known(second.apiKey)).toBe('system_key.invalid')
})

test('AC10: many rotations at once leave two good keys; a system switched off is known to nobody', async () => {
  const { id, name } = await make()
  const answers = await Promise.all(Array.from({ length: 6 }, () => systems.rotateKey(ctx, on(id))))
  const good = async () => (await Promise.all(answers.map(({ apiKey }) => known(apiKey)))).filter((one) => one === name)
  expect(await good()).toHaveLength(2)
  await systems.update(ctx, { ...on(id), body: { active: false, version: 1 } })
  expect(await good()).toEqual([])
})

test('HU1: a new system takes its connection, its Google side and its secrets at once, or names what is wrong with them', async () => {
  const create = (body: object) =>
    systems.create(ctx, { body: { code: `made-${randomUUID().slice(0, 8)}`, name: `Made ${randomUUID()}`, type: 'standard', ...body } })
  const made = await create({
    connection: { baseUrl: 'https://rms.acme.com' },
    rwgConfig: { ...emptyRwgConfig, webSlug: 'acme' },
    capabilities: ['payments'],
    secrets: { apiToken: 'abrakadabra' },
  })
  expect(made).toMatchObject({
    connector: 'standard',
    connection: { baseUrl: 'https://rms.acme.com' },
    rwgConfig: { webSlug: 'acme' },
    capabilities: ['payments'],
    secrets: [{ name: 'apiToken' }],
    version: 1,
  })
  expect(await fieldsOf(create({ connection: { baseUrl: 'https://10.0.0.1' } }))).toEqual(['connection.baseUrl'])
  expect(await fieldsOf(create({ connection: { baseurl: 'https://rms.acme.com' } }))).toEqual(['connection.baseurl'])
  expect(await fieldsOf(create({ connector: 'nobody', connection: { baseUrl: 'https://rms.acme.com' } }))).toEqual(['connector'])
  expect(await fieldsOf(create({ secrets: { sftpPrivateRsaKey: 'no key' } }))).toEqual(['secrets.sftpPrivateRsaKey'])
})

test('HU1: headers of a channel are sealed; one without a value keeps its own; two people do not overwrite each other', async () => {
  const { id } = await make()
  const channel = await aChannel(open.db)
  const change = (body: { headers: { name: string; value?: string }[]; version: number }) =>
    systems.updateChannel(ctx, {
      params: { id, channelId: channel.id },
      body: { enabled: true, configs: [{ name: 'market', value: 'es' }], ...body },
    })
  const set = await change({ headers: [{ name: 'X-Partner', value: 'abrakadabra' }], version: 0 })
  expect(set).toMatchObject({
    headers: [{ name: 'X-Partner', setAt: clock().toString() }],
    configs: [{ name: 'market', value: 'es' }],
    version: 1,
  })
  await change({ headers: [{ name: 'x-partner' }], version: 1 })
  const row = await open.db.selectFrom('systemChannels').selectAll().where('systemId', '=', id).executeTakeFirstOrThrow()
  expect(ctx.ports.secrets.open(row.headers[0]!.sealed)).toBe('abrakadabra')
  const entries = await open.db.selectFrom('auditEntries').selectAll().where('subjectId', '=', id).execute()
  expect(JSON.stringify([set, row, entries])).not.toContain('abrakadabra')
  expect(await codeOf(change({ headers: [], version: 1 }))).toBe('system.version_stale')
  expect(await fieldsOf(change({ headers: [{ name: 'Host', value: 'x' }, { name: 'New' }], version: 2 }))).toEqual([
    'headers.0.name',
    'headers.1.value',
  ])
  for (const name of [...ownHeaders, 'Authorization'])
    expect([name, await fieldsOf(change({ headers: [{ name, value: 'x' }], version: 2 }))]).toEqual([name, ['headers.0.name']])
  const rows = await systems.channels(ctx, { ...on(id), query: { limit: 200 } })
  expect(rows.data.find((one) => one.id === channel.id)?.version).toBe(2)
})

test('HU1: people of a system need the role, belong to one system, and see its venues only', async () => {
  const [one, two] = [await make(), await make()]
  const agent = await aUser(open.db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'] })
  const other = await aUser(open.db, { roles: ['ROLE_MANAGER'] })
  const add = (id: string, email: string) => systems.addUser(ctx, { ...on(id), body: { email } })
  expect(await add(one.id, agent.email.toUpperCase())).toMatchObject({ id: agent.id, disabled: false })
  expect(await codeOf(add(two.id, agent.email))).toBe('system_user.elsewhere')
  expect(await codeOf(add(one.id, other.email))).toBe('system_user.not_agent')
  expect(await codeOf(add(one.id, 'nobody@tablewire.test'))).toBe('system_user.not_found')
  expect((await systems.users(ctx, { ...on(one.id), query: {} })).total).toBe(1)
  await systems.removeUser(ctx, { params: { id: one.id, userId: agent.id } })
  expect(await codeOf(systems.removeUser(ctx, { params: { id: one.id, userId: agent.id } }))).toBe('system_user.not_found')
})

test("HU1: setting systems up is the platform's; a company reads the ones that serve it and counts its own venues", async () => {
  const mine = await aVenue(open.db, { companyId: await aCompany(open.db) })
  const { id } = await aSystem(open.db, { venues: [mine.id, (await aVenue(open.db)).id] })
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: mine.companyId }), { clock })
  const list = await systems.list(company, { query: {} })
  expect(Object.fromEntries(list.data.map((row) => [row.id, row.venueCount]))).toEqual({ [builtInSystemId]: 0, [id]: 1 })
  expect(await codeOf(systems.get(company, on(id)))).toBe('access.denied')
  expect(await codeOf(systems.create(company, { body: { code: 'x', name: 'X', type: 'standard' } }))).toBe('access.denied')
  expect(await codeOf(systems.rotateKey(company, on(id)))).toBe('access.denied')
  expect(await codeOf(systems.delete(company, on(id)))).toBe('access.denied')
})
