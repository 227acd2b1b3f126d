import type { MessageDesk, RequestMessage } from '@tablewire/contracts/onboarding/messages'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { sql } from 'kysely'
import { ofOwnRequests, requestInScope } from '#src/features/onboarding/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './message-rows.ts'
import { peopleOfRequest } from './people-of-request.ts'
import { replyAddress } from './reply-address.ts'

const columns = (
  ctx: Ctx,
) => sql`m.id, m.author_name as author, m.side, m.of_name as "of", coalesce(m.author_id = ${requireUser(ctx).id}, false) as mine,
  m.content as text, m.mentions, m.corrects, m.by, m.created_at as at,
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.content_type, 'bytes', a.bytes) order by a.position), '[]')
    from onboarding_attachments a where a.message_id = m.id) as attachments`

const pageSize = 50
type Place = { at: string; id: string }
const cursorOf = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')
const placeOf = (cursor: string): Place => {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string]
    if (!Number.isNaN(Date.parse(at)) && /^[0-9a-f-]{36}$/.test(id)) return { at, id }
  } catch {
    // Not one of ours.
  }
  throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
}

type List = typeof onboardingMessages.list
export const listMessages = async (ctx: Ctx, { params: { id }, query }: Received<List>): Promise<Result<List>> => {
  await requestInScope(ctx, id)
  const { offset = 0, limit = pageSize } = query
  const after = query.after === undefined ? undefined : placeOf(query.after)
  const { rows } = await sql<RequestMessage>`
    select ${columns(ctx)} from onboarding_messages m where m.request_id = ${id}
      ${after ? sql`and (m.created_at, m.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by m.created_at desc, m.id desc limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from onboarding_messages m where m.request_id = ${id}`.execute(ctx.db)
  const data = rows.slice(0, limit)
  return { data, total: counted[0]!.total, next: rows.length > limit ? cursorOf(data.at(-1)!) : null }
}

/** In the sight of the caller, who wrote it. */
export const readMessage = async (ctx: Ctx, id: string): Promise<RequestMessage> => {
  const { rows } = await sql<RequestMessage>`select ${columns(ctx)} from onboarding_messages m where m.id = ${id}`.execute(ctx.db)
  return rows[0]!
}

/** Of the platform's people only those who took part get copies, unless they choose otherwise. */
export const readDesk = async (ctx: Ctx, id: string): Promise<MessageDesk> => {
  const { side, ...request } = await requestInScope(ctx, id)
  const reader = await ctx.db
    .selectFrom('onboardingReaders')
    .select(['unread', 'copies'])
    .where('requestId', '=', id)
    .where('userId', '=', requireUser(ctx).id)
    .executeTakeFirst()
  return {
    venueName: request.venueName,
    people: await peopleOfRequest(ctx, request),
    unread: reader?.unread ?? 0,
    copies: reader?.copies ?? side !== 'admin',
    answersByMail: replyAddress(ctx, id) !== undefined,
  }
}

const unreadShown = 500
export const listUnread = async (ctx: Ctx): Promise<Result<typeof onboardingMessages.unread>> => {
  const { rows } = await sql<Result<typeof onboardingMessages.unread>['requests'][number]>`
    select w.request_id as id, r.venue_name, w.unread, w.last_message_at as last_at from onboarding_readers w join onboarding_requests r on r.id = w.request_id
    where w.user_id = ${requireUser(ctx).id} and w.unread > 0 and ${ofOwnRequests(ctx)}
    order by w.last_message_at desc limit ${unreadShown}`.execute(ctx.db)
  return { unread: rows.reduce((sum, { unread }) => sum + unread, 0), requests: rows }
}
