import type { RequestMessage } from '@tablewire/contracts/onboarding/messages'
import { sql } from 'kysely'
import { announce, requestInScope, type ScopedRequest } from '#src/features/onboarding/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { mailMessageJob } from './mail-message.ts'
import { readMessage } from './message-view.ts'
import { peopleOfRequest, type RequestPerson } from './people-of-request.ts'
import { tellMentioned } from './tell-mentioned.ts'

export type NewMessage = {
  text: string
  mentions?: readonly string[] | undefined
  attachments?: readonly string[] | undefined
  corrects?: string | undefined
  /** Of one that came by mail. */
  mailHash?: Buffer
}

/** For whom the author speaks, by the name of that time. */
const ofName = async (ctx: Ctx, { side, systemId, channelId, venueId, venueName }: ScopedRequest): Promise<string | null> => {
  if (side === 'admin') return null
  const { rows } = await sql<{ name: string | null }>`
    select case ${side} when 'rms' then (select s.name from systems s where s.id = ${systemId})
      when 'bc' then (select c.name from channels c where c.id = ${channelId})
      else (select coalesce(v.display_name, v.name) from venues v where v.id = ${venueId}) end as name`.execute(ctx.db)
  return rows[0]?.name ?? venueName
}

/** Who is named by id and, behind `@`, in the text itself: a name that was taken out of it again is meant no more. */
const meantIn = (people: readonly RequestPerson[], { text, mentions = [] }: NewMessage): RequestPerson[] => {
  const known = new Map(people.map((person) => [person.id, person]))
  const named = [...new Set(mentions)].map((id) => {
    const person = known.get(id)
    if (!person) throw new Problem('user.not_found', {}, { mentions: [{ issue: 'invalid' }] })
    return person
  })
  return named.filter(({ name }) => text.includes(`@${name}`))
}

const requireOwnMessage = async (ctx: Ctx, requestId: string, messageId: string | undefined): Promise<void> => {
  if (messageId === undefined) return
  const found = await ctx.db
    .selectFrom('onboardingMessages')
    .select('id')
    .where('id', '=', messageId)
    .where('requestId', '=', requestId)
    .where('authorId', '=', requireUser(ctx).id)
    .executeTakeFirst()
  if (!found) throw new Problem('message.not_found', {}, { corrects: [{ issue: 'invalid' }] })
}

type Sending = { requestId: string; messageId: string; attachments: readonly string[] }
/** Files the author brought for this request, each in one message only. */
const takeAttachments = async (ctx: Ctx, { requestId, messageId, attachments }: Sending): Promise<void> => {
  const ids = [...new Set(attachments)]
  if (ids.length === 0) return
  const { rows } = await sql`
    update onboarding_attachments a set message_id = ${messageId}, position = t.position
    from unnest(${ids}::uuid[]) with ordinality as t (id, position)
    where a.id = t.id and a.request_id = ${requestId} and a.author_id = ${requireUser(ctx).id} and a.message_id is null
    returning a.id`.execute(ctx.db)
  if (rows.length !== ids.length) throw new Problem('attachment.not_found', {}, { attachments: [{ issue: 'invalid' }] })
}

type Reader = { id: string; userId: string; copies: boolean }
/**
 * Everybody of the sides, who is named, and who of the platform took part before: they count it as unread, and the rows say who wants copies. In one
 * order of locking, so that two messages at once cannot deadlock.
 */
const countForReaders = async (
  ctx: Ctx,
  requestId: string,
  people: readonly (RequestPerson & { always: boolean })[],
): Promise<Reader[]> => {
  const author = requireUser(ctx).id
  const ids = people.map(({ id }) => id)
  const { rows: before } = await sql<{ userId: string }>`
    select w.user_id from onboarding_readers w where w.request_id = ${requestId} and w.user_id = any(${ids}::uuid[])`.execute(ctx.db)
  const took = new Set(before.map(({ userId }) => userId))
  const reading = people
    .filter(({ id, always }) => always || took.has(id))
    .map(({ id }) => id)
    .toSorted()
  const { rows } = await sql<Reader>`
    insert into onboarding_readers as w (id, request_id, user_id, unread, last_message_at)
    select t.id, ${requestId}, t.user_id, case when t.user_id = ${author} then 0 else 1 end, ${ctx.clock().toString()}::timestamptz
    from unnest(${reading.map(() => newId())}::uuid[], ${reading}::uuid[]) as t (id, user_id)
    on conflict (request_id, user_id) do update set unread = w.unread + excluded.unread, last_message_at = excluded.last_message_at
    returning w.id, w.user_id, w.copies`.execute(ctx.db)
  return rows.filter(({ userId }) => userId !== author)
}

/** In the caller's transaction, to a request that the author sees. */
export const writeMessage = async (ctx: Ctx, request: ScopedRequest, message: NewMessage): Promise<string> => {
  const { id: requestId, side, venueId } = request
  const { id: authorId, name: authorName } = requireUser(ctx)
  const { text, attachments = [], corrects, mailHash } = message
  if (text.trim() === '' && attachments.length === 0) throw new Problem('request.invalid', {}, { text: [{ issue: 'required' }] })
  const people = await peopleOfRequest(ctx, request)
  const meant = meantIn(people, message)
  await requireOwnMessage(ctx, requestId, corrects)
  const id = newId()
  await ctx.db
    .insertInto('onboardingMessages')
    .values({
      id,
      requestId,
      side,
      authorId,
      authorName,
      ofName: await ofName(ctx, request),
      content: text,
      mentions: JSON.stringify(meant.map((person) => ({ id: person.id, name: person.name }))),
      corrects: corrects ?? null,
      by: mailHash ? 'mail' : 'portal',
      mailHash: mailHash ?? null,
      createdAt: ctx.clock().toString(),
    })
    .execute()
  await takeAttachments(ctx, { requestId, messageId: id, attachments })
  const named = new Set(meant.map((person) => person.id))
  const readers = await countForReaders(
    ctx,
    requestId,
    people.map((person) => ({ ...person, always: person.side !== 'admin' || named.has(person.id) || person.id === authorId })),
  )
  for (const reader of readers)
    if (reader.copies || named.has(reader.userId)) await ctx.ports.jobs.enqueue(ctx, mailMessageJob, { messageId: id, readerId: reader.id })
  await tellMentioned(ctx, request, [...named])
  await audit(ctx, {
    action: 'onboarding.message_sent',
    subject: 'onboarding',
    subjectId: requestId,
    venueId,
    // What was said stands in the message, once.
    after: { message: id, files: attachments.length, mentions: meant.map((person) => person.name).join(', ') },
  })
  await announce(ctx, request, 'message')
  return id
}

export const sendMessage = (ctx: Ctx, requestId: string, message: NewMessage): Promise<RequestMessage> =>
  transaction(ctx, async (inner) => readMessage(inner, await writeMessage(inner, await requestInScope(inner, requestId), message)))
