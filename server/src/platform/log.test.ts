import { expect, test } from 'vitest'
import { aDb } from '../../../tests/build/a-ctx.ts'
import { explain } from './log.ts'

test('a logged error says what and where, and carries neither data nor connections', async () => {
  const { db, close } = await aDb(1)
  const row = { recipient: 'guest@example.test', sender: 'a', subject: '', text: '', html: '', sentAt: '2026-11-20T19:00:00Z' }
  const failed = async (id: string) =>
    db
      .insertInto('mails')
      .values([
        { id, ...row },
        { id, ...row },
      ])
      .execute()
      .catch((error: unknown) => error)
  const twice = explain(await failed('019ab000-0000-7000-8000-000000000001'))
  expect(twice).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    table: 'mails',
    constraint: 'mails_pkey',
    stack: expect.stringContaining(' at '),
  })
  const wrong = explain(new Error('outside', { cause: await failed('lena@example.test') }))
  expect(wrong).toMatchObject({ type: 'Error', message: 'outside', cause: { code: '22P02', message: 'data exception' } })
  for (const said of [twice, wrong]) expect(JSON.stringify(said)).not.toMatch(/example\.test|019ab000|"client"|insert into/)
  expect(explain('guest@example.test')).toEqual({ type: 'string', message: 'not an error' })
  await close()
})
