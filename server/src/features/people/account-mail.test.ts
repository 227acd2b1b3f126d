import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { ensureBrands } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Mail, MailError } from '#src/platform/mail/mail.ts'
import { mailAccount, runAccountMail } from './account-mail.ts'
import { checkRecovery } from './recover-password.ts'

let open: OpenDb
const clock = aClock('2026-11-20T18:00:00Z')
beforeAll(async () => {
  open = await aDb()
  await ensureBrands(open.db)
})
afterAll(() => open.close())

/** A house with a mail server, which sends what it is given or fails as told. */
const withServer = (fail?: () => Error): { ctx: Ctx; recorded: Recorded } => {
  const recorded = recordingPorts()
  const { send } = recorded.ports.mail
  recorded.ports.mail.send = async (...given) => {
    if (fail) throw fail()
    await send(...given)
  }
  return { ctx: aCtx(open.db, { clock, ports: recorded.ports, origin: { host: 'localhost:4000', address: '192.0.2.1' } }), recorded }
}
type Data = Parameters<typeof runAccountMail>[1]
const jobFor = async ({ ctx, recorded }: ReturnType<typeof withServer>, userId: string | null): Promise<Data> => {
  await mailAccount(ctx, userId, 'recovery')
  return recorded.jobs.at(-1)!.data as Data
}
const tokenIn = (mail: unknown): string => /reset-password\/([\w-]+)/.exec((mail as Mail).text)![1]!
const resets = (user: TestUser) => open.db.selectFrom('passwordResets').selectAll().where('userId', '=', user.id).execute()

test('AC1: the job that mails a link knows neither the address nor the secret before it runs', async () => {
  const user = await aUser(open.db)
  const house = withServer()
  const data = await jobFor(house, user.id)
  const mailId = expect.any(String) as string
  expect(data).toEqual({ userId: user.id, mailId, notice: 'recovery', host: 'localhost:4000', origin: 'http://localhost:4000' })
  await runAccountMail(house.ctx, data)
  const { expiresAt } = await checkRecovery(house.ctx, tokenIn(house.recorded.mails[0]))
  expect(expiresAt).toBe('2026-11-20T19:00:00Z')
})

test('AC9: the job of an unknown address is the same, and does nothing', async () => {
  const house = withServer()
  const data = await jobFor(house, null)
  expect(Object.keys(data)).toEqual(['userId', 'mailId', 'notice', 'host', 'origin'])
  await runAccountMail(house.ctx, data)
  expect(house.recorded.mails).toEqual([])
})

test('a mail server that is away is tried again, with the same link; another mail has one of its own; what is refused for good is left', async () => {
  const user = await aUser(open.db)
  const away = withServer(() => new MailError('the mail was not taken: ECONNECTION', false, false))
  const asked = await jobFor(away, user.id)
  await expect(runAccountMail(away.ctx, asked)).rejects.toThrow('ECONNECTION')
  const back = withServer()
  await runAccountMail(back.ctx, asked)
  await runAccountMail(back.ctx, asked)
  expect(back.recorded.mails).toHaveLength(1)
  await checkRecovery(back.ctx, tokenIn(back.recorded.mails[0]))
  const [first] = await resets(user)
  await runAccountMail(back.ctx, await jobFor(back, user.id))
  const [second, ...more] = await resets(user)
  expect(more).toEqual([])
  expect(second!.hash.equals(first!.hash)).toBe(false)
  await checkRecovery(back.ctx, tokenIn(back.recorded.mails[1]))
  const refusing = withServer(() => new MailError('the mail was not taken: EENVELOPE 550', true))
  await runAccountMail(refusing.ctx, await jobFor(refusing, user.id))
})

/** Of a process that dies while the mail server is about to take the mail. */
const dying = (): Ctx => {
  const { ctx } = withServer()
  ctx.ports.mail.send = async (_ctx, _mail, begins) => {
    await begins?.()
    throw new Error('killed')
  }
  return ctx
}

test('a mail that may have gone goes once more with its link, unless that was used or a later one took its place', async () => {
  for (const meanwhile of ['nothing', 'used', 'another'] as const) {
    const user = await aUser(open.db)
    const house = withServer()
    const asked = await jobFor(house, user.id)
    await expect(runAccountMail(dying(), asked)).rejects.toThrow('killed')
    if (meanwhile === 'used') await open.db.deleteFrom('passwordResets').where('userId', '=', user.id).execute()
    if (meanwhile === 'another') await runAccountMail(house.ctx, await jobFor(house, user.id))
    const kept = await resets(user)
    const before = house.recorded.mails.length
    await runAccountMail(house.ctx, asked)
    expect([meanwhile, house.recorded.mails.length - before]).toEqual([meanwhile, meanwhile === 'nothing' ? 1 : 0])
    expect(await resets(user)).toEqual(kept)
    if (meanwhile !== 'used') await checkRecovery(house.ctx, tokenIn(house.recorded.mails.at(-1)))
  }
})

test('who was disabled meanwhile gets no mail', async () => {
  const user = await aUser(open.db)
  const house = withServer()
  const data = await jobFor(house, user.id)
  await open.db.updateTable('users').set({ disabledAt: clock().toString() }).where('id', '=', user.id).execute()
  await runAccountMail(house.ctx, data)
  expect([house.recorded.mails, await resets(user)]).toEqual([[], []])
})

test('links follow PUBLIC_URL where the host is not ours, and its scheme and port where it is a brand', async () => {
  const user = await aUser(open.db)
  const linkFor = async (host: string): Promise<string> => {
    const house = withServer()
    const ports = { ...house.ctx.ports, config: { ...house.ctx.ports.config, publicUrl: 'https://book.example:8443' } }
    const ctx = { ...house.ctx, ports, origin: { host, address: '192.0.2.1' } }
    await mailAccount(ctx, user.id, 'recovery')
    return (house.recorded.jobs.at(-1)!.data as Data).origin
  }
  expect(await linkFor('book.example')).toBe('https://book.example:8443')
  expect(await linkFor('evil.example')).toBe('https://book.example:8443')
  expect(await linkFor('localhost:4000')).toBe('https://book.example:8443')
  expect(await linkFor('book.example.evil.example')).toBe('https://book.example:8443')
  expect(await linkFor('user@evil.example')).toBe('https://book.example:8443')
  expect(await linkFor('panel.verdant.test:99')).toBe('https://panel.verdant.test:8443')
})
