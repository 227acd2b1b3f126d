import { cancelOwn, comeOwn, mayConfirm, openAnswered, type Own } from '#src/features/guest-page/api.ts'
import { type Letter, messagePhrases, hearsBy } from '#src/features/guest-messages/api.ts'
import { noteAnswered } from '#src/features/reservations/api.ts'
import { type Gateway, type Inbound, start, stop, takeAnswer } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import { answerOffer, type Kept, openKept } from './answer-offer.ts'
import { type Answered, answerWords } from './answer-words.ts'
import { findAnswered } from './find-booking.ts'
import { type Reply, replyOf } from './reply-words.ts'

/** An answer to an answer: of no use when it comes an hour late. */
const tries = 5
export type WriteBack = { gatewayId: string; to: string; text: string; ref: string }
export const writeBackJob = defineJob<WriteBack>('guest_replies.write_back', tries)

const writeBack = (ctx: Ctx, gateway: Gateway, { to, text }: { to: string; text: string }): Promise<void> =>
  ctx.ports.jobs.enqueue(ctx, writeBackJob, { gatewayId: gateway.id, to, text, ref: newId() })

const most = 500
const told = (ctx: Ctx, letter: Letter, text: string): Promise<void> => noteAnswered(ctx, letter, { wrote: text.slice(0, most) })

/** By the code of the guest's page; what cannot be done is said in the guest's words. Undefined = a text of the booking says it. */
const act = async (own: Own, reply: 'comes' | 'cancel'): Promise<Answered | undefined> => {
  try {
    if (reply === 'cancel') {
      const isNew = own.letter.status !== 'canceled'
      await cancelOwn(own)
      return isNew && (await hearsBy(own.ctx, own.letter, 'canceled')) === 'text' ? undefined : 'canceled'
    }
    if (mayConfirm(own)) await comeOwn(own)
    return mayConfirm(own) ? 'comes' : 'failed'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code === 'reservation.cancel_too_late' ? 'late' : 'failed'
  }
}

/** A booking as its page has it, or a place that is kept for who waits. */
const openFound = async (ctx: Ctx, found: Awaited<ReturnType<typeof findAnswered>>): Promise<Own | Kept | undefined> => {
  if (!found) return undefined
  return found.kept ? openKept(ctx, found.id) : openAnswered(ctx, found.id)
}

/** True once a number: who writes STOP again is not written to again. */
const turn = (ctx: Ctx, gateway: Gateway, { reply, from }: { reply: 'stop' | 'start'; from: string }): Promise<boolean> =>
  reply === 'stop' ? stop(ctx, gateway.id, from) : start(ctx, gateway.id, from)

const halt = async (ctx: Ctx, gateway: Gateway, { reply, from }: { reply: 'stop' | 'start'; from: string }): Promise<void> => {
  const about = await openFound(ctx, await findAnswered(ctx, gateway, { from, ahead: false }))
  if (!(await turn(ctx, gateway, { reply, from }))) return
  if (about && reply === 'stop') await noteAnswered(ctx, about.letter, 'stopped')
  const { answer } = messagePhrases[about?.letter.guestLang ?? 'en']
  await writeBack(ctx, gateway, { to: from, text: reply === 'stop' ? answer.stopped : answer.started })
}

const answer = async (ctx: Ctx, gateway: Gateway, { reply, from, text }: { reply: Reply; from: string; text: string }): Promise<void> => {
  if (reply === 'stop' || reply === 'start') return halt(ctx, gateway, { reply, from })
  const about = await openFound(ctx, await findAnswered(ctx, gateway, { from, ahead: reply !== 'other' }))
  if (!about) return
  // Two machines that answer one another would never end: what is no word of ours is shown to the house, and not answered.
  if (reply === 'other') return told(ctx, about.letter, text)
  const answered = await ('venue' in about ? act(about, reply) : answerOffer(about, reply))
  if (answered) await writeBack(ctx, gateway, { to: from, text: await answerWords(about.ctx, about.letter, answered) })
}

/**
 * What a guest wrote back. Marked before anything is done, as the same 9 told twice would cancel a second booking: what is broken off then is not
 * done, and a guest who is not answered writes again.
 */
export const takeReply = async (ctx: Ctx, gateway: Gateway, inbound: Inbound): Promise<void> => {
  const first = await transaction(ctx, (inner) => takeAnswer(inner, gateway.id, inbound.call))
  if (first) await answer(ctx, gateway, { reply: replyOf(inbound.text), from: inbound.from, text: inbound.text })
}
