import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { issueLoginHash } from './api.ts'
import { issueToken } from './issue-token.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

const visitor = () => aCtx(open.db, { actor: { kind: 'anonymous', id: null, name: '192.0.2.1' } })
const portal = { client_id: 'portal', client_secret: 'portal' }
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code: string }) => error.code,
  )
const byPassword = (user: TestUser) => () =>
  issueToken(visitor(), { grant_type: 'password', ...portal, username: user.email, password: user.password })
const byHash = async (user: TestUser) => {
  const { hash } = await issueLoginHash(aCtx(open.db), user.id)
  return () => issueToken(visitor(), { grant_type: 'hash_credentials', ...portal, userId: user.id, hash })
}

/** What the sign-in becomes that has read the account while the change is made and not yet committed. */
const signInDuring = async (user: TestUser, change: ReturnType<typeof sql>, signIn: () => Promise<unknown>): Promise<string> => {
  let answer: Promise<string> | undefined
  await open.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${user.id} for no key update`.execute(trx)
    await change.execute(trx)
    let over = false
    answer = codeOf(signIn()).finally(() => void (over = true))
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from pg_locks where not granted and pid in
            (select pid from pg_stat_activity where datname = current_database())) as waits`.execute(open.db)
        return over || rows[0]!.waits
      })
      .toBe(true)
    await trx.updateTable('sessions').set({ endedAt: new Date().toISOString() }).where('userId', '=', user.id).execute()
  })
  return answer!
}
const running = (user: TestUser) =>
  open.db.selectFrom('sessions').select('id').where('userId', '=', user.id).where('endedAt', 'is', null).execute()

test.each(['disabled_at = now()', `password_hash = 'another'`])(
  'AC1: a sign-in under way while the account is changed (%s) begins no session that outlives the change',
  async (change) => {
    const user = await aUser(open.db)
    const update = sql`update users set ${sql.raw(change)} where id = ${user.id}`
    expect(await signInDuring(user, update, byPassword(user))).toBe('credentials.invalid')
    const other = await aUser(open.db)
    const otherUpdate = sql`update users set ${sql.raw(change)} where id = ${other.id}`
    expect(await signInDuring(other, otherUpdate, await byHash(other))).toBe('token.invalid')
    expect([await running(user), await running(other)]).toEqual([[], []])
  },
)

test('AC2: a sign-in under way while a second factor is set up asks for it', async () => {
  const user = await aUser(open.db)
  const factor = sql`insert into totp_secrets (user_id, sealed, confirmed_at, created_at) values (${user.id}, 'x.y', now(), now())`
  expect(await signInDuring(user, factor, byPassword(user))).toBe('second_factor.required')
  expect(await running(user)).toEqual([])
})
