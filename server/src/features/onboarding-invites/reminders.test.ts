import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb, type Recorded, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { listRequests } from '../onboarding/list-requests.ts'
import { newId } from '../../platform/id.ts'
import { listLimits, saveLimits } from './keep-limits.ts'
import { mailDeferred, mailInvite } from './mail-invite.ts'
import { planReminders } from './plan-reminders.ts'
import { readInvitation } from './read-invitation.ts'
import { remind } from './remind.ts'
import { reportOnboarding } from './report-onboarding.ts'
import { resendInvite } from './resend-invite.ts'
import { inviteWhenDue } from './send-invite.ts'
import { tellPerson } from './tell-people.ts'

let open: OpenDb
let recorded: Recorded
const clock = aClock('2026-11-02T09:00:00Z')
beforeAll(async () => {
  open = await aDb()
  recorded = recordingPorts()
})
afterAll(() => open.close())
const ctx = () => aCtx(open.db, { clock, ports: recorded.ports })

/** All that waits in the queue, in order, as often as asked. */
const work = async (times = 1): Promise<void> => {
  const jobs = recorded.jobs.splice(0)
  for (let n = 0; n < times; n++)
    for (const { name, data } of jobs) {
      if (name === 'onboarding_invites.remind') await remind(ctx(), data as never)
      if (name === 'onboarding_invites.tell') await tellPerson(ctx(), data as never)
      if (name === 'onboarding_invites.mail') await mailInvite(ctx(), data as never)
    }
}
const settle = async (times = 1): Promise<string[]> => {
  recorded.mails.length = 0
  await planReminders(ctx())
  while (recorded.jobs.length) await work(times)
  return recorded.mails.map((mail) => (mail as { to: string }).to).toSorted((a, b) => (a < b ? -1 : 1))
}

const aCase = async (status = 'rms_activation', contact: string | null = null) => {
  const system = await aSystem(open.db)
  const channel = await aChannel(open.db)
  const agent = await aUser(open.db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], companyId: null, lang: 'fr' } as never)
  const seller = await aUser(open.db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], companyId: null } as never)
  await sql`insert into system_users (system_id, user_id, created_at) values (${system.id}, ${agent.id}, now())`.execute(open.db)
  await sql`insert into channel_users (channel_id, user_id) values (${channel.id}, ${seller.id})`.execute(open.db)
  const id = newId()
  const now = clock().toString()
  await sql`insert into onboarding_requests (id, requested_at, requester, system_id, channel_id, rms_venue_id, venue_name, contact_email, status, status_since, created_by)
    values (${id}, ${now}, 'rms', ${system.id}, ${channel.id}, ${id}, '<b>Lola</b>', ${contact}, ${status}, ${now}, 'test')`.execute(
    open.db,
  )
  return { id, system, channel, agent, seller }
}
const move = (id: string, status: string) =>
  sql`update onboarding_requests set status = ${status}, status_since = ${clock().toString()}, version = version + 1 where id = ${id}`.execute(
    open.db,
  )
const close = (id: string) =>
  sql`update onboarding_requests set status = 'canceled', cancellation_reason = 'x', version = version + 1 where id = ${id}`.execute(
    open.db,
  )

test('ON3: who has to act is reminded once, later both sides and the platform hear, however often the jobs run', async () => {
  const { id, agent, seller } = await aCase()
  expect(await settle()).toEqual([])
  clock.move({ hours: 73 })
  expect(await settle(2)).toEqual([agent.email])
  expect((recorded.mails[0] as { html: string }).html).not.toContain('<b>Lola')
  expect(await settle()).toEqual([])
  clock.move({ hours: 24 * 5 })
  const heard = await settle(2)
  expect(heard).toEqual(expect.arrayContaining([agent.email, seller.email]))
  expect(new Set(heard).size).toBe(heard.length)
  expect(await settle()).toEqual([])
  await close(id)
})

test('ON3: nobody is reminded of what moved on between planning and sending; in the next state it begins anew', async () => {
  const { id, seller } = await aCase()
  clock.move({ hours: 73 })
  recorded.mails.length = 0
  await planReminders(ctx())
  await move(id, 'bc_activation')
  await work()
  expect(recorded.mails).toEqual([])
  clock.move({ hours: 73 })
  expect(await settle()).toEqual([seller.email])
  await close(id)
})

test('ON3: a partner’s own limits go before those of the installation; only the platform sets them', async () => {
  const { id, system, agent } = await aCase()
  const none = {
    rmsRemindDays: null,
    rmsEscalateDays: null,
    restaurantRemindDays: null,
    restaurantEscalateDays: null,
    bcRemindDays: null,
    bcEscalateDays: null,
    linkDays: null,
  }
  const partner = { kind: 'system' as const, id: system.id }
  const saved = await saveLimits(ctx(), { partner, ...none, rmsRemindDays: 1, version: 0 })
  expect(saved).toMatchObject({ partner, rmsRemindDays: 1, linkDays: null, version: 1 })
  expect(await refusal(saveLimits(ctx(), { partner, ...none, version: 0 }))).toBe('onboarding.changed_meanwhile')
  expect(await refusal(saveLimits(ctx(), { partner: null, ...none, version: 1 }))).toBe('onboarding.limits_missing')
  // Nobody hears that a step is stuck before whoever has to take it was reminded.
  for (const early of [{ rmsRemindDays: 9, rmsEscalateDays: 2 }, { rmsRemindDays: 300 }])
    expect(await refusal(saveLimits(ctx(), { partner, ...none, ...early, version: 1 }))).toBe('request.invalid')
  const agentCtx = { ...ctx(), scope: { kind: 'system' as const, systemId: system.id } }
  expect(await refusal(saveLimits(agentCtx, { partner, ...none, version: 1 }))).toBe('access.denied')
  expect((await listLimits(agentCtx)).map((one) => one.partner?.id ?? null)).toEqual([null, system.id])
  clock.move({ hours: 25 })
  expect(await settle()).toEqual([agent.email])
  await close(id)
})

