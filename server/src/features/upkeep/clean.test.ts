import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { clean } from './clean.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

test('what has served its time goes, in batches; the rest stays', async () => {
  const { db } = open
  await sql`insert into idempotency_keys (actor, key, endpoint, body_hash, status, answer, created_at)
    select 'x', n::text, 'e', '\\x00', 200, '{}', now() - case when n = 1 then interval '23 hours' else interval '25 hours' end from generate_series(1, 12001) n`.execute(
    db,
  )
  await sql`insert into live_messages (message, created_at) values ('{}', now() - interval '31 minutes'), ('{}', now() - interval '29 minutes')`.execute(
    db,
  )
  await sql`insert into rate_windows (key, window_at, count) values ('a', now() - interval '25 hours', 1), ('b', now(), 1)`.execute(db)
  await sql`insert into mails (id, sender, recipient, subject, text, html, sent_at) select gen_random_uuid(), 'a', 'b', subject, '', '', now() - age
    from (values ('old', interval '31 days'), ('young', interval '29 days')) as mail (subject, age)`.execute(db)
  expect(await clean(aCtx(db))).toMatchObject({
    idempotency_keys: 12_000,
    live_messages: 1,
    rate_windows: 1,
    spent_refresh_tokens: 0,
    mails: 1,
  })
  expect(await clean(aCtx(db))).toMatchObject({ idempotency_keys: 0, live_messages: 0, rate_windows: 0, mails: 0 })
  expect(await db.selectFrom('mails').select('subject').execute()).toEqual([{ subject: 'young' }])
})
