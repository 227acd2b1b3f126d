import { ownLink } from '#src/features/guest-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { fill } from '#src/platform/phrases.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Asked, linkTo } from './asked-page.ts'
import { signAsk } from './ask-house.ts'
import { bookedFrom, bookTable } from './book-table.ts'
import { detailsPage } from './details-page.ts'
import { doneLink, donePage, mailOnce, saidIn, seenForMs } from './done-page.ts'
import { guestKeyIn } from './limits.ts'
import { readDetails } from './read-details.ts'
import { searchTimes } from './search-times.ts'
import { type Held, readHeld, readSeen } from './signed-token.ts'
import { type Told, toldOf } from './refused-words.ts'
import { shownIn, takeHold, wantedIn, workIn } from './take-hold.ts'
import { type Answer, answerPage, elsewhere, openHouse, type PageAnswer, type Visit } from './visit.ts'
import { noteSite } from './note-site.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** Faster than this nobody reads a page and fills in who he is. */
const quickestMs = 1500
/** So long after it was held a place may still be booked by its form; its answer is remembered for longer. */
const formForMs = 2 * 3_600_000

/** The venue, open to guests; whoever else is asked for is not known here. */
export const requireHouse = async (visit: Visit): Promise<Asked> => {
  const asked = await openHouse(visit)
  if (!asked) throw new Problem('venue.not_found')
  if (!asked.house.open) throw new Problem('channel.not_linked')
  return asked
}

const titleOf = ({ lang, house }: Asked): string => fill(widgetPhrases[lang].title, { venue: house.name })

const timesPage = async (asked: Asked, from: Readonly<Record<string, string>>, refused?: Told): Promise<PageAnswer> => {
  const question = {
    party: from['party'] ?? '',
    date: from['date'],
    month: from['month'],
    area: from['area'] ?? '',
    held: readHeld(asked.ctx, from['held']) ? from['held']! : null,
  }
  const step = await searchTimes(asked, { ...question, notice: refused?.notice ?? null, proof: refused?.proof ?? null })
  const query = { party: step.party, date: step.date, ...(step.area ? { area: step.area } : {}) }
  return answerPage(asked, { status: refused?.status ?? 200, title: titleOf(asked), step, path: '', query })
}

export const answerTimes = async (visit: Visit): Promise<Answer> => {
  const asked = await openHouse(visit)
  if (!asked) return elsewhere(visit)
  if (!asked.house.open) throw new Problem('channel.not_linked')
  await noteSite(visit, asked)
  return timesPage(asked, visit.query)
}

export const answerHold = async (visit: Visit): Promise<Answer> => {
  const asked = await requireHouse(visit)
  const words = widgetPhrases[asked.lang]
  // The fields were changed after the times were shown: those of what they say now come first.
  if (visit.query['shown'] !== undefined && visit.query['shown'] !== shownIn(visit.form))
    return timesPage(asked, visit.form, { status: 409, notice: words.otherTimes })
  const wanted = wantedIn(visit.form)
  if (!wanted) return timesPage(asked, visit.form, { status: 422, notice: words.taken })
  try {
    const held = (await signAsk(asked, wanted)) ?? (await takeHold(asked, wanted, visit.form))
    return { to: linkTo(asked, '/details', { held }), seeOther: true }
  } catch (failed) {
    // What the database counts, it refuses by a code of its own.
    const error = asProblem(failed)
    const told = error && toldOf(asked, error, { taken: words.taken, elsewhere: words.whySilent })
    if (!told) throw failed
    return timesPage(asked, visit.form, told)
  }
}

/** A place that this very page held for its guest, not too long ago. */
const heldIn = ({ ctx, house }: Asked, token: string | undefined): Held => {
  const held = readHeld(ctx, token)
  const mine = held && held.venue === house.id && held.channel === house.channelId
  if (!mine || ctx.clock().epochMilliseconds - held.made > formForMs) throw new Problem('hold.not_found')
  return held
}

/**
 * The page of a booking that stands, where the way to it has closed meanwhile: the venue has become part of another one, is paused or closed, or the
 * hold's time is over. After a day the address alone shows nothing any more, but says that the booking stands.
 */
const standing = async (base: Ctx, reservationId: string | undefined, sinceMs: number): Promise<Answer | undefined> => {
  if (reservationId === undefined) return undefined
  const found = await base.db.selectFrom('reservations').select('status').where('id', '=', reservationId).executeTakeFirst()
  // Kept for whoever says by his mail that he meant it: its link is in that mail alone.
  if (!found || found.status === 'held' || found.status === 'expired') return undefined
  if (base.clock().epochMilliseconds - sinceMs > seenForMs) throw new Problem('reservation.final', { status: '' })
  return { to: new URL(ownLink(base, reservationId)).pathname, seeOther: true }
}
const standingHold = async ({ base, query, form }: Visit): Promise<Answer | undefined> => {
  const held = readHeld(base, form['held'] ?? query['held'])
  return held && standing(base, await bookedFrom({ ctx: base, house: { channelId: held.channel } }, held.hold), held.made)
}
/** Answers by a page of a booking that stands where nothing else is to be had. */
const orStanding = async (answer: () => Promise<Answer>, stands: () => Promise<Answer | undefined>): Promise<Answer> => {
  try {
    return await answer()
  } catch (error) {
    const closed =
      error instanceof Problem && ['hold.not_found', 'venue.not_found', 'channel.not_linked', 'reservation.not_found'].includes(error.code)
    const found = closed ? await stands() : undefined
    if (!found) throw error
    return found
  }
}

