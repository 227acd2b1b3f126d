import type { Permission, Role } from '@tablewire/contracts/identity/access'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { resetPassword } from '#src/features/people/recover-password.ts'
import { runAccountMail } from '#src/features/people/account-mail.ts'
import { signIn } from '#src/features/people/sign-in.ts'
import { newId, secretHash } from '#src/platform/id.ts'
import { addUser, inviteAgain } from './add-user.ts'
import { changeUser } from './change-user.ts'
import { deleteUser, disableUser, enableUser } from './disable-user.ts'
import { giveVenues } from './give-venues.ts'
import { invitationJob, ownerJob, runInvitation, runOwnerMail } from './invitation.ts'
import { listUsers } from './list-users.ts'
import { moveUser } from './move-user.ts'
import { readUser } from './user-view.ts'

let open: OpenDb
let [north, south]: TestVenue[] = []
let companyId: string
let foreignCompany: string
let master: TestUser
let office: TestUser
let owner: TestUser
const clock = aClock('2026-11-20T18:00:00Z')

beforeAll(async () => {
  open = await aDb()
  ;[companyId, foreignCompany] = [await aCompany(open.db, { name: 'Ours' }), await aCompany(open.db, { name: 'Theirs' })]
  ;[north, south] = [await aVenue(open.db, { companyId, name: 'North' }), await aVenue(open.db, { companyId, name: 'South' })]
  master = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  office = await aUser(open.db)
  owner = await aUser(open.db, { companyId })
})
afterAll(() => open.close())

const as = (user: TestUser) => ctxOfUser(open.db, user, { clock })
const manager = (permissions: Permission[], venues?: string[]) =>
  aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], permissions, ...(venues ? { venues } : {}) })
let counted = 0
const newcomer = (over: object = {}) => ({
  email: `new-${++counted}@example.test`,
  firstName: 'Nia',
  lastName: 'New',
  roles: ['ROLE_MANAGER'] as Role[],
  ...over,
})
/** What the form would send: everything as it is, with these changes. */
const accountOf = async (id: string) => {
  const { email, username, firstName, lastName, city, country, lang, roles, permissions, version } = await readUser(as(master), id)
  return { email, username, firstName, lastName, city, country, lang, roles, permissions, version }
}
const edit = async (by: TestUser, id: string, over: object) =>
  changeUser(as(by), { params: { id }, body: { ...(await accountOf(id)), ...over } })
const give = async (by: TestUser, id: string, over: object) =>
  giveVenues(as(by), {
    params: { id },
    body: { access: 'venues', groups: [], venues: [], version: (await readUser(as(master), id)).version, ...over },
  })

test('ON1: whoever is added gets a link by mail in his language, chooses a password and signs in at once; the owner hears of it', async () => {
  const { ports, jobs, mails } = recordingPorts()
  const deputy = await manager(['users', 'reservations'])
  const ctx = { ...as(deputy), ports }
  const made = await addUser(ctx, newcomer({ lang: 'de', permissions: ['reservations'] }))
  expect(made).toMatchObject({ state: 'invited', access: 'venues', venueCount: 0, companyId, permissions: ['reservations'] })
  expect(jobs.map(({ name }) => name)).toEqual([invitationJob.name, ownerJob.name])
  await runInvitation(ctx, jobs[0]!.data as never)
  await runOwnerMail(ctx, jobs[1]!.data as never)
  const [invitation, told] = mails as { to: string; subject: string; text: string }[]
  expect(invitation).toMatchObject({ to: made.email, subject: expect.stringContaining('lädt Sie') })
  expect(told).toMatchObject({ to: owner.email, subject: 'Nia New was added to Ours' })
  const token = /reset-password\/([\w-]+)/.exec(invitation!.text)![1]!
  const password = 'a password of her own'
  const visitor = { ...as(master), actor: { kind: 'anonymous' as const, id: null, name: '192.0.2.1' } }
  expect(await refusal(signIn(visitor, { username: made.email, password, longTime: false }))).toBe('credentials.invalid')
  await resetPassword(visitor, { token, newPassword: password })
  expect(await refusal(resetPassword(visitor, { token, newPassword: 'another password' }))).toBe('token.invalid')
  expect((await signIn(visitor, { username: made.email, password, longTime: false })).roles).toEqual(['ROLE_MANAGER'])
  expect((await readUser(as(owner), made.id)).state).toBe('active')
  expect(await refusal(inviteAgain(as(owner), made.id))).toBe('user.joined')
})

