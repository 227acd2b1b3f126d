import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'

type Entry = {
  id: string
  action: string
  undoable: boolean
  undoes: string | null
  undoneBy: string | null
  before: object
  after: object
}

type Answer<T> = { status: number; data: T; code?: string; details?: { differences?: unknown[] } }

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
const entriesOf = async (id: string): Promise<Entry[]> => (await call<Entry[]>('GET', `/v1/audit?filters[subjectId]=${id}`)).data
const lastOf = async (id: string): Promise<Entry> => (await entriesOf(id))[0]!
const undo = (id: string, as?: string) => call<Entry>('POST', `/v1/audit/${id}/undo`, undefined, as)

test('a change of a venue is put back once, as a change of its own, and can be made again', async () => {
  const { id } = await aVenue(testApp.container.db, { companyId, city: 'Madrid' })
  await call('PUT', `/venues/${id}`, { city: 'Toledo', name: 'Casa Nueva' })
  const changed = await lastOf(id)
  expect(changed).toMatchObject({ action: 'venue.updated', undoable: true, undoes: null })
  const undone = await undo(changed.id)
  expect(undone.data).toMatchObject({ action: 'venue.undone', undoes: changed.id, before: { city: 'Toledo' }, after: { city: 'Madrid' } })
  expect((await call<{ city: string; name: string }>('GET', `/venues/${id}`)).data).toMatchObject({ city: 'Madrid', name: 'Casa Prueba' })
  expect(await undo(changed.id)).toMatchObject({ status: 409, code: 'undo.done' })
  expect((await entriesOf(id)).find((entry) => entry.id === changed.id)).toMatchObject({ undoable: false, undoneBy: undone.data.id })
  expect((await undo(undone.data.id)).data).toMatchObject({ action: 'venue.undone', after: { city: 'Toledo' } })
})

test('what somebody changed since is shown and stays', async () => {
  const { id } = await aVenue(testApp.container.db, { companyId, city: 'Madrid' })
  await call('PUT', `/venues/${id}`, { city: 'Toledo' })
  const changed = await lastOf(id)
  await call('PUT', `/venues/${id}`, { city: 'Cuenca' })
  const refused = await undo(changed.id)
  expect(refused).toMatchObject({ status: 409, code: 'undo.changed_since' })
  expect(refused.details?.differences).toEqual([{ field: 'city', given: 'Toledo', now: 'Cuenca' }])
  // Another field does not matter.
  const again = await lastOf(id)
  await call('PUT', `/venues/${id}`, { address: 'Calle Mayor 1' })
  expect((await undo(again.id)).status).toBe(200)
})

test('a book whose closures only stand in another order since is put back', async () => {
  const closure = (name: string, fromOn: string) => ({ id: randomUUID(), name, fromOn, toOn: fromOn, from: null, to: null, areaId: null })
  const venue = await aVenue(testApp.container.db, { companyId })
  const url = `/v1/venues/${venue.id}/book`
  const read = async () => (await call<{ closures: { name: string }[] }>('GET', url)).data
  await call('PUT', url, { ...(await read()), closures: [closure('Works', '2027-03-01'), closure('Party', '2027-04-01')] })
  const changed = await lastOf(venue.id)
  const book = await read()
  await call('PUT', url, { ...book, closures: book.closures.toReversed() })
  const turned = await lastOf(venue.id)
  expect(await undo(changed.id)).toMatchObject({ status: 200, data: { action: 'book.undone', after: { closures: [] } } })
  // One that is another since is told as ever.
  expect(await undo(turned.id)).toMatchObject({ status: 409, code: 'undo.changed_since' })
})

test('special days that share a date since before that was refused are put back as they were', async () => {
  const dates = { fromOn: '2027-12-24', toOn: '2027-12-24', shifts: null }
  const specialDays = ['12:00', '18:00'].map((from) => ({ ...dates, id: randomUUID(), name: from, openingHours: [{ from, to: '23:00' }] }))
  const venue = await aVenue(testApp.container.db, { companyId, book: { specialDays } })
  const url = `/v1/venues/${venue.id}/book`
  await call('PUT', url, { ...(await call<object>('GET', url)).data, specialDays: [] })
  expect(await undo((await lastOf(venue.id)).id)).toMatchObject({ status: 200, data: { after: { specialDays } } })
})

