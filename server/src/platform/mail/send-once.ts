import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/transaction.ts'
import { secretHash } from '../id.ts'
import { AddressError } from './address.ts'
import { type Mail, MailError } from './mail.ts'

/** `id`: of this mail to this reader, the same at every try. */
type NamedMail = Mail & { id: string }
type Note = (ctx: Ctx) => Promise<unknown>

/** Longer than a job may wait to be tried again. */
export const marksKeptDays = 60

/** False = this mail was marked before: it has gone, or a process died while it went. */
const mark = async (ctx: Ctx, { id }: NamedMail, noted: boolean): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('mailMarks')
    .values({ mail: secretHash(id), at: ctx.clock().toString(), noted })
    .onConflict((same) => same.column('mail').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const sendHere = (ctx: Ctx, mail: NamedMail, note: Note): Promise<void> =>
  transaction(ctx, async (inner) => {
    if (!(await mark(inner, mail, true))) return
    await inner.ports.mail.send(inner, mail)
    await note(inner)
  })

const sendOut = async (ctx: Ctx, mail: NamedMail, note: Note): Promise<void> => {
  const hash = secretHash(mail.id)
  if (await mark(ctx, mail, false))
    try {
      await ctx.ports.mail.send(ctx, mail)
    } catch (error) {
      // It was not taken, so it may be tried again.
      await ctx.db.deleteFrom('mailMarks').where('mail', '=', hash).execute()
      throw error
    }
  await transaction(ctx, async (inner) => {
    const mine = inner.db.updateTable('mailMarks').set({ noted: true }).where('mail', '=', hash).where('noted', '=', false)
    const { numUpdatedRows } = await mine.executeTakeFirst()
    if (numUpdatedRows === 1n) await note(inner)
  })
}

/**
 * At most once, however often the job runs: the mark is written before the mail server hears of the mail, and whoever finds it there leaves the mail. `note`
 * is written once as well, with the mail where that stays in the local mailbox. False = the mail server will never take it.
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
