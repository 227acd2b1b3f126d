import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aCompany } from '../../../../tests/build/a-venue.ts'
import { handOver } from './hand-over.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

test("AC3: a company's own system gets a way in for its people; for others' people, for administrators and from people there is none", async () => {
  const [companyId, otherId] = [await aCompany(open.db), await aCompany(open.db)]
  const bot = await aUser(open.db, { companyId, roles: ['ROLE_COMPANY_BOT'] })
  const [manager, foreign] = [
    await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'] }),
    await aUser(open.db, { companyId: otherId, roles: ['ROLE_MANAGER'] }),
  ]
  const admin = await aUser(open.db, { companyId, roles: ['ROLE_ADMIN'] })
  const platform = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  const codeOf = (by: typeof bot, id: string) =>
    handOver(ctxOfUser(open.db, by), id).then(
      () => 'handed over',
      (error: { code: string }) => error.code,
    )
  const { path, userId, hash, expiresInSeconds } = await handOver(ctxOfUser(open.db, bot), manager.id)
  expect(new URL(path, 'https://portal.example').pathname).toBe('/login')
  expect(Object.fromEntries(new URLSearchParams(path.split('#')[1]))).toEqual({ userId, hash })
  expect([userId, expiresInSeconds]).toEqual([manager.id, 300])
  const asked = [
    codeOf(bot, foreign.id),
    codeOf(bot, admin.id),
    codeOf(bot, bot.id),
    codeOf(admin, manager.id),
    codeOf(platform, manager.id),
  ]
  expect(await Promise.all(asked)).toEqual(['user.not_found', 'acting.denied', 'acting.denied', 'acting.denied', 'acting.denied'])
  const issued = await open.db
    .selectFrom('auditEntries')
    .select(['actorId', 'subjectId'])
    .where('action', '=', 'login_hash.issued')
    .execute()
  expect(issued).toEqual([{ actorId: bot.id, subjectId: manager.id }])
})
