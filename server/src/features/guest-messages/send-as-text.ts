import { stillTrue, type TextNotice } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import {
  beginMessage,
  maskedPhone,
  type MessageKey,
  noteMessage,
  noteRefused,
  recordEvent,
  timesBegun,
  unbeginMessage,
} from '#src/features/reservations/api.ts'
import { type Gateway, maySendAgain, sendText } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { shortLink } from './own-code.ts'
import type { Letter } from './read-letter.ts'
import { writeText } from './write-text.ts'

/** Without an answer it may have gone; not more often than this. */
const mostOften = 2

type Leaving = { message: MessageKey; notice: TextNotice; phone: string; gateway: Gateway; /** What it says, as a key. */ told: string }

const noteSent = (ctx: Ctx, letter: Letter, { message, notice, phone, told }: Leaving): Promise<void> =>
  transaction(ctx, async (inner) => {
    const extra = { notice, to: maskedPhone(phone) }
    await recordEvent(inner, { id: message.id, kind: 'notified', action: null, before: letter, after: letter, extra })
    await noteMessage(inner, message, { state: 'sent', told })
  })

/** Asked in the transaction after which it leaves: a cancellation that is under way is waited for. What it says of the time has to be so, too. */
const stillStands = async ({ db }: Ctx, { venueId, id, startsAt }: Letter, notice: TextNotice): Promise<boolean> => {
  const { rows } = await sql<Pick<Letter, 'status' | 'startsAt'>>`
    select status, starts_at from reservations where venue_id = ${venueId} and id = ${id} for share`.execute(db)
  const [now] = rows
  if (!now || !stillTrue(notice, now.status)) return false
  if (Date.parse(now.startsAt) !== Date.parse(startsAt)) throw new Error('the booking was moved while its text was written')
  return true
}

/**
 * Once, however often the job runs: it is marked before it leaves. Where no answer came, it goes again only through a gateway that knows it by its
 * name; what another one says of it later stands with the booking all the same.
 */
export const sendAsText = async (ctx: Ctx, letter: Letter, leaving: Leaving): Promise<void> => {
  const { message, notice, phone, gateway } = leaving
  const before = await timesBegun(ctx, message)
  if (before === undefined) return
  if (before > 0 && (!maySendAgain(gateway) || before >= mostOften)) return noteSent(ctx, letter, leaving)
  const text = writeText(letter, notice, await shortLink(ctx, letter))
  const isOver = await transaction(ctx, async (inner) => {
    if (!(await stillStands(inner, letter, notice))) return true
    if (!(await beginMessage(inner, message, { before, gatewayId: gateway.id, phone })))
      throw new Error('this text is on its way by another process')
    return false
  })
  if (isOver) return noteMessage(ctx, message, { state: 'skipped' })
  const sending = await sendText(ctx, gateway, { to: phone, text, ref: message.id, lang: letter.guestLang ?? 'en' })
  if (sending.taken) return noteSent(ctx, letter, leaving)
  if (!sending.again) return noteRefused(ctx, message, sending.said)
  if ('unclear' in sending) {
    if (!maySendAgain(gateway)) return noteSent(ctx, letter, leaving)
  } else await unbeginMessage(ctx, message, before)
  throw new Error(`the text was not taken: ${sending.said}`)
}