test('books, channels, systems, brands, companies, groups, rights and venues of users go back by their own verbs', async () => {
  const venue = await aVenue(testApp.container.db, { companyId })
  const { data: book } = await call<{ horizonDays: number }>('GET', `/v1/venues/${venue.id}/book`)
  await call('PUT', `/v1/venues/${venue.id}/book`, { ...book, horizonDays: 99 })
  expect((await undo((await lastOf(venue.id)).id)).data).toMatchObject({ action: 'book.undone', after: { horizonDays: book.horizonDays } })
  const { data: channel } = await call<{ id: string }>('POST', '/booking-channels', { name: 'Undo channel', type: 'partner' })
  await call('PUT', `/booking-channels/${channel.id}`, { name: 'Renamed' })
  expect((await undo((await lastOf(channel.id)).id)).data).toMatchObject({ action: 'channel.undone', after: { name: 'Undo channel' } })
  const { data: system } = await call<{ id: string; version: number }>('POST', '/v1/systems', {
    code: 'undo',
    name: 'Undo',
    type: 'standard',
  })
  await call('PUT', `/v1/systems/${system.id}`, {
    name: 'Redo',
    syncVenues: false,
    secrets: { ftpPass: 'hidden' },
    version: system.version,
  })
  expect((await undo((await lastOf(system.id)).id)).data).toMatchObject({
    action: 'system.undone',
    after: { name: 'Undo', syncVenues: true },
  })
  const { data: company } = await call<{ id: string }>('POST', '/companies', { name: 'First', countryCode: 'ES' })
  await call('PUT', `/companies/${company.id}`, { name: 'Second', countryCode: 'FR', version: 1 })
  expect((await undo((await lastOf(company.id)).id)).data).toMatchObject({
    action: 'company.undone',
    after: { name: 'First', countryCode: 'ES' },
  })
  const { data: group } = await call<{ id: string }>('POST', '/groups', { name: 'G', logo: '', venues: [], companyId })
  await call('PUT', `/groups/${group.id}`, { name: 'H', logo: '', venues: [venue.id], version: 1 })
  expect((await undo((await lastOf(group.id)).id)).data).toMatchObject({ action: 'group.undone', after: { name: 'G', venues: [] } })
  const { id } = await aUser(testApp.container.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['reservations'], venues: [] })
  await call('PUT', `/users/${id}/venues`, { access: 'venues', groups: [], venues: [venue.id], version: 1 })
  expect((await undo((await lastOf(id)).id)).data).toMatchObject({ action: 'user.undone', after: { venues: [] } })
})

test('VE1: an archived venue is brought back, and archived again, by the undo; guests who came meanwhile are not closed out', async () => {
  const venue = await aVenue(testApp.container.db, { companyId })
  await call('POST', `/v1/venues/${venue.id}/archive`, {})
  const archived = await lastOf(venue.id)
  expect(archived).toMatchObject({ action: 'venue.archived', undoable: true })
  const back = await undo(archived.id)
  expect(back.data).toMatchObject({ action: 'venue.undone', after: { active: true, archived: false } })
  expect((await undo(back.data.id)).data).toMatchObject({ action: 'venue.undone', after: { active: false, archived: true } })
  await call('POST', `/v1/venues/${venue.id}/restore`)
  const restored = await lastOf(venue.id)
  expect(restored).toMatchObject({ action: 'venue.restored', undoable: true })
  const { data: book } = await call<{ version: number }>('GET', `/v1/venues/${venue.id}/book`)
  await aReservation(testApp.container.db, venue, { bookVersion: book.version })
  expect(await undo(restored.id)).toMatchObject({ status: 422, code: 'undo.impossible', details: { code: 'venue.has_reservations' } })
})

test('VE1: the undo of an archive leaves a venue alone that was merged since', async () => {
  const [kept, other] = [await aVenue(testApp.container.db, { companyId }), await aVenue(testApp.container.db, { companyId })]
  await call('POST', `/v1/venues/${other.id}/archive`, {})
  const archived = await lastOf(other.id)
  await call('POST', `/v1/venues/${other.id}/restore`)
  await call('POST', `/v1/venues/${kept.id}/merge`, { other: other.id })
  expect(await undo(archived.id)).toMatchObject({ code: 'undo.changed_since', details: { differences: [{ field: 'mergedInto' }] } })
})

