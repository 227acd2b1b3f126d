import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { type CallerDeps, createUser, userCaller } from './api.ts'
import { issueToken } from './issue-token.ts'
import { tidySessions } from './jobs.ts'
import { sessionHandlers } from './routes.ts'

let open: OpenDb
let call: ReturnType<typeof userCaller>
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  const { actor: _actor, ability: _ability, scope: _scope, lang: _lang, ...base } = aCtx(open.db, { clock })
  call = userCaller({
    db: open.db,
    clock,
    base: () => ({ ...base, unitOfWork: newUnitOfWork() }),
  } satisfies CallerDeps)
})
afterAll(() => open.close())
afterEach(() => void vi.useRealTimers())

const requestWith = (headers: Record<string, string>): FastifyRequest => ({ headers }) as unknown as FastifyRequest
const callWith = (token: string, headers = {}): Promise<Ctx> => call(requestWith({ authorization: `Bearer ${token}`, ...headers }))
const visitor = () => aCtx(open.db, { clock, actor: { kind: 'anonymous', id: null, name: '192.0.2.1' } })
const portal = { client_id: 'portal', client_secret: 'portal' }
const signIn = (user: TestUser) =>
  issueToken(visitor(), { grant_type: 'password', ...portal, username: user.email, password: user.password })
const renew = (refresh_token: string) => issueToken(visitor(), { grant_type: 'refresh_token', ...portal, refresh_token })
const code = async (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )

test('a session carries who calls, what they may do, what they see, in their language', async () => {
  const venue = await aVenue(open.db)
  const manager = await aUser(open.db, {
    roles: ['ROLE_MANAGER'],
    permissions: ['reservations'],
    companyId: venue.companyId,
    venues: [venue.id],
    lang: 'nl',
  })
  const ctx = await callWith((await signIn(manager)).access_token)
  expect(ctx.actor).toMatchObject({ kind: 'user', id: manager.id, name: 'Ada Example', companyId: venue.companyId })
  expect(ctx.scope).toEqual({ kind: 'venues', ids: [venue.id] })
  expect(ctx.ability.can('update', 'reservation-list')).toBe(true)
  expect(ctx.ability.can('update', 'venues')).toBe(false)
  expect(ctx.lang).toBe('nl')
  expect((await callWith((await signIn(manager)).access_token, { 'x-locale': 'fr' })).lang).toBe('fr')
  const owner = await aUser(open.db, { companyId: venue.companyId })
  expect((await callWith((await signIn(owner)).access_token)).scope).toEqual({ kind: 'company', companyId: venue.companyId })
  expect((await callWith((await signIn(await aUser(open.db))).access_token)).scope).toEqual({ kind: 'all' })
  const none = await aUser(open.db, { venues: [] })
  expect((await callWith((await signIn(none)).access_token)).scope).toEqual({ kind: 'venues', ids: [] })
})

test('without a token, with another scheme, with a made-up or outlived one', async () => {
  expect(await code(call(requestWith({})))).toBe('session.missing')
  expect(await code(call(requestWith({ authorization: 'Basic cG9ydGFsOnBvcnRhbA==' })))).toBe('session.missing')
  expect(await code(callWith('made-up'))).toBe('session.expired')
  const { access_token } = await signIn(await aUser(open.db))
  expect(await code(callWith(access_token))).toBe('answered')
  clock.move({ hours: 1 })
  expect(await code(callWith(access_token))).toBe('session.expired')
})

test('AC9: renewal replaces both tokens; calls under way with the one before still pass for a minute', async () => {
  const user = await aUser(open.db)
  const first = await signIn(user)
  const second = await renew(first.refresh_token)
  expect(second.access_token).not.toBe(first.access_token)
  expect(await code(callWith(second.access_token))).toBe('answered')
  expect(await code(callWith(first.access_token))).toBe('answered')
  clock.move({ seconds: 61 })
  expect(await code(callWith(first.access_token))).toBe('session.expired')
  expect(await code(callWith(second.access_token))).toBe('answered')
  expect(await code(callWith((await renew(second.refresh_token)).access_token))).toBe('answered')
})

test('AC9: a refresh token seen twice ends the whole session, for both who hold it', async () => {
  const first = await signIn(await aUser(open.db))
  const second = await renew(first.refresh_token)
  const third = await renew(second.refresh_token)
  expect(await code(callWith(third.access_token))).toBe('answered')
  expect(await code(renew(first.refresh_token))).toBe('token.invalid')
  expect(await code(callWith(third.access_token))).toBe('session.expired')
  expect(await code(renew(third.refresh_token))).toBe('token.invalid')
  const ended = await open.db.selectFrom('auditEntries').select('after').where('action', '=', 'session.ended').execute()
  expect(ended.at(-1)?.after).toMatchObject({ reason: 'refresh token used twice' })
})

