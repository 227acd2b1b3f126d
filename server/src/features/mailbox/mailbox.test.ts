import { mailbox } from '@tablewire/contracts/operations/mailbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { readConfig } from '#src/platform/config.ts'
import { newId } from '#src/platform/id.ts'
import { makeLogger } from '#src/platform/log.ts'
import { makeMailer } from '#src/platform/mail/mail.ts'
import { mailboxHandlers } from './routes.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
  const clock = aClock('2026-11-20T18:00:00Z')
  const mailer = makeMailer(readConfig([], {}), makeLogger('silent'))
  for (let at = 0; at < 5; at++) {
    await mailer.send(
      { db: open.db, clock },
      { to: `guest${at}@guest.test`, subject: `Mail ${at}`, text: `text ${at}`, html: `<p>${at}</p>` },
    )
    if (at === 3) clock.move({ minutes: 1 })
  }
})
afterAll(() => open.close())

test('an administrator of the platform reads the mails, newest first, page by page', async () => {
  const ctx = aCtx(open.db)
  const first = await mailboxHandlers.list(ctx, { query: { limit: 2 } })
  const second = await mailboxHandlers.list(ctx, { query: { limit: 4, after: first.next! } })
  expect(z.safeParse(mailbox.list.result, first).success).toBe(true)
  expect([...first.data, ...second.data].map((mail) => mail.subject)).toEqual(['Mail 4', 'Mail 3', 'Mail 2', 'Mail 1', 'Mail 0'])
  expect([first.total, second.next]).toEqual([5, null])
  expect(await mailboxHandlers.get(ctx, { params: { id: first.data[0]!.id } })).toEqual({
    id: first.data[0]!.id,
    from: 'Tablewire <no-reply@tablewire.test>',
    to: 'guest4@guest.test',
    subject: 'Mail 4',
    sentAt: '2026-11-20T18:01:00Z',
    linksHidden: false,
    text: 'text 4',
    html: '<p>4</p>',
  })
})

test('an unknown mail is not found', async () => {
  await expect(mailboxHandlers.get(aCtx(open.db), { params: { id: newId() } })).rejects.toMatchObject({ code: 'mail.not_found' })
})

test('an administrator of one company does not read what guests of others got', async () => {
  const ctx = ctxOfUser(open.db, await aUser(open.db, { venues: [] }))
  await expect(mailboxHandlers.list(ctx, { query: {} })).rejects.toMatchObject({ code: 'access.denied' })
  await expect(mailboxHandlers.get(ctx, { params: { id: newId() } })).rejects.toMatchObject({ code: 'access.denied' })
})
