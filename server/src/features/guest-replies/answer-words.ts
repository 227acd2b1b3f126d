import { plainMarks } from '@tablewire/contracts/booking/text-parts.rules'
import { type Letter, lineValues, messagePhrases, shortLink } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { fill } from '#src/platform/phrases.ts'

export type Answered = 'comes' | 'canceled' | 'late' | 'failed' | 'taken' | 'passed' | 'gone' | 'stopped' | 'started'

/** What is written back, in the guest's language. */
export const answerWords = async (ctx: Ctx, letter: Letter, answered: Answered): Promise<string> => {
  const lang = letter.guestLang ?? 'en'
  const { answer } = messagePhrases[lang]
  const words = answered === 'late' && !letter.venuePhone ? answer.lateNoPhone : answer[answered]
  const link = words.includes('{link}') ? await shortLink(ctx, letter) : ''
  return plainMarks(fill(words, { ...lineValues(letter, lang), link }))
}