test('AC9: who asks again because the answer was lost gets the same one; another text, none, or an older token ends the session', async () => {
  const renewal = 'kept until the answer came'
  const again = (refresh_token: string, text: string | undefined) =>
    issueToken(visitor(), { grant_type: 'refresh_token', ...portal, refresh_token, renewal: text })
  const first = await signIn(await aUser(open.db))
  const [second, twice] = await Promise.all([again(first.refresh_token, renewal), again(first.refresh_token, renewal)])
  expect([twice.access_token, twice.refresh_token]).toEqual([second.access_token, second.refresh_token])
  expect((await again(first.refresh_token, renewal)).access_token).toBe(second.access_token)
  expect(await code(callWith(second.access_token))).toBe('answered')
  const third = await again(second.refresh_token, `${renewal} 2`)
  expect(third.refresh_token).not.toBe(second.refresh_token)
  expect(await code(again(first.refresh_token, renewal))).toBe('token.invalid')
  expect(await code(callWith(third.access_token))).not.toBe('answered')
  for (const text of ['somebody else’s text', undefined]) {
    const { refresh_token } = await signIn(await aUser(open.db))
    const { access_token } = await again(refresh_token, renewal)
    expect(await code(again(refresh_token, text))).toBe('token.invalid')
    expect(await code(callWith(access_token))).not.toBe('answered')
  }
})

test('AC9: of two renewals at the same moment one wins, and then nobody has the session', async () => {
  const { refresh_token } = await signIn(await aUser(open.db))
  const answers = await Promise.allSettled([renew(refresh_token), renew(refresh_token)])
  const won = answers.filter((answer) => answer.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(await code(callWith(won[0]!.value.access_token))).toBe('session.expired')
})

test('AC9: a refresh token lives a day, and dies with its user', async () => {
  const late = await signIn(await aUser(open.db))
  clock.move({ hours: 24 })
  expect(await code(renew(late.refresh_token))).toBe('token.invalid')
  const user = await aUser(open.db)
  const { refresh_token } = await signIn(user)
  await open.db.updateTable('users').set({ disabledAt: clock().toString() }).where('id', '=', user.id).execute()
  expect(await code(renew(refresh_token))).toBe('token.invalid')
  expect(await code(renew('made-up'))).toBe('token.invalid')
})

test('AC9: signing out ends the session at once; what another process ended is out within five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const user = await aUser(open.db)
  const [here, elsewhere] = [await signIn(user), await signIn(user)]
  const ctx = await callWith(here.access_token)
  await callWith(elsewhere.access_token)
  expect(await sessionHandlers.end(ctx, {})).toEqual({ ended: true })
  expect(ctx.unitOfWork.audited).toEqual(['session.ended'])
  expect(await code(callWith(here.access_token))).toBe('session.expired')
  expect(await code(renew(here.refresh_token))).toBe('token.invalid')
  await open.db.updateTable('users').set({ disabledAt: clock().toString() }).where('id', '=', user.id).execute()
  vi.advanceTimersByTime(5000)
  expect(await code(callWith(elsewhere.access_token))).toBe('session.expired')
})

test('AC1: the profile is the one that was stored, with the role the portal shows', async () => {
  const user = await aUser(open.db, { roles: ['ROLE_MANAGER', 'ROLE_SUPER_ADMIN'], permissions: ['reviews'], lang: 'de' })
  await open.db.updateTable('users').set({ username: 'front.desk' }).where('id', '=', user.id).execute()
  const profile = await sessionHandlers.me(ctxOfUser(open.db, user), {})
  expect(profile).toMatchObject({
    id: user.id,
    email: user.email,
    username: 'front.desk',
    role: 'ROLE_MANAGER',
    permissions: ['reviews'],
    lang: 'de',
    allVenues: true,
    settings: {},
  })
  expect(profile).not.toHaveProperty('passwordHash')
})

test("SE1: one changes one's own profile, and the session follows at once", async () => {
  const user = await aUser(open.db)
  const { access_token } = await signIn(user)
  expect((await callWith(access_token)).lang).toBe('en')
  const body = { firstName: 'Grace', city: null, country: { value: 'NL' }, lang: { value: 'nl' as const }, settings: { mode: 'dark' } }
  const changed = await sessionHandlers.updateUser(await callWith(access_token), { params: { id: user.id }, body })
  expect(changed).toMatchObject({ firstName: 'Grace', lastName: 'Example', country: 'NL', lang: 'nl', settings: { mode: 'dark' } })
  expect(await callWith(access_token)).toMatchObject({ lang: 'nl', actor: { name: 'Grace Example' } })
  const entry = await open.db
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'user.updated')
    .where('subjectId', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(entry.before).toEqual({ firstName: 'Ada', country: null, lang: 'en' })
  const huge = { settings: { text: 'x'.repeat(20_000) } }
  expect(await code(sessionHandlers.updateUser(ctxOfUser(open.db, user), { params: { id: user.id }, body: huge }))).toBe('request.invalid')
  expect(await sessionHandlers.updateUser(ctxOfUser(open.db, user), { params: { id: user.id }, body: {} })).toMatchObject({
    firstName: 'Grace',
  })
})

