import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import type { Db } from '@tablewire/server/platform/db/schema'
import { runningUrl } from '@tablewire/server/platform/postgres/running-database'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aCaller, asUser, type Caller } from '../build/a-caller.ts'
import { aMailServer, type MailServer } from '../build/a-mail-server.ts'
import { aServer, type TestServer } from '../build/a-server.ts'
import { anOnboarding } from '../build/an-onboarding.ts'
import { type Case, type OnboardingLedger, startOnboardingTraffic } from '../build/onboarding-traffic.ts'

const folder = mkdtempSync(join(tmpdir(), 'tablewire-onboarding-crash-'))
let [server, mails]: [TestServer?, MailServer?] = []
afterAll(async () => {
  await server?.stop()
  await mails?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
const start = (port = 0): Promise<TestServer> => aServer({ data: folder, port, env: { SMTP_URL: mails!.url } })

const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const db = makeDb(makePool({ url: runningUrl(folder)!, max: 2, name: 'test' }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What a killed process did is only seen to be lost half a minute later. */
const forgetTheDead = (): Promise<unknown> =>
  withDatabase((db) => sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(db))

type Standing = {
  id: string
  status: string
  version: number
  moves: { id: string; kind: string; from: string | null; to: string }[]
  audited: string[]
  told: { eventId: string; userId: string; email: string }[]
}
const standingOf = async (db: Db): Promise<Map<string, Standing>> => {
  const { rows } = await sql<Standing>`
    select r.id, r.status, r.version,
      (select json_agg(json_build_object('id', h.id, 'kind', h.kind, 'from', h.from_status, 'to', h.to_status) order by h.at, h.id)
        from onboarding_history h where h.request_id = r.id and h.to_status is not null) as moves,
      (select json_agg(a.action order by a.at, a.id) from audit_entries a
        where a.subject_id = r.id::text and a.action <> 'onboarding.message_sent') as audited,
      (select coalesce(json_agg(json_build_object('eventId', n.event_id, 'userId', n.user_id, 'email', n.email)), '[]')
        from onboarding_history h join notifications n on n.event_id = h.id where h.request_id = r.id) as told
    from onboarding_requests r where r.created_by <> 'test'`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const entryOf: Readonly<Record<string, string>> = { requested: 'requested', ids: 'provided', cancel: 'canceled', reject: 'rejected' }
const actionOf: Readonly<Record<string, string>> = {
  requested: 'onboarding.created',
  ids: 'onboarding.updated',
  cancel: 'onboarding.canceled',
  reject: 'onboarding.rejected',
}

type Readers = Record<'rms' | 'bc' | 'admin', readonly string[]>
/** Of the last move everybody it concerns hears once; of one before it nobody twice. */
const tellingDisagrees = ({ status, moves, told }: Standing, readers: Readers): boolean => {
  const everybody = [...readers.rms, ...readers.bc, ...readers.admin]
  const wanted = status === 'restaurant_activation' ? readers.admin : everybody
  const of = (eventId: string) => told.filter((one) => one.eventId === eventId).map(({ userId }) => userId)
  const last = of(moves.at(-1)!.id)
  const isTwice = moves.some(({ id }) => new Set(of(id)).size !== of(id).length)
  return isTwice || last.toSorted().join() !== wanted.toSorted().join()
}

/** Status, version, history, audit and bells say the same, which is what its sides were told. */
const caseDisagrees = (one: Case, there: Standing | undefined, readers: Readers): string[] => {
  if (!there) return [`${one.id} is not there`]
  const { moves } = there
  const chained = moves.every(({ from }, at) => from === (moves[at - 1]?.to ?? null)) && moves.at(-1)!.to === there.status
  const faults = {
    status: there.status !== one.status || there.version !== one.version || there.version !== one.moves.length,
    history: !chained || moves.map(({ kind }) => kind).join() !== one.moves.map((move) => entryOf[move]).join(),
    audit: there.audited.join() !== one.moves.map((move) => actionOf[move]).join(),
    bells: tellingDisagrees(there, readers),
  }
  return Object.entries(faults).flatMap(([what, isWrong]) => (isWrong ? [`${what} of ${JSON.stringify({ one, there })}`] : []))
}

type Written = { id: string; text: string; requestId: string; audited: number; readers: string[] }
/** Each is there once, in the audit once, and unread once by whoever else reads it. */
const messagesDisagree = async (db: Db, { cases }: OnboardingLedger): Promise<string[]> => {
  const { rows } = await sql<Written>`
    select m.id, m.content as text, m.request_id, (select count(*)::int from audit_entries a
        where a.subject_id = m.request_id::text and a.action = 'onboarding.message_sent' and a.after ->> 'message' = m.id::text) as audited,
      array(select w.id::text from onboarding_readers w where w.request_id = m.request_id and w.user_id <> m.author_id) as readers
    from onboarding_messages m`.execute(db)
  const wanted = cases.flatMap((one) => one.messages.map(({ id, text }) => `${one.id} ${id} ${text}`))
  const found = rows.map(({ id, text, requestId }) => `${requestId} ${id} ${text}`)
  const { rows: unread } = await sql<{ n: number }>`
    select count(*)::int as n from onboarding_readers w join users u on u.id = w.user_id where w.unread <> (
      select count(*) from onboarding_messages m where m.request_id = w.request_id and m.author_id <> w.user_id)`.execute(db)
  return [
    ...(wanted.toSorted().join() === found.toSorted().join() ? [] : [`messages: ${wanted.length} promised, ${found.length} there`]),
    ...rows.filter(({ audited }) => audited !== 1).map(({ id, audited }) => `message ${id} is ${audited} times in the audit`),
    ...(unread[0]!.n ? [`${unread[0]!.n} readers count wrong`] : []),
    ...rows.flatMap(({ id, readers }) => (readers.length === 1 ? [] : [`message ${id} has ${readers.length} readers`])),
  ]
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
/** As send-once.ts promises: never more often than its text began to leave, which is at most twice; all that is due went out. */
const mailsDisagree = async (db: Db, taken: MailServer['taken']): Promise<string[]> => {
  const { rows } = await sql<{ mail: string; begun: number; taken: boolean; noted: boolean }>`
    select encode(mail, 'hex') as mail, begun, taken, noted from mail_marks`.execute(db)
  const marks = new Map(rows.map((row) => [row.mail, row]))
  const ids = taken.map(({ raw }) => /^message-id:\s*<([^>]+)>/im.exec(raw)![1]!)
  const wrong = [...Map.groupBy(ids, (id) => id)].flatMap(([id, all]) => {
    const mark = marks.get(sha(id)) ?? marks.get(sha(id.split('@')[0]!))
    return mark && all.length <= mark.begun && mark.begun <= 2 && mark.taken && mark.noted
      ? []
      : [`${id} came ${all.length} times: ${JSON.stringify(mark)}`]
  })
  const host = ids[0]!.split('@')[1]!
  const { rows: due } = await sql<{ id: string }>`
    select m.id || '.' || w.id as id from onboarding_messages m join onboarding_readers w on w.request_id = m.request_id and w.user_id <> m.author_id
    union all
    select 'mail.' || i.id from onboarding_invites i where i.sent_at is not null
    union all
    select 'mail.' || i.id from onboarding_invites i join onboarding_requests r on r.id = i.request_id
      where r.status = 'restaurant_activation' and r.created_by <> 'test'`.execute(db)
  const came = new Set(ids)
  return [...wrong, ...due.flatMap(({ id }) => (came.has(`${id}@${host}`) ? [] : [`${id} never came`]))]
}

const uninvited = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string; n: number }>`
    select r.id, (select count(*)::int from onboarding_invites i where i.request_id = r.id) as n from onboarding_requests r
    where r.status = 'restaurant_activation' and r.created_by <> 'test'`.execute(db)
  return rows.flatMap(({ id, n }) => (n === 1 ? [] : [`the restaurant of ${id} was asked ${n} times`]))
}

const open = async (): Promise<{ open: number; lost: number }> =>
  withDatabase(async (db) => {
    // What is to be tried again is so at once, not minutes later.
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db)
    const { rows } = await sql<{ open: number; lost: number }>`
      select count(*) filter (where state in ('created', 'retry', 'active'))::int as open,
        count(*) filter (where state in ('failed', 'cancelled'))::int as lost
      from pgboss.job where name ~ '^(onboarding|onboarding_invites|notifications)\.' and data <> '{}'`.execute(db)
    return rows[0]!
  })

test('ON3: killed among moves and messages, with its database and without: no request is half, no message is lost or doubled, mails go out as promised', async () => {
  mails = await aMailServer()
  let asked = 0
  // As slow as some are, so that a process dies with mails on their way; and busy now and then.
  mails.answer = async () => {
    await sleep(30 + Math.random() * 150)
    return ++asked % 9 === 0 ? 451 : 250
  }
  server = await start()
  const { url } = server
  const { system, channel, people } = await withDatabase((db) => anOnboarding(db))
  const people1 = { rms: await asUser(url, people.rms), bc: await asUser(url, people.bc) }
  const keys: Record<'rms' | 'bc', Caller> = {
    rms: aCaller(url, { authorization: `Bearer ${system.key}` }),
    bc: aCaller(url, { 'x-token': channel.key }),
  }
  const traffic = startOnboardingTraffic({ keys, people: people1, systemId: system.id }, 6)
  for (const withItsDatabase of [false, true, false]) {
    await sleep(1500 + Math.random() * 2000)
    await (withItsDatabase ? server.killAll() : server.kill())
    server = await start(Number(new URL(url).port))
    await forgetTheDead()
  }
  // However slow the machine: something was tried.
  await expect.poll(() => traffic.ledger.cases.length, { timeout: 200_000, interval: 100 }).toBeGreaterThan(20)
  const ledger = await traffic.stop()
  await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ open: 0, lost: 0 })

  await withDatabase(async (db) => {
    const admins = await sql<{ id: string }>`select id from users where roles @> array['ROLE_ADMIN'] and disabled_at is null`.execute(db)
    const readers = { rms: [people.rms.id], bc: [people.bc.id], admin: admins.rows.map(({ id }) => id) }
    const there = await standingOf(db)
    expect([...there.keys()].toSorted()).toEqual(ledger.cases.map(({ id }) => id).toSorted())
    expect([
      ...ledger.unexpected,
      ...ledger.cases.flatMap((one) => caseDisagrees(one, there.get(one.id), readers)),
      ...(await messagesDisagree(db, ledger)),
      ...(await uninvited(db)),
      ...(await mailsDisagree(db, mails!.taken)),
    ]).toEqual([])
  })
  expect(ledger.lost).toBeGreaterThan(0)
  expect(new Set(ledger.cases.map(({ status }) => status))).toEqual(new Set(['restaurant_activation', 'canceled', 'rejected']))
})
