import { gatewayById, isStopped, sendText } from '#src/features/text-port/api.ts'
import { messagePhrases } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { type WriteBack, writeBackJob } from './take-reply.ts'

const isFarewell = (text: string): boolean => Object.values(messagePhrases).some(({ answer }) => answer.stopped === text)

const writeBack = async (ctx: Ctx, { gatewayId, to, text, ref }: WriteBack): Promise<void> => {
  const gateway = await gatewayById(ctx, gatewayId)
  if (!gateway?.active || ((await isStopped(ctx, gatewayId, to)) && !isFarewell(text))) return
  const sending = await sendText(ctx, gateway, { to, text, ref, lang: 'en', isAnswer: true })
  // Without an answer it may have gone: better not than twice.
  if (!sending.taken && sending.again && !('unclear' in sending)) throw new Error(`the answer was not taken: ${sending.said}`)
}

export const guestRepliesJobs: readonly JobHandler[] = [onJob(writeBackJob, writeBack)]