test('of what was deleted no change before is put back', async () => {
  const { data: group } = await call<{ id: string }>('POST', '/groups', { name: 'Gone', logo: '', venues: [], companyId })
  await call('PUT', `/groups/${group.id}`, { name: 'Going', logo: '', venues: [], version: 1 })
  const renamed = await lastOf(group.id)
  await call('DELETE', `/groups/${group.id}`)
  expect(await undo(renamed.id)).toMatchObject({ status: 422, code: 'undo.impossible' })
})

test('a venue that was moved and a person who was shut out go back', async () => {
  const other = await aCompany(testApp.container.db)
  const { id } = await aVenue(testApp.container.db, { companyId })
  await call('POST', `/companies/${other}/venues`, { venues: [id] })
  const moved = await lastOf(id)
  expect(moved).toMatchObject({ action: 'venue.moved', undoable: true })
  expect((await undo(moved.id)).data).toMatchObject({ action: 'venue.undone', undoes: moved.id })
  expect((await call<{ companyId: string }>('GET', `/venues/${id}`)).data.companyId).toBe(companyId)
  const person = await aUser(testApp.container.db, { companyId, roles: ['ROLE_MANAGER'] })
  await call('POST', `/users/${person.id}/disable`)
  const shut = await lastOf(person.id)
  expect(shut).toMatchObject({ action: 'user.disabled', undoable: true })
  expect((await undo(shut.id)).data).toMatchObject({ action: 'user.undone', after: { state: 'active' } })
  expect((await call<{ state: string }>('GET', `/users/${person.id}`)).data.state).toBe('active')
})

test('it takes the right of the change itself, and secrets never stand in an entry', async () => {
  const { id } = await aVenue(testApp.container.db, { companyId, city: 'Madrid' })
  await call('PUT', `/venues/${id}`, { city: 'Toledo' })
  const { id: entryId } = await lastOf(id)
  const keeper = await testApp.signIn(await aUser(testApp.container.db, { companyId, roles: ['ROLE_MANAGER'], permissions: ['users'] }))
  expect((await call<Entry>('GET', `/v1/audit/${entryId}`, undefined, keeper)).data.undoable).toBe(false)
  expect(await undo(entryId, keeper)).toMatchObject({ status: 403, code: 'access.denied' })
  const made = await call<{ id: string }>('POST', '/users', {
    email: 'undo@example.test',
    firstName: 'U',
    lastName: 'N',
    roles: ['ROLE_MANAGER'],
    companyId,
  })
  const [created] = await entriesOf(made.data.id)
  expect(JSON.stringify(created)).not.toMatch(/password|argon|hash/i)
  expect(await undo(created!.id)).toMatchObject({ status: 422, code: 'undo.impossible' })
  const theirs = await testApp.signIn(await aUser(testApp.container.db, { companyId }))
  expect((await call('GET', `/v1/audit/${created!.id}`, undefined, theirs)).status).toBe(200)
})

test('NT: choices of notifications go back for their owner, and for nobody else', async () => {
  const user = await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  const mine = await testApp.signIn(user)
  const { id: venueId } = await aVenue(testApp.container.db, { companyId })
  type Settings = { choices: Record<string, { email: boolean }>; venues: { choices: Record<string, { email: boolean }> }[] }
  const settings = async (): Promise<Settings> => (await call<Settings>('GET', '/v1/notifications/settings', undefined, mine)).data
  const { choices } = await settings()
  const wanted = { ...choices, new: { ...choices['new'], email: true } }
  await call('PUT', '/v1/notifications/settings', { choices: wanted }, mine)
  const changed = await lastOf(user.id)
  expect(changed).toMatchObject({ action: 'notification_settings.updated', undoable: false, after: { 'new.email': true } })
  expect(await undo(changed.id)).toMatchObject({ status: 403 })
  expect((await undo(changed.id, mine)).data).toMatchObject({ action: 'notification_settings.undone', after: { 'new.email': false } })
  expect((await settings()).choices['new']).toMatchObject({ email: false })
  await call('PUT', `/v1/notifications/settings/venues/${venueId}`, { choices: wanted }, mine)
  await undo((await lastOf(user.id)).id, mine)
  expect((await settings()).venues).toEqual([])
})