type Details = Parameters<typeof detailsPage>[1] & { status?: number }
const details = async (asked: Asked, { status = 200, ...filled }: Details): Promise<PageAnswer> => {
  const step = await detailsPage(asked, filled)
  return answerPage(asked, { status, title: titleOf(asked), step, path: '/details', query: { held: step.held } })
}

export const showDetails = (visit: Visit): Promise<Answer> =>
  orStanding(
    () => detailsOf(visit),
    () => standingHold(visit),
  )
const detailsOf = async (visit: Visit): Promise<Answer> => {
  const asked = await requireHouse(visit)
  const held = heldIn(asked, visit.query['held'])
  // Back by the browser's button, or loaded again after the booking.
  const booked = await bookedFrom(asked, held.hold)
  return booked === undefined ? details(asked, { held }) : { to: doneLink(asked, booked), seeOther: true }
}

const startIn = (text: string | undefined): number | undefined => (text !== undefined && /^\d{9,10}$/.test(text) ? Number(text) : undefined)

export const answerDetails = (visit: Visit): Promise<Answer> =>
  orStanding(
    () => bookFrom(visit),
    () => standingHold(visit),
  )
const bookFrom = async (visit: Visit): Promise<Answer> => {
  const asked = await requireHouse(visit)
  const { ctx, lang } = asked
  const words = widgetPhrases[lang]
  const held = heldIn(asked, visit.form['held'])
  const booked = await bookedFrom(asked, held.hold)
  if (booked !== undefined) return { to: doneLink(asked, booked), seeOther: true }
  const { values, errors, details: given } = readDetails(asked, visit.form)
  if (visit.form['to'] !== undefined) return details(asked, { held, values })
  if (!given) return details(asked, { status: 422, held, values, errors })
  if (ctx.clock().epochMilliseconds - held.made < quickestMs) return details(asked, { status: 422, held, values, notice: words.tooFast })
  try {
    const proven = await workIn(asked, visit.form)
    const id = await bookTable({
      ...asked,
      held,
      instead: startIn(visit.form['at']),
      details: given,
      proven,
      guestKey: guestKeyIn(ctx, visit.form),
    })
    return { to: doneLink(asked, id), seeOther: true }
  } catch (failed) {
    const error = asProblem(failed)
    const told = error && toldOf(asked, error, { taken: words.takenAfter, elsewhere: words.unreachable })
    if (!told) throw failed
    return details(asked, { held, values, ...told })
  }
}

export const answerDone = (visit: Visit): Promise<Answer> =>
  orStanding(
    () => doneOf(visit),
    async () => {
      const seen = readSeen(visit.base, visit.query['booking'])
      return seen && standing(visit.base, seen.booking, seen.until - seenForMs)
    },
  )
const seenIn = async (visit: Visit, token: string | undefined) => {
  const asked = await requireHouse(visit)
  const seen = readSeen(asked.ctx, token)
  const mine = seen && seen.venue === asked.house.id && seen.channel === asked.house.channelId
  if (!mine || asked.ctx.clock().epochMilliseconds > seen.until) throw new Problem('reservation.not_found')
  return { asked, token: token!, id: seen.booking }
}
const doneOf = async (visit: Visit): Promise<Answer> => {
  const { asked, token, id } = await seenIn(visit, visit.query['booking'])
  const step = await donePage(asked, id, { token, said: saidIn(visit.query) })
  return answerPage(asked, { title: step.title, step, path: '/done', query: { booking: token } })
}

/** The mail of a place that is kept until its guest presses the button in it: once more, or to the address that he meant. */
export const answerMail = (visit: Visit): Promise<Answer> =>
  orStanding(
    () => mailOf(visit),
    async () => {
      const seen = readSeen(visit.base, visit.form['booking'])
      return seen && standing(visit.base, seen.booking, seen.until - seenForMs)
    },
  )
const mailOf = async (visit: Visit): Promise<Answer> => {
  const { asked, token, id } = await seenIn(visit, visit.form['booking'])
  const refused = await mailOnce(asked, { id, form: visit.form })
  const sent = visit.form['act'] === 'again' ? 'again' : 'correct'
  if (!refused) return { to: linkTo(asked, '/done', { booking: token, sent }), seeOther: true }
  const { status, ...mail } = refused
  const step = await donePage(asked, id, { token, ...mail })
  return answerPage(asked, { status, title: step.title, step, path: '/done', query: { booking: token } })
}