test('ON1: an invitation is sent again, the former link and one of a week ago count no longer', async () => {
  const { ports, jobs, mails } = recordingPorts()
  const ctx = { ...as(owner), ports }
  const { id } = await addUser(ctx, newcomer())
  await inviteAgain(ctx, id)
  for (const { data } of jobs) await runInvitation(ctx, data as never)
  const [first, second] = (mails as { text: string }[]).map(({ text }) => /reset-password\/([\w-]+)/.exec(text)![1]!)
  const there = async (token: string) =>
    (await open.db.selectFrom('passwordResets').select('expiresAt').where('hash', '=', secretHash(token)).execute()).map(
      ({ expiresAt }) => expiresAt,
    )
  expect(await there(first!)).toEqual([])
  expect(await there(second!)).toEqual([clock().add({ hours: 168 }).toString()])
})

test('ON1: nobody gives rights he does not hold, by role or by area', async () => {
  const keeper = await manager(['users', 'reservations'])
  for (const [over, code] of [
    [{}, 'done'],
    [{ permissions: ['reservations', 'users'] }, 'done'],
    [{ roles: ['ROLE_ADMIN'] }, 'user.right_not_held'],
    [{ roles: ['ROLE_POS'] }, 'user.right_not_held'],
    [{ roles: ['ROLE_SUPER_ADMIN'] }, 'user.right_not_held'],
    [{ roles: ['ROLE_RMS_AGENT'] }, 'user.right_not_held'],
    [{ permissions: ['analytics'] }, 'user.right_not_held'],
    // For later, when the role is changed.
    [{ roles: ['ROLE_MANAGER', 'ROLE_BC_AGENT'] }, 'user.right_not_held'],
    [{ companyId: foreignCompany }, 'company.not_found'],
  ] as const)
    expect([over, await refusal(addUser(as(keeper), newcomer(over)))]).toEqual([over, code])
  expect(await refusal(addUser(as(office), newcomer({ roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })))).toBe('user.right_not_held')
  expect(await refusal(addUser(as(owner), newcomer({ roles: ['ROLE_RMS_AGENT'] })))).toBe('user.right_not_held')
  expect(await refusal(addUser(as(office), newcomer({ roles: ['ROLE_RMS_AGENT'] })))).toBe('done')
})

test('ON1: a super admin belongs to no company, however he would come into one, and is invited until he has come', async () => {
  const roles: Role[] = ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN']
  expect(await refusal(addUser(as(master), newcomer({ roles, companyId })))).toBe('user.of_platform')
  const clerk = await addUser(as(master), newcomer({ companyId }))
  expect(await refusal(edit(master, clerk.id, { roles }))).toBe('user.of_platform')
  const made = await addUser(as(master), newcomer({ roles: ['ROLE_SUPER_ADMIN'] }))
  expect(made).toMatchObject({ companyId: null, state: 'invited' })
  expect(await refusal(moveUser(as(master), { params: { id: made.id }, body: { companyId, version: made.version } }))).toBe(
    'user.of_platform',
  )
  expect(await refusal(inviteAgain(as(master), made.id))).toBe('user.cannot_sign_in')
  await deleteUser(as(master), made.id)
})

