import { mailbox } from '@tablewire/contracts/operations/mailbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { readConfig } from '#src/platform/config.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { makeLogger } from '#src/platform/log.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { mailboxHandlers } from './routes.ts'

let open: OpenDb
let master: TestUser
let admin: TestUser
beforeAll(async () => {
  open = await aDb()
  master = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  admin = await aUser(open.db)
})
afterAll(() => open.close())

const mailer = makeMailer(readConfig([], {}), makeLogger('silent'))
/** A mail with a link to choose a new password; answers its id in the mailbox and the secret of the link. */
const aLinkMail = async (to: string, account: string): Promise<{ id: string; secret: string }> => {
  const secret = newSecret()
  const url = `http://localhost:4000/reset-password/${secret}`
  const rendered = renderMail({
    brand: { name: 'Tablewire', colour: '#1f5f5b', logoUrl: 'http://localhost:4000/logo.png' },
    title: 'A new password',
    paragraphs: [`Open ${url}`],
    details: [],
    action: { label: 'Choose a password', url },
    footer: 'Tablewire',
    dir: 'ltr',
    lang: 'en',
  })
  const kept = {
    hash: secretHash(secret),
    purpose: 'recovery' as const,
    expiresAt: '2099-01-01T00:00:00Z',
    createdAt: '2026-01-01T00:00:00Z',
  }
  await open.db
    .insertInto('passwordResets')
    .values({ userId: account, ...kept })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(kept))
    .execute()
  const subject = `Password ${newId()}`
  await mailer.send({ db: open.db, clock: aCtx(open.db).clock }, { to, subject, ...rendered })
  return { id: (await open.db.selectFrom('mails').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id, secret }
}
const read = async (reader: TestUser, id: string) => {
  const mail = await mailboxHandlers.get(ctxOfUser(open.db, reader), { params: { id } })
  expect(z.safeParse(mailbox.get.result, mail).success).toBe(true)
  return mail
}

test('nobody becomes somebody above by reading his mail', async () => {
  const { id, secret } = await aLinkMail(master.email, master.id)
  const mail = await read(admin, id)
  expect(mail.linksHidden).toBe(true)
  expect(mail.text + mail.html).not.toMatch(/reset-password|href=/)
  expect(mail.text + mail.html).not.toContain(secret)
  expect(mail.html).toContain('<s ')
  expect(mail.html).toContain('Choose a password</s>')
  // The picture is no way in.
  expect(mail.html).toContain('src="http://localhost:4000/logo.png"')
  const own = await read(master, id)
  expect([own.linksHidden, own.text.includes(secret), own.html.includes(`href="http://localhost:4000/reset-password/${secret}"`)]).toEqual([
    false,
    true,
    true,
  ])
})

test('a link counts as the account it opens, wherever the mail went', async () => {
  const { id, secret } = await aLinkMail('former@address.test', master.id)
  const mail = await read(admin, id)
  expect([mail.linksHidden, (mail.text + mail.html).includes(secret)]).toEqual([true, false])
})

test('whoever keeps a user reads the invitation', async () => {
  const manager = await aUser(open.db, { roles: ['ROLE_MANAGER'] })
  const { id, secret } = await aLinkMail(manager.email.toUpperCase(), manager.id)
  const mail = await read(admin, id)
  expect([mail.linksHidden, mail.text.includes(secret)]).toEqual([false, true])
})