test('SH6: what two devices save beside each other stays', async () => {
  const user = await aUser(open.db)
  const save = async (settings: Record<string, unknown>) =>
    (await sessionHandlers.updateUser(ctxOfUser(open.db, user), { params: { id: user.id }, body: { settings } })).settings
  const view = (name: string) => ({ name, search: { q: name } })
  await save({ mode: 'dark', views: { venues: [view('Madrid')] } })
  await save({ views: { reservations: [view('Late')] } })
  await save({ views: { venues: [view('Paris')] } })
  const kept = { venues: [view('Madrid'), view('Paris')], reservations: [view('Late')] }
  expect(await save({})).toEqual({ mode: 'dark', views: kept })
  expect(await save({ views: { venues: [{ name: 'Madrid', search: null }] } })).toEqual({
    mode: 'dark',
    views: { ...kept, venues: [view('Paris')] },
  })
})

test("AC6: another's profile needs the right to it, and the same company", async () => {
  const [mine, theirs] = [await aCompany(open.db), await aCompany(open.db)]
  const colleague = await aUser(open.db, { companyId: mine })
  const stranger = await aUser(open.db, { companyId: theirs })
  const change = (caller: TestUser, id: string) =>
    code(sessionHandlers.updateUser(ctxOfUser(open.db, caller), { params: { id }, body: { lastName: 'Lovelace' } }))
  const admin = await aUser(open.db, { companyId: mine })
  expect(await change(admin, colleague.id)).toBe('answered')
  expect(await change(admin, stranger.id)).toBe('user.not_found')
  expect(await change(admin, '01900000-0000-7000-8000-00000000dead')).toBe('user.not_found')
  const keeper = await aUser(open.db, { roles: ['ROLE_MANAGER'], companyId: mine, permissions: ['users'] })
  const host = await aUser(open.db, { roles: ['ROLE_MANAGER'], companyId: mine })
  expect(await change(keeper, host.id)).toBe('answered')
  // An administrator holds more than the keeper does.
  expect(await change(keeper, colleague.id)).toBe('user.above')
  expect(await change(await aUser(open.db, { roles: ['ROLE_MANAGER'], companyId: mine }), colleague.id)).toBe('access.denied')
  expect(await change(await aUser(open.db), stranger.id)).toBe('answered')
})

test('AC1: a new password ends the other sessions, and only the right old one is accepted', async () => {
  const user = await aUser(open.db)
  const [here, elsewhere] = [await signIn(user), await signIn(user)]
  await callWith(elsewhere.access_token)
  const ctx = await callWith(here.access_token)
  expect(await code(sessionHandlers.changePassword(ctx, { body: { currentPassword: 'wrong', newPassword: 'another long one' } }))).toBe(
    'password.wrong',
  )
  expect(await sessionHandlers.changePassword(ctx, { body: { currentPassword: user.password, newPassword: 'another long one' } })).toEqual({
    changed: true,
  })
  expect(await code(callWith(here.access_token))).toBe('answered')
  expect(await code(callWith(elsewhere.access_token))).toBe('session.expired')
  expect(await code(signIn(user))).toBe('credentials.invalid')
  expect(await code(signIn({ ...user, password: 'another long one' }))).toBe('answered')
  for (let round = 0; round < 9; round++)
    await code(sessionHandlers.changePassword(ctx, { body: { currentPassword: 'wrong', newPassword: 'another long one' } }))
  expect(
    await code(sessionHandlers.changePassword(ctx, { body: { currentPassword: 'another long one', newPassword: 'a third long one' } })),
  ).toBe('rate.limited')
})

test('a made user can sign in, sees what was chosen, and has a strong hash', async () => {
  const venue = await aVenue(open.db)
  const email = 'Maria@Casa.test'
  const made = {
    email,
    password: 'tablewire-demo',
    firstName: 'María',
    lastName: 'Gómez',
    roles: ['ROLE_MANAGER'],
    permissions: ['reservations'],
    companyId: venue.companyId,
  } as const
  const id = await createUser(aCtx(open.db), { ...made, venues: [venue.id], lang: 'es' })
  const { passwordHash } = await open.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const { access_token } = await issueToken(visitor(), { grant_type: 'password', ...portal, username: email, password: 'tablewire-demo' })
  expect(await callWith(access_token)).toMatchObject({ lang: 'es', scope: { kind: 'venues', ids: [venue.id] } })
  await expect(createUser(aCtx(open.db), made)).rejects.toMatchObject({ code: 'user.email_taken' })
})

test('sessions that ended long ago are cleared away, with their spent tokens', async () => {
  const user = await aUser(open.db)
  const first = await signIn(user)
  await renew(first.refresh_token)
  clock.move({ hours: 24 * 32 })
  const kept = await signIn(user)
  await tidySessions(aCtx(open.db, { clock }))
  expect(await open.db.selectFrom('sessions').select('id').where('userId', '=', user.id).execute()).toHaveLength(1)
  expect(await open.db.selectFrom('spentRefreshTokens').selectAll().execute()).toHaveLength(0)
  expect(await code(callWith(kept.access_token))).toBe('answered')
})