test('ON1: nobody touches who stands above him, and a changed address is a taken account', async () => {
  const keeper = await manager(['users'])
  const peer = await manager(['reservations'])
  for (const above of [owner.id, peer.id])
    for (const work of [
      () => edit(keeper, above, { firstName: 'Mallory' }),
      () => edit(keeper, above, { email: 'mallory@example.test' }),
      () => disableUser(as(keeper), above),
      () => enableUser(as(keeper), above),
      () => deleteUser(as(keeper), above),
      () => give(keeper, above, { access: 'all' }),
    ])
      expect(await refusal(work())).toBe('user.above')
  expect(await refusal(edit(owner, peer.id, { firstName: 'Petra' }))).toBe('done')
  expect(await refusal(edit(office, master.id, { firstName: 'Mallory' }))).toBe('user.above')
  expect((await readUser(as(keeper), owner.id)).mayChange).toBe(false)
})

test('ON1: nobody changes his own rights, venues, company or being there', async () => {
  const keeper = await manager(['users', 'reservations'])
  expect(await refusal(edit(keeper, keeper.id, { permissions: ['users'] }))).toBe('user.is_oneself')
  expect(await refusal(edit(keeper, keeper.id, { roles: ['ROLE_ADMIN'] }))).toBe('user.is_oneself')
  expect(await refusal(give(keeper, keeper.id, { access: 'all' }))).toBe('user.is_oneself')
  const { version } = await readUser(as(master), office.id)
  expect(await refusal(moveUser(as(office), { params: { id: office.id }, body: { companyId, version } }))).toBe('user.is_oneself')
  expect(await refusal(disableUser(as(keeper), keeper.id))).toBe('user.is_oneself')
  expect(await refusal(deleteUser(as(office), office.id))).toBe('user.is_oneself')
  expect(await refusal(edit(keeper, keeper.id, { firstName: 'Kim' }))).toBe('done')
})

test('ON1: another company’s people do not exist, and only the platform moves somebody', async () => {
  const stranger = await aUser(open.db, { companyId: foreignCompany, roles: ['ROLE_MANAGER'] })
  for (const work of [
    () => readUser(as(owner), stranger.id),
    () => edit(owner, stranger.id, {}),
    () => disableUser(as(owner), stranger.id),
    () => give(owner, stranger.id, {}),
    () => readUser(as(owner), office.id),
  ])
    expect(await refusal(work())).toBe('user.not_found')
  const move = async (by: TestUser, id: string, to: string | null) =>
    moveUser(as(by), { params: { id }, body: { companyId: to, version: (await readUser(as(master), id)).version } })
  const mine = await manager([], [north!.id])
  expect(await refusal(move(owner, mine.id, foreignCompany))).toBe('company.not_found')
  expect(await refusal(move(owner, mine.id, null))).toBe('company.not_found')
  const ownerOf = async (id: string) =>
    (await open.db.selectFrom('companies').select('ownerId').where('id', '=', id).executeTakeFirstOrThrow()).ownerId
  await open.db.updateTable('companies').set({ ownerId: mine.id }).where('id', '=', companyId).execute()
  const moved = await move(office, mine.id, foreignCompany)
  // Who is gone hears of no newcomer.
  expect(await ownerOf(companyId)).toBeNull()
  expect(moved).toMatchObject({ companyId: foreignCompany, access: 'venues', venueCount: 0 })
})

test('ON1: a manager of chosen venues keeps those who see no others, and gives only what he sees', async () => {
  const limited = await manager(['users', 'reservations'], [north!.id])
  const [same, more, all] = [await manager([], [north!.id]), await manager([], [north!.id, south!.id]), await manager([])]
  const made = await addUser(as(limited), newcomer())
  const seen = (await listUsers(as(limited), { limit: 200 })).data.map(({ id }) => id)
  expect(seen.toSorted()).toEqual(expect.arrayContaining([limited.id, same.id, made.id].toSorted()))
  for (const hidden of [more.id, all.id, owner.id]) expect(seen).not.toContain(hidden)
  expect(await refusal(readUser(as(limited), more.id))).toBe('user.not_found')
  expect(await refusal(give(limited, made.id, { venues: [south!.id] }))).toBe('venue.not_found')
  expect(await refusal(give(limited, made.id, { access: 'all' }))).toBe('user.right_not_held')
  expect(await refusal(give(limited, made.id, { venues: [north!.id] }))).toBe('done')
  const foreign = await aVenue(open.db, { companyId: foreignCompany })
  expect(await refusal(give(office, made.id, { venues: [foreign.id] }))).toBe('venue.not_found')
  // The database holds it, whoever writes.
  expect(await refusal(open.db.insertInto('userVenues').values({ userId: made.id, venueId: foreign.id }).execute())).toBe('venue.not_found')
  // Nobody else's newcomer without venues.
  const others = await addUser(as(owner), newcomer())
  expect(await refusal(readUser(as(limited), others.id))).toBe('user.not_found')
})

