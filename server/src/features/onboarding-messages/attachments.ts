import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { MessageAttachment, onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { sql } from 'kysely'
import { requestInScope } from '#src/features/onboarding/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AttachmentRecord } from './message-rows.ts'
import { type GivenFile, recogniseFile } from './recognise-file.ts'

const purpose = 'onboarding attachment'
const linkMinutes = 2
/** Brought and not sent by one person, for one request; they go after a day. */
const unsentMax = 30
const unsentHours = 24

const viewOf = ({ id, name, contentType, bytes }: Pick<AttachmentRecord, 'id' | 'name' | 'contentType' | 'bytes'>): MessageAttachment => ({
  id,
  name,
  type: contentType,
  bytes,
})

/** Refused before anything is kept. The file comes first: no row ever names one that is not there. */
export const attach = async (ctx: Ctx, requestId: string, given: GivenFile): Promise<MessageAttachment> => {
  await requestInScope(ctx, requestId)
  const { name, content, contentType, ending } = await recogniseFile(given)
  return transaction(ctx, async (inner) => {
    const { venueId } = await requestInScope(inner, requestId)
    const { id: authorId } = requireUser(inner)
    const { rows } = await sql<{ unsent: number }>`
      select count(*)::int as unsent from onboarding_attachments a
      where a.author_id = ${authorId} and a.request_id = ${requestId} and a.message_id is null`.execute(inner.db)
    if (rows[0]!.unsent >= unsentMax) throw new Problem('attachment.too_many', { limit: unsentMax })
    const id = newId()
    const fileKey = `onboarding/${id}.${ending}`
    await inner.ports.files.put(fileKey, content, contentType)
    const row = { id, requestId, messageId: null, authorId, name, contentType, bytes: content.length, fileKey }
    await inner.db
      .insertInto('onboardingAttachments')
      .values({ ...row, createdAt: inner.clock().toString() })
      .execute()
    await audit(inner, {
      action: 'onboarding.file_attached',
      subject: 'onboarding',
      subjectId: requestId,
      venueId,
      after: { file: name, bytes: content.length },
    })
    return viewOf(row)
  })
}

type Opening = { id: string; attachmentId: string }
/** One's own before it is sent, and those of messages; the signed path is good for one download that begins at once. */
export const openAttachment = async (
  ctx: Ctx,
  { id, attachmentId }: Opening,
): Promise<Result<typeof onboardingMessages.openAttachment>> => {
  await requestInScope(ctx, id)
  const { rows } = await sql<AttachmentRecord>`
    select a.* from onboarding_attachments a where a.id = ${attachmentId} and a.request_id = ${id}
      and (a.message_id is not null or a.author_id = ${requireUser(ctx).id})`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Problem('attachment.not_found')
  const until = ctx.clock().add({ minutes: linkMinutes }).epochMilliseconds
  const signature = ctx.ports.secrets.sign(purpose, `${attachmentId} ${until}`)
  return { ...viewOf(row), link: `/v1/onboarding-attachments/${attachmentId}/file?until=${until}&signature=${signature}` }
}

type AttachmentLink = { id: string; until: string; signature: string }
/** The file behind such a path; `attachment.not_found` for one we did not make, or that is past its time. */
export const fetchAttachment = async (
  ctx: Pick<Ctx, 'db' | 'clock' | 'ports'>,
  { id, until, signature }: AttachmentLink,
): Promise<{ body: Buffer; contentType: string; name: string }> => {
  const isOurs = /^[0-9a-f-]{36}$/i.test(id) && ctx.ports.secrets.verify(purpose, `${id} ${until}`, signature)
  if (!isOurs || Number(until) <= ctx.clock().epochMilliseconds) throw new Problem('attachment.not_found')
  const row = await ctx.db
    .selectFrom('onboardingAttachments')
    .select(['name', 'contentType', 'fileKey'])
    .where('id', '=', id)
    .executeTakeFirst()
  const file = row && (await ctx.ports.files.get(row.fileKey))
  if (!file) throw new Problem('attachment.not_found')
  return { body: file.body, contentType: row.contentType, name: row.name }
}

export const clearUnsentJob = defineJob<object>('onboarding.clear_unsent', 0)
const batchSize = 100
/** Files that were brought for a message nobody sent. */
export const clearUnsent = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    const before = inner.clock().subtract({ hours: unsentHours }).toString()
    const { rows } = await sql<{ fileKey: string }>`
      delete from onboarding_attachments a where a.id in (
        select o.id from onboarding_attachments o where o.message_id is null and o.created_at < ${before}::timestamptz
        order by o.created_at limit ${batchSize} for update skip locked)
      returning a.file_key`.execute(inner.db)
    for (const { fileKey } of rows) await inner.ports.files.remove(fileKey)
  })
