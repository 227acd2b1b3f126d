import { createHash } from 'node:crypto'
import { messageLength, attachmentsMax } from '@tablewire/contracts/onboarding/attachments.rules'
import { plainLines } from '@tablewire/contracts/kit/text.rules'
import { say } from '@tablewire/contracts/phrases/phrases'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { requestInScope } from '#src/features/onboarding/api.ts'
import { rightsNow } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { MailRefusal, type MailTaker, type ReceivedMail } from '#src/platform/mail/receive-mail.ts'
import { fill } from '#src/platform/phrases.ts'
import { Problem } from '#src/platform/problem.ts'
import { attach } from './attachments.ts'
import { cutReply } from './cut-reply.ts'
import { messagePhrases } from './message-phrases.ts'
import type {} from './message-rows.ts'
import { readerOfAddress } from './reply-address.ts'
import { writeMessage } from './send-message.ts'

/** Two machines that answer one another are stopped here, should nothing else tell them apart from people. */
const mostAnHour = 30

type Reader = { requestId: string; venueId: string | null; userId: string; email: string; name: string; lang: Lang; recent: number }
const readerOf = async (ctx: Ctx, address: string): Promise<Reader | undefined> => {
  const id = readerOfAddress(ctx, address)
  if (id === undefined) return undefined
  const { rows } = await sql<Reader>`
    select w.request_id, r.venue_id, w.user_id, u.email, u.lang, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
      (select count(*)::int from onboarding_messages m where m.request_id = w.request_id and m.author_id = w.user_id and m.by = 'mail'
        and m.created_at > ${ctx.clock().subtract({ hours: 1 }).toString()}::timestamptz) as recent
    from onboarding_readers w join users u on u.id = w.user_id join onboarding_requests r on r.id = w.request_id
    where w.id = ${id} and u.disabled_at is null`.execute(ctx.db)
  return rows[0]
}

/** In the rights that the person has now, as if signed in. */
const asReader = async (ctx: Ctx, { userId, name }: Reader): Promise<Ctx | undefined> => {
  const rights = await rightsNow(ctx.db, { id: userId, actedById: null })
  if (!rights?.ability.can('update', 'onboarding')) return undefined
  const { companyId, lang, ability, scope } = rights
  return {
    ...ctx,
    actor: { kind: 'user', id: userId, name, companyId, sessionId: '' },
    lang,
    ability,
    scope,
    unitOfWork: newUnitOfWork(),
  }
}

const masked = (address: string): string => address.replace(/^(.).*(@.*)$/u, '$1…$2')
type Reason = 'other_sender' | 'no_access' | 'nothing_said' | 'too_many'
const why: Readonly<Record<Reason, string>> = {
  other_sender:
    '5.7.1 Thank you for your answer. It comes from another address than the one our e-mail was sent to: please send it from there, or write it in the portal',
  no_access: '5.7.1 Thank you for your answer. You have no access to this conversation any more, so it could not be added',
  nothing_said: '5.6.0 Thank you for your answer. There is nothing in it above the e-mail that it answers',
  too_many: '5.7.1 That were too many answers in an hour; please write in the portal',
}
/** Told to the sender's mail server, and kept. */
const refuse = async (ctx: Ctx, reader: Reader, { reason, from }: { reason: Reason; from: string }): Promise<never> => {
  await transaction(ctx, (inner) =>
    audit(inner, {
      action: 'onboarding.answer_refused',
      subject: 'onboarding',
      subjectId: reader.requestId,
      venueId: reader.venueId,
      after: { reason, from: masked(from) },
    }),
  )
  throw new MailRefusal(why[reason])
}

/** Files that are not taken are named below the text: nothing is lost without a word. */
const takeFiles = async (
  ctx: Ctx,
  { requestId, lang }: Reader,
  files: ReceivedMail['files'],
): Promise<{ ids: string[]; remarks: string[] }> => {
  const ids: string[] = []
  const remarks: string[] = []
  for (const file of files.slice(0, attachmentsMax)) {
    try {
      ids.push((await attach(ctx, requestId, file)).id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const said = say(lang, error.code, error.values)
      remarks.push(fill(messagePhrases[lang].mail.notTaken, { file: plainLines(file.name).slice(0, 120), why: said }))
    }
  }
  return { ids, remarks }
}

const isKnown = async (ctx: Ctx, { requestId }: Reader, mailHash: Buffer): Promise<boolean> =>
  (await ctx.db
    .selectFrom('onboardingMessages')
    .select('id')
    .where('requestId', '=', requestId)
    .where('mailHash', '=', mailHash)
    .executeTakeFirst()) !== undefined

const take = async (ctx: Ctx, mail: ReceivedMail): Promise<void> => {
  const reader = await readerOf(ctx, mail.to)
  if (!reader) throw new MailRefusal('5.1.1 Nobody here has this address')
  const { from } = mail
  // The address in the mail proves that it was sent to this person, the sender's that nobody else to whom it was passed on answers in his name.
  if (from.toLowerCase() !== reader.email.toLowerCase()) return refuse(ctx, reader, { reason: 'other_sender', from })
  if (reader.recent >= mostAnHour) return refuse(ctx, reader, { reason: 'too_many', from })
  const person = await asReader(ctx, reader)
  const request = person && (await requestInScope(person, reader.requestId).catch(() => undefined))
  if (!person || !request) return refuse(ctx, reader, { reason: 'no_access', from })
  const text = cutReply(plainLines(mail.text))
  if (text === '' && mail.files.length === 0) return refuse(ctx, reader, { reason: 'nothing_said', from })
  const mailHash = createHash('sha256')
    .update(mail.id ?? JSON.stringify([from, mail.text]))
    .digest()
  if (await isKnown(ctx, reader, mailHash)) return
  const { ids, remarks } = await takeFiles(person, reader, mail.files)
  const content = [text.slice(0, messageLength - 2000), ...remarks].filter(Boolean).join('\n\n').slice(0, messageLength)
  await transaction({ ...person, unitOfWork: newUnitOfWork() }, (inner) =>
    writeMessage(inner, request, { text: content, attachments: ids, mailHash }),
  )
}

/** Answers to mails about messages of onboarding requests. `ctx` makes one of its own for each mail. */
export const takeReplies = (ctx: () => Ctx): MailTaker => ({
  knows: async (address) => (await readerOf(ctx(), address)) !== undefined,
  take: (mail) => take(ctx(), mail),
})
