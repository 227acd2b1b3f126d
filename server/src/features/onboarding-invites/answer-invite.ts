import type { Lang } from '@tablewire/contracts/kit/wire'
import { noteHistory, restaurantConfirms, restaurantDeclines } from '#src/features/onboarding/api.ts'
import { hoursInWords, lockBook, updateBook, updateVenue, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { type FoundInvite, findInvite } from './find-invite.ts'
import { giveAccessJob } from './give-access.ts'
import { wordOf } from './house-addresses.ts'
import type {} from './invite-rows.ts'
import { type Answer, type Fault, type Faults, readAnswer, type Typed } from './read-answer.ts'
import { tellHouseJob } from './tell-house.ts'
import { termsPhrases, termsVersion } from './terms-phrases.ts'
import { dayLine, weekdays } from './week-hours.ts'

export type Answered =
  | { outcome: 'unknown' }
  | { outcome: 'not_open'; invite: FoundInvite }
  | { outcome: 'typed'; invite: FoundInvite }
  | { outcome: 'wrong'; invite: FoundInvite; faults: Faults }
  | { outcome: 'confirmed'; invite: FoundInvite; answer: Answer }
  | { outcome: 'declined'; invite: FoundInvite }

const longestReason = 1000

/** Who has the link speaks for the restaurant, by the name that is given; without one, as the restaurant. */
const asRestaurant = (ctx: Ctx, name: string): Ctx => ({ ...ctx, actor: { kind: 'anonymous', id: null, name } })

type Proof = { answer: 'confirmed' | 'declined'; answeredBy?: string; reason?: string; lang: Lang; people?: Answer['people'] }

const keepAnswer = async (ctx: Ctx, inviteId: string, { answer, answeredBy, reason, lang, people = [] }: Proof): Promise<void> => {
  const agreed = { termsVersion, termsLang: lang, termsText: Object.values(termsPhrases[lang]).join('\n') }
  await ctx.db
    .updateTable('onboardingInvites')
    .set({
      answer,
      answeredAt: ctx.clock().toString(),
      answeredFrom: ctx.origin.behind ?? ctx.origin.address,
      answeredAgent: ctx.origin.agent?.slice(0, 300) ?? null,
      ...(answeredBy === undefined ? {} : { answeredBy }),
      ...(reason === undefined ? {} : { reason }),
      ...(answer === 'confirmed' ? { ...agreed, people: JSON.stringify(people), peoplePending: people.length > 0 } : {}),
    })
    .where('id', '=', inviteId)
    .execute()
}

/** What the restaurant corrects, at the venue itself; false = hours that its book does not take as they are, which people have to see to. */
const applyToVenue = async (ctx: Ctx, venueId: string, answer: Answer): Promise<{ hoursTaken: boolean }> => {
  const { name, address, postalCode, city } = answer
  await updateVenue(ctx, {
    params: { id: venueId },
    body: { name, address, ...(postalCode ? { postalCode } : {}), ...(city ? { city } : {}) },
  })
  await lockBook(ctx, venueId)
  const { book } = await venueWithBook(ctx, venueId)
  const same = weekdays.every((day) => dayLine(book.openingHours, day) === dayLine(answer.hours, day))
  if (same) return { hoursTaken: true }
  try {
    await attempt(ctx, (inner) => updateBook(inner, { venueId, book: { ...book, openingHours: answer.hours } }))
    return { hoursTaken: true }
  } catch (error) {
    if (error instanceof Problem) return { hoursTaken: false }
    throw error
  }
}

/** The restaurant's yes with what it corrected: once, whoever sends it twice or at the same moment. */
export const confirmInvite = (ctx: Ctx, { token, typed, lang }: { token: string; typed: Typed; lang: Lang }): Promise<Answered> =>
  transaction(ctx, async (locked): Promise<Answered> => {
    const invite = await findInvite(locked, token, { locked: true })
    if (!invite) return { outcome: 'unknown' }
    if (invite.state !== 'open') return { outcome: 'not_open', invite }
    const read = readAnswer(typed)
    if ('faults' in read) return { outcome: 'wrong', invite, faults: read.faults }
    const { answer } = read
    const inner = asRestaurant(locked, answer.acceptedBy)
    const { name, address, postalCode, city, hours, people } = answer
    await keepAnswer(inner, invite.id, { answer: 'confirmed', answeredBy: answer.acceptedBy, lang, people })
    // By name: no partner reads the addresses of a restaurant's people.
    await restaurantConfirms(inner, invite.requestId, {
      name,
      address: [address, `${postalCode} ${city}`.trim()].filter(Boolean).join(', '),
      hours: hoursInWords({ openingHours: hours }),
      termsVersion,
      accessFor: people.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    })
    if (invite.venueId !== null && (await wordOf(inner, invite, invite.venueId)).corrects) {
      const { hoursTaken } = await applyToVenue(inner, invite.venueId, answer)
      if (!hoursTaken) await noteHistory(inner, invite.requestId, { kind: 'hours_open' })
      await inner.ports.jobs.enqueue(inner, tellHouseJob, { inviteId: invite.id })
    }
    if (people.length) await inner.ports.jobs.enqueue(inner, giveAccessJob, {})
    return { outcome: 'confirmed', invite, answer }
  })

/** The restaurant's no, with its reason. */
export const declineInvite = (ctx: Ctx, { token, typed, lang }: { token: string; typed: Typed; lang: Lang }): Promise<Answered> =>
  transaction(ctx, async (locked): Promise<Answered> => {
    const invite = await findInvite(locked, token, { locked: true })
    if (!invite) return { outcome: 'unknown' }
    if (invite.state !== 'open') return { outcome: 'not_open', invite }
    const reason = typed['reason'] ?? ''
    const fault: Fault | undefined = reason === '' ? 'needed' : reason.length > longestReason ? 'long' : undefined
    if (fault) return { outcome: 'wrong', invite, faults: { reason: fault } }
    const inner = asRestaurant(locked, invite.venueName)
    await keepAnswer(inner, invite.id, { answer: 'declined', reason, lang })
    await restaurantDeclines(inner, invite.requestId, reason)
    return { outcome: 'declined', invite }
  })
