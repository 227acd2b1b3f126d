import type {} from '@tablewire/server/features/channels/channel-rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'

type Entry = { id: string; action: string; undoable: boolean; undoneBy: string | null; subjectName: string | null }
type Answer<T> = { status: number; data: T; code?: string }

let testApp: TestApp
let token: string
let companyId: string
beforeAll(async () => {
  testApp = await aTestApp()
  companyId = await aCompany(testApp.container.db, { name: 'Ours' })
  token = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const call = async <T>(method: string, url: string, body?: unknown, as = token): Promise<Answer<T>> => {
  const answer = await testApp.ask({ method, url, token: as, ...(body === undefined ? {} : { body }) })
  return { status: answer.statusCode, ...answer.json<Omit<Answer<T>, 'status'>>() }
}
const removed = async (path: string, id: string): Promise<Entry> => {
  expect((await call('DELETE', `${path}/${id}`)).status).toBeLessThan(300)
  return lastOf(id)
}
const lastOf = async (id: string, as?: string): Promise<Entry> =>
  (await call<Entry[]>('GET', `/v1/audit?filters[subjectId]=${id}`, undefined, as)).data[0]!
const undo = (id: string, as?: string) => call<Entry>('POST', `/v1/audit/${id}/undo`, undefined, as)
const keptRows = async (id: string): Promise<string> => {
  const { rows } = await sql<{ kept: object }>`select kept from deleted_things where id = ${id}`.execute(testApp.container.db)
  return JSON.stringify(rows)
}

test('a person comes back once with rights and venues, and has to choose a new password', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { companyId })
  const person = await aUser(db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['users', 'venues'], venues: [venue.id] })
  const before = await testApp.signIn(person)
  const entry = await removed('/users', person.id)
  expect(entry).toMatchObject({ action: 'user.deleted', undoable: true, subjectName: 'Ada Example' })
  expect(await keptRows(person.id)).not.toMatch(/argon|hash|secret/i)
  const back = await undo(entry.id)
  expect(back).toMatchObject({ status: 200, data: { action: 'user.undone', undoes: entry.id, undoable: false } })
  const { data } = await call<{ state: string; permissions: string[]; venues: { id: string }[] }>('GET', `/users/${person.id}`)
  expect(data).toMatchObject({ state: 'invited', permissions: ['users', 'venues'], venues: [{ id: venue.id }] })
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'undo.done' })
  expect((await call('GET', '/user-me', undefined, before)).status).toBe(401)
  await expect(testApp.signIn(person)).rejects.toThrow('sign-in answered')
  const { rows } = await sql`select from pgboss.job where name = 'users.mail_invitation' and data ->> 'userId' = ${person.id}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('who was shut out comes back shut out, and nothing is mailed', async () => {
  const { db } = testApp.container
  const person = await aUser(db, { companyId, roles: ['ROLE_MANAGER'] })
  await call('POST', `/users/${person.id}/disable`)
  await undo((await removed('/users', person.id)).id)
  expect((await call<{ state: string }>('GET', `/users/${person.id}`)).data.state).toBe('disabled')
  const { rows } = await sql`select from pgboss.job where name = 'users.mail_invitation' and data ->> 'userId' = ${person.id}`.execute(db)
  expect(rows).toHaveLength(0)
})

test('an address that somebody else has by now is refused in words, and the way back stays open', async () => {
  const { db } = testApp.container
  const person = await aUser(db, { companyId, roles: ['ROLE_MANAGER'] })
  const entry = await removed('/users', person.id)
  const other = await aUser(db, { companyId, email: person.email })
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'user.email_taken' })
  await db.deleteFrom('users').where('id', '=', other.id).execute()
  expect((await undo(entry.id)).status).toBe(200)
})

test('only who may make such a person brings one back, within the company', async () => {
  const { db } = testApp.container
  const admin = await aUser(db, { companyId, roles: ['ROLE_ADMIN'] })
  const entry = await removed('/users', admin.id)
  const manager = await testApp.signIn(await aUser(db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['users'] }))
  // Keeps people, and holds less than the one who was deleted.
  expect((await undo(entry.id, manager)).status).toBeGreaterThanOrEqual(403)
  const stranger = await testApp.signIn(await aUser(db, { companyId: await aCompany(db) }))
  expect(await undo(entry.id, stranger)).toMatchObject({ status: 404, code: 'audit.not_found' })
  const own = await testApp.signIn(await aUser(db, { companyId }))
  expect((await undo(entry.id, own)).status).toBe(200)
})

test('the way back is not offered to who holds less than the one who was deleted', async () => {
  const { db } = testApp.container
  const above = await aUser(db, { roles: ['ROLE_SUPER_ADMIN'] })
  const entry = await removed('/users', above.id)
  const administrator = await testApp.signIn(await aUser(db, { roles: ['ROLE_ADMIN'] }))
  expect([entry.undoable, (await lastOf(above.id, administrator)).undoable]).toEqual([true, false])
  expect((await undo(entry.id, administrator)).status).toBe(403)
})

test('a group comes back with the venues that are free and the people who saw by it', async () => {
  const { db } = testApp.container
  const [free, taken] = [await aVenue(db, { companyId }), await aVenue(db, { companyId })]
  const { data: group } = await call<{ id: string }>('POST', '/groups', {
    name: 'Harbour',
    logo: '',
    venues: [free.id, taken.id],
    companyId,
  })
  const person = await aUser(db, { companyId, roles: ['ROLE_MANAGER'], venues: [] })
  await db.insertInto('userGroups').values({ userId: person.id, groupId: group.id }).execute()
  const entry = await removed('/groups', group.id)
  await call('POST', '/groups', { name: 'Other', logo: '', venues: [taken.id], companyId })
  const { data: same } = await call<{ id: string }>('POST', '/groups', { name: 'harbour', logo: '', venues: [], companyId })
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'group.name_taken' })
  await call('DELETE', `/groups/${same.id}`)
  expect((await undo(entry.id)).data).toMatchObject({ action: 'group.undone', subjectName: 'Harbour' })
  const { data } = await call<{ venues: { id: string }[]; userCount: number }>('GET', `/groups/${group.id}`)
  expect(data).toMatchObject({ venues: [{ id: free.id }], userCount: 1 })
  expect(
    (await db.selectFrom('userVenues').select('venueId').where('userId', '=', person.id).execute()).map(({ venueId }) => venueId),
  ).toEqual([free.id])
})

test('a channel comes back switched off, with its links as they stood and without its key', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db, { companyId })
  const channel = await aChannel(db, { name: 'Table Guide', venues: [venue.id] })
  await sql`update channel_venues set commission = '{"kind":"percent","amount":500,"currency":null}' where channel_id = ${channel.id}`.execute(
    db,
  )
  const agent = await aUser(db, { roles: ['ROLE_BC_AGENT'] })
  await db.insertInto('channelUsers').values({ channelId: channel.id, userId: agent.id, createdAt: new Date() }).execute()
  const entry = await removed('/booking-channels', channel.id)
  expect(entry).toMatchObject({ action: 'channel.deleted', undoable: true })
  expect((await undo(entry.id)).data).toMatchObject({ action: 'channel.undone' })
  const { data } = await call<object>('GET', `/booking-channels/${channel.id}?mode=max`)
  expect(data).toMatchObject({ name: 'Table Guide', active: false, links: [{ state: 'live', count: 1 }], userCount: 1 })
  const links = await db.selectFrom('channelVenues').select('commission').where('channelId', '=', channel.id).execute()
  expect(links).toEqual([{ commission: { kind: 'percent', amount: 500, currency: null } }])
  await call('PUT', `/booking-channels/${channel.id}`, { active: true })
  expect((await testApp.ask({ method: 'GET', url: '/v1/bc/venues', headers: { 'x-token': channel.key } })).statusCode).toBe(401)
  expect((await call<unknown[]>('GET', `/booking-channels/${channel.id}/credentials`)).data).toEqual([])
})

test('after thirty days nothing is left to bring back', async () => {
  const { db } = testApp.container
  const { data: group } = await call<{ id: string }>('POST', '/groups', { name: 'Long gone', logo: '', venues: [], companyId })
  const entry = await removed('/groups', group.id)
  await sql`delete from deleted_things where id = ${group.id}`.execute(db)
  expect((await lastOf(group.id)).undoable).toBe(false)
  expect(await undo(entry.id)).toMatchObject({ status: 422, code: 'undo.impossible' })
})

test('what was deleted longer ago does not come back, also where it is not cleared away yet', async () => {
  const { db } = testApp.container
  const { data: group } = await call<{ id: string }>('POST', '/groups', { name: 'Lying about', logo: '', venues: [], companyId })
  const entry = await removed('/groups', group.id)
  const aged = (days: number) =>
    sql`update deleted_things set deleted_at = now() - make_interval(days => ${days}) where id = ${group.id}`.execute(db)
  await aged(31)
  expect((await lastOf(group.id)).undoable).toBe(false)
  expect(await undo(entry.id)).toMatchObject({ status: 422, code: 'undo.impossible' })
  await aged(29)
  expect((await lastOf(group.id)).undoable).toBe(true)
  expect((await undo(entry.id)).status).toBe(200)
})

test('no way back is offered where there is none: the company is gone, or the mapping is of another one', async () => {
  const { db } = testApp.container
  const gone = await aCompany(db)
  const { data: group } = await call<{ id: string }>('POST', '/groups', { name: 'Orphan', logo: '', venues: [], companyId: gone })
  const entry = await removed('/groups', group.id)
  expect(entry.undoable).toBe(true)
  await db.deleteFrom('companies').where('id', '=', gone).execute()
  expect((await lastOf(group.id)).undoable).toBe(false)
  const theirs = await testApp.signIn(await aUser(db, { companyId }))
  const mapping = { kind: 'venues', name: 'Theirs alone', mapping: { fields: {}, dateOrder: 'DMY', values: {} } }
  const made = await testApp.ask({ method: 'POST', url: '/v1/import-mappings', token: theirs, body: mapping })
  const { id } = made.json<{ data: { id: string } }>().data
  await testApp.ask({ method: 'DELETE', url: `/v1/import-mappings/${id}`, token: theirs })
  expect([(await lastOf(id)).undoable, (await lastOf(id, theirs)).undoable]).toEqual([false, true])
})

test('a brand comes back with its domains, unless another one answers there by now', async () => {
  const body = {
    name: 'Gone for a while',
    logo: '',
    menuLogo: '',
    favicon: '',
    domains: ['gone-brand.example'],
    sdkTheme: 'gone',
    theme: (await call<{ theme: object }[]>('GET', '/v1/brands')).data[0]!.theme,
  }
  const { data } = await call<{ id: string }>('POST', '/v1/brands', body)
  const entry = await removed('/v1/brands', data.id)
  expect(entry).toMatchObject({ action: 'brand.deleted', undoable: true })
  const other = await call<{ id: string }>('POST', '/v1/brands', { ...body, name: 'Another' })
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'brand.domain_taken' })
  await call('DELETE', `/v1/brands/${other.data.id}`)
  expect(await undo(entry.id)).toMatchObject({ status: 200, data: { action: 'brand.undone' } })
  expect((await call<object>('GET', `/v1/brands/${data.id}`)).data).toMatchObject({
    name: body.name,
    domains: body.domains,
    theme: body.theme,
  })
})

test('a webhook comes back at its address, unverified and with another secret', async () => {
  const channel = await aChannel(testApp.container.db)
  const url = 'https://hooks.partner.com/in'
  type Hook = { id: string; state: string; url: string; auth: { kind: string }; secrets: { hint: string }[]; secret?: string }
  const wish = { channelId: channel.id, url, auth: { kind: 'bearer', value: 'their own secret' } }
  const { data } = await call<Hook>('POST', '/v1/webhooks/endpoints', wish)
  const entry = await removed('/v1/webhooks/endpoints', data.id)
  expect(await keptRows(data.id)).not.toMatch(/sealed|secret|whsec/i)
  expect(await undo(entry.id)).toMatchObject({ status: 200, data: { action: 'webhook.undone' } })
  const { data: hooks } = await call<Hook[]>('GET', `/v1/webhooks/endpoints?filters[channelId]=${channel.id}`)
  const back = hooks.find(({ id }) => id === data.id)
  expect(back).toMatchObject({ url, state: data.state, auth: { kind: 'none' } })
  expect(back!.secrets).toHaveLength(1)
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'undo.done' })
})

test('a saved mapping comes back to whom it was, under its name, unless that is taken', async () => {
  const body = { kind: 'venues', name: 'Our old list', mapping: { fields: {}, dateOrder: 'DMY', values: {} } }
  const { data } = await call<{ id: string }>('POST', '/v1/import-mappings', body)
  const entry = await removed('/v1/import-mappings', data.id)
  const other = await call<{ id: string }>('POST', '/v1/import-mappings', body)
  expect(await undo(entry.id)).toMatchObject({ status: 409, code: 'import_mapping.name_taken' })
  await call('DELETE', `/v1/import-mappings/${other.data.id}`)
  expect((await undo(entry.id)).status).toBe(200)
  expect((await call<{ id: string }[]>('GET', '/v1/import-mappings')).data.map(({ id }) => id)).toContain(data.id)
})

test.each(['search', 'subjectId', 'actorId'])('a sign that cannot be stored is refused where it stands: filters[%s]', async (field) => {
  const answer = await testApp.ask({ method: 'GET', url: `/v1/audit?filters[${field}]=a%00b`, token })
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [`filters.${field}`]])
})
