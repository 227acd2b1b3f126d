import type { OpenStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { type RawBuilder, sql } from 'kysely'
import { noteHistory } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { ReminderKind } from './invite-rows.ts'
import { mailInviteJob } from './mail-invite.ts'
import { tellJob } from './tell-people.ts'

type Waiting = {
  requestId: string
  kind: ReminderKind
  status: OpenStatus
  statusSince: string
  systemId: string
  channelId: string
  requester: 'rms' | 'bc'
  days: number
  /** The link the restaurant can still use. */
  inviteId: string | null
}

/** Asked in the sending transaction: of a request that has moved on meanwhile nobody is reminded. */
const waitingFor = async (ctx: Ctx, reminderId: string): Promise<Waiting | undefined> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Waiting>`
    select d.request_id, d.kind, r.status, r.status_since::text as status_since, r.system_id, r.channel_id, r.requester,
      floor(extract(epoch from ${now}::timestamptz - r.status_since) / 86400)::integer as days,
      (select i.id from onboarding_invites i where i.request_id = r.id and i.replaced_at is null and i.answer is null and i.sent_at is not null
        and i.expires_at > ${now}::timestamptz) as invite_id
    from onboarding_reminders d join onboarding_requests r on r.id = d.request_id
    where d.id = ${reminderId} and d.status = r.status and d.status_since = r.status_since for share of r`.execute(ctx.db)
  return rows[0]
}

const peopleOfSystem = (id: string): RawBuilder<unknown> => sql`select b.user_id from system_users b where b.system_id = ${id}`
const peopleOfChannel = (id: string): RawBuilder<unknown> => sql`select b.user_id from channel_users b where b.channel_id = ${id}`

/** Who has to act; beyond the second limit both partners' people and those who run the platform. */
const peopleFor = ({ kind, status, systemId, channelId, requester }: Waiting): RawBuilder<unknown> => {
  const ofPlatform = sql`select a.id from users a where a.company_id is null and a.all_venues and a.roles && array['ROLE_ADMIN']`
  if (kind === 'silent') return ofPlatform
  if (kind === 'escalation') return sql`${peopleOfSystem(systemId)} union ${peopleOfChannel(channelId)} union ${ofPlatform}`
  if (status === 'rms_activation') return peopleOfSystem(systemId)
  if (status === 'bc_activation') return peopleOfChannel(channelId)
  // The restaurant cannot be reached: whoever asked for it has to see to that.
  return requester === 'rms' ? peopleOfSystem(systemId) : peopleOfChannel(channelId)
}

/** One reminder, or one escalation; whatever is killed in the middle is done whole or anew. */
export const remind = (ctx: Ctx, { reminderId }: { reminderId: string }): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<{ id: string }>`
      select id from onboarding_reminders where id = ${reminderId} and done_at is null for update`.execute(inner.db)
    if (!rows[0]) return
    const waiting = await waitingFor(inner, reminderId)
    await inner.db
      .updateTable('onboardingReminders')
      .set({ doneAt: inner.clock().toString(), sent: waiting !== undefined })
      .where('id', '=', reminderId)
      .execute()
    if (!waiting) return
    const { requestId, kind, status, statusSince, inviteId, days } = waiting
    if (kind !== 'silent')
      await noteHistory(inner, requestId, { kind: kind === 'reminder' ? 'reminded' : 'escalated', data: { days, status } })
    if (kind === 'reminder' && status === 'restaurant_activation' && inviteId !== null)
      return inner.ports.jobs.enqueue(inner, mailInviteJob, { inviteId, letter: 'reminder', statusSince })
    const told = await sql<{ userId: string }>`
      insert into onboarding_told (reminder_id, user_id) select ${reminderId}, u.id from users u
      where u.id in (${peopleFor(waiting)}) and u.disabled_at is null order by u.id on conflict do nothing returning user_id`.execute(
      inner.db,
    )
    for (const { userId } of told.rows) await inner.ports.jobs.enqueue(inner, tellJob, { reminderId, userId })
  })