test('ON1: disabling ends every session at once, enabling lets in again, deleting takes all along and keeps the audit readable', async () => {
  const somebody = await manager([])
  const token = await signIn(
    { ...as(master), actor: { kind: 'anonymous', id: null, name: '192.0.2.1' } },
    { username: somebody.email, password: somebody.password, longTime: false },
  )
  expect(token.access_token).toBeTruthy()
  expect((await disableUser(as(owner), somebody.id)).state).toBe('disabled')
  const live = await open.db.selectFrom('sessions').select('id').where('userId', '=', somebody.id).where('endedAt', 'is', null).execute()
  expect(live).toEqual([])
  expect((await enableUser(as(owner), somebody.id)).state).toBe('active')
  await deleteUser(as(owner), somebody.id)
  expect(await refusal(readUser(as(master), somebody.id))).toBe('user.not_found')
  const told = await open.db
    .selectFrom('auditEntries')
    .select(['action', 'before'])
    .where('subjectId', '=', somebody.id)
    .orderBy('id')
    .execute()
  expect(told.map(({ action }) => action)).toEqual(
    ['session.started', 'user.disabled', 'user.enabled', 'user.deleted'].slice(told[0]!.action === 'session.started' ? 0 : 1),
  )
  expect(told.at(-1)!.before).toMatchObject({ email: somebody.email, firstName: 'Ada' })
})

test('ON1: the last super admin stays, whoever asks', async () => {
  const second = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  expect(await refusal(disableUser(as(second), master.id))).toBe('done')
  expect(await refusal(open.db.deleteFrom('users').where('id', '=', second.id).execute())).toBe('user.last_super_admin')
  const set = open.db
    .updateTable('users')
    .set({ roles: ['ROLE_ADMIN'] })
    .where('id', '=', second.id)
  expect(await refusal(set.execute())).toBe('user.last_super_admin')
  expect(await refusal(enableUser(as(second), master.id))).toBe('done')
  expect(await refusal(deleteUser(as(master), second.id))).toBe('done')
})

test('ON1: addresses and user names are given once, and an old version is told', async () => {
  const [one, two] = [await manager([]), await manager([])]
  expect(await refusal(edit(owner, one.id, { email: two.email }))).toBe('user.email_taken')
  await edit(owner, one.id, { username: 'anna.n' })
  expect(await refusal(edit(owner, two.id, { username: 'anna.n' }))).toBe('user.username_taken')
  expect(await refusal(edit(owner, two.id, { version: 99 }))).toBe('user.version_stale')
  const visitor = { ...as(master), actor: { kind: 'anonymous' as const, id: null, name: '192.0.2.1' } }
  expect((await signIn(visitor, { username: 'Anna.N', password: one.password, longTime: false })).roles).toEqual(['ROLE_MANAGER'])
})

