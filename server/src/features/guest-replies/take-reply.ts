import { cancelOwn, comeOwn, mayConfirm, openAnswered, type Own } from '#src/features/guest-page/api.ts'
import { messagePhrases } from '#src/features/guest-messages/api.ts'
import { noteAnswered } from '#src/features/reservations/api.ts'
import { type Gateway, type Inbound, start, stop, takeAnswer } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
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
const told = (ctx: Ctx, own: Own, text: string): Promise<void> => noteAnswered(ctx, own.letter, { wrote: text.slice(0, most) })

/** By the code of the guest's page; what cannot be done is said in the guest's words. */
const act = async (own: Own, reply: 'comes' | 'cancel'): Promise<Answered> => {
  try {
    if (reply === 'cancel') {
      await cancelOwn(own)
      return 'canceled'
    }
    if (mayConfirm(own)) await comeOwn(own)
    return mayConfirm(own) ? 'comes' : 'failed'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code === 'reservation.cancel_too_late' ? 'late' : 'failed'
  }
}

/** True once a number: who writes STOP again is not written to again. */
const turn = (ctx: Ctx, gateway: Gateway, { reply, from }: { reply: 'stop' | 'start'; from: string }): Promise<boolean> =>
  reply === 'stop' ? stop(ctx, gateway.id, from) : start(ctx, gateway.id, from)

const halt = async (ctx: Ctx, gateway: Gateway, { reply, from }: { reply: 'stop' | 'start'; from: string }): Promise<void> => {
  const id = await findAnswered(ctx, gateway, { from, open: false })
  const own = id === undefined ? undefined : await openAnswered(ctx, id)
  if (!(await turn(ctx, gateway, { reply, from }))) return
  if (own && reply === 'stop') await noteAnswered(ctx, own.letter, 'stopped')
  const { answer } = messagePhrases[own?.letter.guestLang ?? 'en']
  await writeBack(ctx, gateway, { to: from, text: reply === 'stop' ? answer.stopped : answer.started })
}

const answer = async (ctx: Ctx, gateway: Gateway, { reply, from, text }: { reply: Reply; from: string; text: string }): Promise<void> => {
  if (reply === 'stop' || reply === 'start') return halt(ctx, gateway, { reply, from })
  const id = await findAnswered(ctx, gateway, { from, open: reply !== 'other' })
  const own = id === undefined ? undefined : await openAnswered(ctx, id)
  if (!own) return
  // Two machines that answer one another would never end: what is no word of ours is shown to the house, and not answered.
  if (reply === 'other') return told(ctx, own, text)
  const answered = await act(own, reply)
  await writeBack(ctx, gateway, { to: from, text: await answerWords(own.ctx, own.letter, answered) })
}

/**
 * What a guest wrote back. Marked before anything is done, as the same 9 told twice would cancel a second booking: what is broken off then is not
 * done, and a guest who is not answered writes again.
 */
export const takeReply = async (ctx: Ctx, gateway: Gateway, inbound: Inbound): Promise<void> => {
  const first = await transaction(ctx, (inner) => takeAnswer(inner, gateway.id, inbound.call))
  if (first) await answer(ctx, gateway, { reply: replyOf(inbound.text), from: inbound.from, text: inbound.text })
}
