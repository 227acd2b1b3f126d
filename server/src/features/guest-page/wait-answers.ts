import { note } from '@tablewire/contracts/kit/wire'
import { ownLink } from '#src/features/guest-messages/api.ts'
import { acceptOffer, changeWish, declineOffer, leaveList, waitAgain, wishMost } from '#src/features/waitlist/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Answer } from './answers.ts'
import type { Visit } from './open-own.ts'
import { openWait, type Waiting } from './open-wait.ts'
import { type WaitAct, waitPage } from './wait-page.ts'

/** What is done to one place within a quarter of an hour. */
const actsOfEntry = 40

const bookingOf = ({ ctx, lang }: Waiting, reservationId: string): Answer => ({
  to: `${new URL(ownLink(ctx, reservationId)).pathname}?lang=${lang}`,
})

/** What he waited for is his: from then on it is the page of a booking. */
export const showWait = async (visit: Visit): Promise<Answer> => {
  const waiting = await openWait(visit)
  const { status, reservationId } = waiting.entry
  return status === 'booked' && reservationId ? bookingOf(waiting, reservationId) : waitPage(waiting)
}

const acts: Readonly<Record<WaitAct, (ctx: Ctx, id: string) => Promise<unknown>>> = {
  accept: acceptOffer,
  decline: declineOffer,
  leave: leaveList,
  again: waitAgain,
}

/** Too late, or done already by somebody of the house. */
const isGone = ({ code }: Problem): boolean => /^(hold|waitlist|slot|venue|area)\./.test(code)

const wish = async (waiting: Waiting, visit: Visit): Promise<Answer> => {
  const { ctx, entry, areas } = waiting
  const { area, notes = '' } = visit.form
  const typed = { area, notes }
  const read = note(wishMost).safeParse(notes.replaceAll('\r\n', '\n'))
  if (!read.success) return waitPage(waiting, { wrong: 'long', status: 422, typed })
  // A form without the question leaves it as it was.
  const areaId = area === undefined ? entry.areaId : (areas.find(({ value }) => value === area)?.value ?? null)
  await changeWish(ctx, entry.id, { areaId, notes: read.data.trim() || null })
  return waitPage(await openWait(visit), { saved: true })
}

export const answerWait = async (visit: Visit): Promise<Answer> => {
  const waiting = await openWait(visit)
  const { ctx, entry, base, lang } = waiting
  const name = visit.form['act'] ?? ''
  const wishes = name === 'wish'
  const act = Object.hasOwn(acts, name) ? acts[name as WaitAct] : undefined
  if (!act && !wishes) throw new Problem('request.invalid')
  if (await isTooOften(ctx, `own place ${entry.id}`, actsOfEntry)) return waitPage(waiting, { wrong: 'often', status: 429 })
  try {
    if (!act) return await wish(waiting, visit)
    await act(ctx, entry.id)
    return { to: `${base}?lang=${lang}` }
  } catch (error) {
    const problem = asProblem(error)
    if (!problem || !isGone(problem)) throw error
    return waitPage(await openWait(visit), { wrong: 'gone', status: 409 })
  }
}