test('ON1: the list is found by words of name, address and company, and narrowed by role, state, company and venue', async () => {
  const total = async (filters: object) => (await listUsers(as(office), { filters })).total
  const marked = await aUser(open.db, { companyId: foreignCompany, email: 'zebra@stripes.test', roles: ['ROLE_MANAGER'], permissions: [] })
  expect(await total({ search: 'zebra theirs ada' })).toBe(1)
  expect(await total({ search: 'zebra ours' })).toBe(0)
  expect(await total({ search: '100%_' })).toBe(0)
  expect(await total({ search: 'zebra', role: ['ROLE_ADMIN'] })).toBe(0)
  await disableUser(as(office), marked.id)
  expect(await total({ search: 'zebra', state: 'disabled' })).toBe(1)
  expect(await total({ companyId: foreignCompany, state: 'active', search: 'zebra' })).toBe(0)
  expect(await total({ venueId: south!.id })).toBeGreaterThan(0)
  expect((await listUsers(as(owner), { filters: { companyId: foreignCompany } })).total).toBe(0)
})

const aPasskey = {
  id: newId(),
  rpId: 'localhost',
  credentialId: 'one',
  publicKey: Buffer.from('key'),
  counter: 0,
  synced: false,
  name: 'Phone',
  createdAt: clock().toString(),
}

test('a new address of one’s own wants the password and a second factor, anybody’s former address hears of it', async () => {
  const [person, other] = [await manager(['users']), await manager([])]
  const email = `moved-${++counted}@example.test`
  const recorded = recordingPorts()
  const asOf = (user: TestUser) => ctxOfUser(open.db, user, { clock, ports: recorded.ports })
  const move = async (by: TestUser, to: TestUser, over: object) => {
    const account = await accountOf(to.id)
    return changeUser(asOf(by), { params: { id: to.id }, body: { ...account, ...over } }).then(
      () => 'done',
      (error: { code: string; fields?: object }) => [error.code, ...Object.keys(error.fields ?? {})].join(' '),
    )
  }
  const proof = { currentPassword: person.password }
  expect(await move(person, person, { email })).toBe('request.invalid currentPassword')
  expect(await move(person, person, { email, proof: { currentPassword: 'not it at all' } })).toBe('password.wrong')
  await open.db
    .insertInto('passkeys')
    .values({ ...aPasskey, userId: person.id })
    .execute()
  expect(await move(person, person, { email, proof })).toBe('request.invalid otp')
  expect(await move(person, person, { email, proof: { ...proof, otp: '000000' } })).toBe('otp.wrong')
  expect((await readUser(as(master), person.id)).email).toBe(person.email)
  expect(recorded.jobs).toEqual([])
  expect(await move(person, person, { city: 'Wien' })).toBe('done')
  await open.db.deleteFrom('passkeys').where('userId', '=', person.id).execute()
  expect(await move(person, person, { email, proof })).toBe('done')
  expect(await move(person, other, { email: `other-${email}` })).toBe('done')
  for (const { data } of recorded.jobs) await runAccountMail(asOf(master), data as Parameters<typeof runAccountMail>[1])
  expect(recorded.mails).toMatchObject([person, other].map(({ email: to }) => ({ to, text: expect.stringContaining(to) })))
  expect(JSON.stringify(recorded.mails)).not.toContain(email)
})

test('permissions sent in another order are no change', async () => {
  const { id } = await manager(['users', 'reservations'])
  await edit(master, id, { permissions: ['reservations', 'users'], city: 'Getxo' })
  const told = await open.db.selectFrom('auditEntries').select(['before', 'after']).where('subjectId', '=', id).execute()
  expect(told).toEqual([{ before: { city: null }, after: { city: 'Getxo' } }])
})

test('the same account again is no change: no version and no entry', async () => {
  const someone = await manager(['venues', 'reservations'])
  const before = await readUser(as(master), someone.id)
  const again = await edit(master, someone.id, { permissions: before.permissions.toReversed() })
  expect([again.version, again.updatedAt]).toEqual([before.version, before.updatedAt])
  const told = () => open.db.selectFrom('auditEntries').select('action').where('subjectId', '=', someone.id).execute()
  expect(await told()).toEqual([])
  expect((await edit(master, someone.id, { city: 'Bilbao' })).version).toBe(before.version + 1)
  expect(await told()).toEqual([{ action: 'user.updated' }])
})
