import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/transaction.ts'
import { secretHash } from '../id.ts'
import { AddressError } from './address.ts'
import { type Mail, MailError } from './mail.ts'

/** `id`: of this mail to this reader, the same at every try. */
export type NamedMail = Mail & {
  id: string
  /** Asked again when its text is about to leave; not true any more = nothing leaves, and the next try is to find out why. */
  holds?: (ctx: Ctx) => Promise<boolean>
}
type Note = (ctx: Ctx) => Promise<unknown>

/** Longer than a job may wait to be tried again. */
export const marksKeptDays = 60

/** Without an answer of the mail server a mail may have gone: better twice, by the same name, than never; not more. */
const mostOften = 2

const markOf = ({ db }: Ctx, id: string) => db.selectFrom('mailMarks').selectAll().where('mail', '=', secretHash(id)).executeTakeFirst()

/** Whether a word of it may have reached its reader. */
export const mayHaveGone = async (ctx: Ctx, id: string): Promise<boolean> => ((await markOf(ctx, id))?.begun ?? 0) > 0

const requireHolds = async (ctx: Ctx, holds: NonNullable<NamedMail['holds']>): Promise<void> => {
  if (!(await holds(ctx))) throw new Error('what this mail says is not true any more')
}

/** One more than `before`; of two at once only one goes on. */
const begin = async (ctx: Ctx, mail: NamedMail, before: number): Promise<void> => {
  if (mail.holds) await requireHolds(ctx, mail.holds)
  const at = ctx.clock().toString()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('mailMarks')
    .values({ mail: secretHash(mail.id), at, begun: 1, taken: false, noted: false })
    .onConflict((same) =>
      same
        .column('mail')
        .doUpdateSet({ at, begun: before + 1 })
        .where('mailMarks.begun', '=', before)
        .where('mailMarks.taken', '=', false),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Error('this mail is on its way by another process')
}

const sendHere = (ctx: Ctx, mail: NamedMail, note: Note): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { numInsertedOrUpdatedRows } = await inner.db
      .insertInto('mailMarks')
      .values({ mail: secretHash(mail.id), at: inner.clock().toString(), begun: 1, taken: true, noted: true })
      .onConflict((same) => same.column('mail').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    if (mail.holds) await requireHolds(inner, mail.holds)
    await inner.ports.mail.send(inner, mail)
    await note(inner)
  })

const sendOut = async (ctx: Ctx, mail: NamedMail, note: Note): Promise<void> => {
  const found = await markOf(ctx, mail.id)
  const before = found?.begun ?? 0
  const row = ctx.db.updateTable('mailMarks').where('mail', '=', secretHash(mail.id))
  if (found?.taken !== true && before < mostOften)
    try {
      await ctx.ports.mail.send(ctx, mail, () => begin(ctx, mail, before))
      await row.set({ taken: true }).execute()
    } catch (error) {
      // It was not taken, so this time does not count.
      if (error instanceof MailError && error.answered)
        await row
          .set({ begun: before })
          .where('begun', '=', before + 1)
          .execute()
      throw error
    }
  await transaction(ctx, async (inner) => {
    const mine = inner.db.updateTable('mailMarks').set({ noted: true }).where('mail', '=', secretHash(mail.id)).where('noted', '=', false)
    const { numUpdatedRows } = await mine.executeTakeFirst()
    if (numUpdatedRows === 1n) await note(inner)
  })
}

/**
 * Once, however often the job runs. What is only on its way to the mail server when a process dies goes again; where its text had begun to leave, and nobody
 * knows whether it was taken, it goes once more (RFC 5321 §6.1 knows such doubles). `note` is written once as well, with the mail where that
 * stays in the local mailbox. False = the mail server will never take it.
 */
export const sendOnce = async (ctx: Ctx, mail: NamedMail, note: Note = async () => undefined): Promise<boolean> => {
  try {
    await (ctx.ports.mail.local ? sendHere(ctx, mail, note) : sendOut(ctx, mail, note))
    return true
  } catch (error) {
    if (!(error instanceof AddressError) && !(error instanceof MailError && error.permanent)) throw error
    ctx.log.warn({ err: error, mailId: mail.id }, 'a mail was refused')
    return false
  }
}
