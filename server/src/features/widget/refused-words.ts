import type { Proof } from '@tablewire/widget/page-state'
import { refusalKind } from '#src/features/availability/api.ts'
import { fill } from '#src/platform/phrases.ts'
import type { Problem } from '#src/platform/problem.ts'
import type { Asked } from './asked-page.ts'
import { proofFor, WorkNeeded } from './limits.ts'
import { whyOfRule } from './open-days.ts'
import { widgetPhrases } from './widget-phrases.ts'

type Words = (typeof widgetPhrases)['en']
/** `gone`: another start of that day may do instead. */
export type Told = { status: number; notice: string; proof?: Proof; gone?: boolean }

/** What was asked of the page too often, or is counted. */
const full: Readonly<Record<string, { status: number; words: keyof Words }>> = {
  'rate.limited': { status: 429, words: 'tooMany' },
  'address.holds_enough': { status: 429, words: 'holdsFull' },
  'address.booked_enough': { status: 429, words: 'bookedEnough' },
  'contact.has_enough': { status: 409, words: 'contactFull' },
  'ask.waits': { status: 409, words: 'askMine' },
  'ask.day_full': { status: 409, words: 'askMany' },
  'key.in_flight': { status: 409, words: 'waiting' },
}
const isElsewhere = ({ code }: Problem): boolean => /^(remote|secret)\./.test(code)
const isOfPlace = ({ code }: Problem): boolean =>
  /^(slot|party|duration|booking_type|area|hold)\.|^channel\.covers_used$|^reservation\./.test(code)

const ofPlace = ({ lang, house }: Asked, problem: Problem, taken: string): Told => {
  const reason = String(problem.values['reason'] ?? '')
  const why = refusalKind(problem)
  if (why === 'house') return { status: 409, notice: fill(widgetPhrases[lang].closedText, { venue: house.name }) }
  const isRule = why === 'rule' && reason.startsWith('rule.')
  return { status: 409, notice: isRule ? widgetPhrases[lang][whyOfRule(reason.slice(5))] : taken, gone: true }
}

/** Why a place is not held, or not booked, as far as a guest can do something about it; undefined = a page of its own says it. */
export const toldOf = (asked: Asked, problem: Problem, said: { taken: string; elsewhere: string }): Told | undefined => {
  const counted = full[problem.code]
  if (counted) {
    const work = problem instanceof WorkNeeded ? problem : undefined
    const proof = work ? { proof: proofFor(asked.ctx, asked.house.id) } : {}
    return { status: counted.status, notice: widgetPhrases[asked.lang][work?.words ?? counted.words], ...proof }
  }
  if (isElsewhere(problem)) return { status: 503, notice: said.elsewhere }
  return isOfPlace(problem) ? ofPlace(asked, problem, said.taken) : undefined
}