test('ON3: the restaurant is asked by itself, reminded with the same link, and sent a new one at most three times a day', async () => {
  const { id, agent } = await aCase('restaurant_activation')
  await inviteWhenDue(ctx(), { requestId: id, to: 'restaurant_activation' })
  expect(await readInvitation(ctx(), id)).toMatchObject({ state: 'contact_missing', left: 3 })
  expect(await refusal(resendInvite(ctx(), id, {}))).toBe('onboarding.contact_missing')
  // Nobody can be asked: whoever wanted it is told.
  clock.move({ hours: 73 })
  expect(await settle()).toEqual([agent.email])
  expect(await resendInvite(ctx(), id, { email: 'lola@casa.test', lang: 'nl' })).toMatchObject({ state: 'waiting', lang: 'nl', left: 2 })
  await work(2)
  expect(await readInvitation(ctx(), id)).toMatchObject({ state: 'sent', email: 'lola@casa.test' })
  await inviteWhenDue(ctx(), { requestId: id, to: 'restaurant_activation' })
  expect(recorded.jobs).toEqual([])
  await resendInvite(ctx(), id, {})
  await resendInvite(ctx(), id, {})
  expect(await refusal(resendInvite(ctx(), id, {}))).toBe('onboarding.invited_often')
  clock.move({ hours: 24 * 15 })
  expect(await readInvitation(ctx(), id)).toMatchObject({ state: 'expired', left: 3 })
  await close(id)

  const second = await aCase('restaurant_activation', 'kees@huis.test')
  recorded.jobs.length = 0
  recorded.mails.length = 0
  await inviteWhenDue(ctx(), { requestId: second.id, to: 'restaurant_activation' })
  await work()
  const link = (mail: unknown) => /\/onboarding\/\S+/.exec((mail as { text: string }).text)![0]
  const [first] = recorded.mails.splice(0)
  clock.move({ hours: 73 })
  expect(await settle()).toEqual(['kees@huis.test'])
  expect(link(recorded.mails[0])).toBe(link(first))
  await close(second.id)
})

test('ON3: one address gets five links a day, whoever asks and for however many restaurants; what is above waits for the next day', async () => {
  const email = 'victim@stranger.test'
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.push((await aCase('restaurant_activation', n % 2 ? email : email.toUpperCase())).id)
  recorded.jobs.length = 0
  recorded.mails.length = 0
  for (const requestId of ids) await inviteWhenDue(ctx(), { requestId, to: 'restaurant_activation' })
  await work(2)
  expect(recorded.mails).toHaveLength(5)
  await mailDeferred(ctx())
  await work(2)
  expect(recorded.mails).toHaveLength(5)
  const waits = await sql`select from onboarding_history where kind = 'invite_waits'`.execute(open.db)
  expect(waits.rows).toHaveLength(2)
  clock.move({ hours: 25 })
  await mailDeferred(ctx())
  await work(2)
  expect(recorded.mails).toHaveLength(7)
  for (const id of ids) await close(id)
})

test('ON3: the report counts by state and partner, says what is late and how long states took; of others’ requests nothing', async () => {
  const { id, system, channel } = await aCase()
  clock.move({ hours: 48 })
  await sql`insert into onboarding_history (id, request_id, at, actor_kind, actor_name, side, kind, from_status, to_status)
    values (gen_random_uuid(), ${id}, ${clock().toString()}, 'user', 'x', 'rms', 'moved', 'rms_activation', 'bc_activation')`.execute(
    open.db,
  )
  await move(id, 'bc_activation')
  clock.move({ hours: 24 * 4 })
  const { states, partners } = await reportOnboarding({ ...ctx(), scope: { kind: 'system', systemId: system.id } })
  expect(states.find(({ status }) => status === 'rms_activation')).toMatchObject({ count: 0, medianDays: 2, stays: 1 })
  expect(states.find(({ status }) => status === 'bc_activation')).toMatchObject({ count: 1, late: 1, medianDays: null })
  expect(new Set(partners.map((one) => [one.kind, one.id, one.open, one.late, one.stuckIn].join(' ')))).toEqual(
    new Set([`system ${system.id} 1 1 bc_activation`, `channel ${channel.id} 1 1 bc_activation`]),
  )
  // The figure opens exactly the requests it counts.
  const late = async () => {
    const { data, total } = await listRequests({ ...ctx(), scope: { kind: 'system', systemId: system.id } }, { filters: { late: true } })
    return [data.map((one) => one.id), total]
  }
  expect(await late()).toEqual([[id], 1])
  await close(id)
  expect(await late()).toEqual([[], 0])
  const other = await aSystem(open.db)
  const nothing = await reportOnboarding({ ...ctx(), scope: { kind: 'system', systemId: other.id } })
  expect(nothing.partners).toEqual([])
})
