import { note } from '@tablewire/contracts/kit/wire'
import { refusalKind } from '#src/features/availability/api.ts'
import { brandOfHostLastKnown } from '#src/features/brands/api.ts'
import { instantOf } from '#src/features/channel-api/api.ts'
import { calendarFile, entryOf, ownLink, readOwnCode, readOwnToken, senderOf } from '#src/features/guest-messages/api.ts'
import { answerBooking, getChannelBooking, noteAnswered } from '#src/features/reservations/api.ts'
import { entryOfHold, waitPath } from '#src/features/waitlist/api.ts'
import { cancel, change } from '#src/features/rms-bookings/api.ts'
import { whereMoved } from '#src/platform/db/where-moved.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'
import { changePage, mayAskFor, shownOf } from './change-page.ts'
import { countMiss, mayBeLate, mayCancel, mayChange, mayConfirm, openOwn, type Own, type Visit } from './open-own.ts'
import { addressOf, cancelPage, lateChoices, ownPage, readSaid, type Said, signSaid, type Wrong } from './own-page.ts'
import { link, type Page, pageHtml, paragraph } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

export type Answer = Page | { to: string } | { file: string }

/** What is done to one booking within a quarter of an hour. */
const actsOfBooking = 40

/** A page of a system is led to, and nothing else. */
const web = /^https?:\/\//i
const shown = async (own: Own, told: Parameters<typeof ownPage>[1] = {}): Promise<Page> => {
  if (own.letter.status !== 'requires_payment') return ownPage(own, told)
  const { paymentUrl } = await getChannelBooking(own.ctx, own.letter.id)
  return ownPage(own, { ...told, payment: web.test(paymentUrl ?? '') ? paymentUrl : null })
}

/** A place that is offered to who waits is not his booking yet, or is no more. */
const offerOf = async ({ base, token }: Visit): Promise<string | undefined> => {
  const id = readOwnToken(base, token)
  const entry = id === undefined ? undefined : await entryOfHold(base, id)
  return entry === undefined || id === undefined ? undefined : waitPath(base, entry)
}

export const showOwn = async (visit: Visit): Promise<Answer> => {
  const offer = await offerOf(visit)
  if (offer !== undefined) return { to: visit.lang === null ? offer : `${offer}?lang=${visit.lang}` }
  const own = await openOwn(visit)
  return shown(own, { said: readSaid(own, visit.query['done']) })
}
/** The short address of a text message leads to the page, where everything else is looked at. */
export const showShort = async ({ base, token }: Visit): Promise<Answer> => {
  const id = await readOwnCode(base, token)
  if (id !== undefined) return { to: ownLink(base, id) }
  await countMiss(base)
  throw new Problem('reservation.not_found')
}
export const showCancel = async (visit: Visit): Promise<Answer> => {
  const own = await openOwn(visit)
  return mayChange(own) ? cancelPage(own) : { to: addressOf(own) }
}
export const showChange = async (visit: Visit): Promise<Answer> => {
  const own = await openOwn(visit)
  return mayChange(own) ? changePage(own, visit.query) : { to: addressOf(own) }
}
export const showCalendar = async (visit: Visit): Promise<Answer> => {
  const { ctx, letter, brand } = await openOwn(visit)
  const organizer = senderOf(letter, brand.name, ctx.ports.config.mailFrom)
  return { file: calendarFile(entryOf(ctx, letter, { method: 'PUBLISH', organizer })) }
}

/** Refusals that a guest can do something about, in his words; all others are ours. */
const wrongOf = (problem: Problem): { wrong: Wrong; status: number } | undefined => {
  const { code } = problem
  if (code === 'reservation.cancel_too_late') return { wrong: 'late', status: 409 }
  if (code === 'remote.unclear' || code === 'key.in_flight') return { wrong: 'waiting', status: 503 }
  if (/^(remote|secret)\./.test(code)) return { wrong: 'unreachable', status: 503 }
  if (code.startsWith('reservation.')) return { wrong: 'final', status: 409 }
  // It passes in seconds, or is led on.
  if (code === 'venue.moving' || code === 'venue.moved') return undefined
  // Nobody was faster: the house, or one of its rules, closes it.
  const why = refusalKind(problem)
  if (why === 'house' || /^(channel\.not_linked|venue\.)/.test(code)) return { wrong: 'shut', status: 409 }
  if (why === 'rule' || code === 'ask.day_full') return { wrong: 'closed', status: 409 }
  if (/^(slot|party|duration|area)\.|^channel\.covers_used$/.test(code)) return { wrong: 'taken', status: 409 }
  if (code === 'request.invalid') return { wrong: 'wrong', status: 422 }
  return code === 'rate.limited' ? { wrong: 'often', status: 429 } : undefined
}

const dialect = { phoneField: 'phone', international: false }
type Patch = Parameters<typeof change>[1]['patch']
const changeOwn = async ({ ctx, letter }: Own, patch: Patch): Promise<void> => {
  await change(ctx, { id: letter.id, patch, dialect, confirmed: false })
  await noteAnswered(ctx, letter, 'changed')
}

const numberIn = (text: string | undefined, [least, most]: readonly [number, number]): number => {
  const found = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(found >= least && found <= most)) throw new Problem('request.invalid')
  return found
}

/** What the page does not offer, a form that was left open or made by hand does not get either. */
const requireOffered = (isOffered: boolean): void => {
  if (!isOffered) throw new Problem('reservation.final', { status: '' })
}

/** That he comes. */
export const comeOwn = async (own: Own): Promise<Said> => {
  requireOffered(mayConfirm(own))
  await answerBooking(own.ctx, own.letter.id, { comes: true })
  return 'comes'
}
/** Canceled already, by whomever: that is what was wanted. */
export const cancelOwn = async ({ ctx, letter }: Own): Promise<Said> => {
  if (letter.status === 'canceled') return 'canceled'
  await cancel(ctx, { id: letter.id, cancelActor: 'guest', reason: null })
  await noteAnswered(ctx, letter, 'canceled')
  return 'canceled'
}

const linesOf = (text = ''): string => text.replaceAll('\r\n', '\n')
const notesIn = (text: string | undefined): string => {
  const read = note(1000).safeParse(linesOf(text))
  if (!read.success) throw new Problem('request.invalid')
  return read.data
}
/** Requests that a guest has typed beside what he pressed; what the house has written since the page was shown is not his. */
const typedIn = ({ notes, was }: Visit['form']): { notes?: string } =>
  notes === undefined || was === undefined || linesOf(notes) === linesOf(was) ? {} : { notes: notesIn(notes) }

const acts: Readonly<Record<string, (own: Own, form: Visit['form']) => Promise<Said>>> = {
  comes: comeOwn,
  late: async (own, { minutes }) => {
    const { ctx, letter } = own
    requireOffered(mayBeLate(own))
    const lateMinutes = lateChoices.find((one) => String(one) === minutes)
    if (lateMinutes === undefined) throw new Problem('request.invalid')
    await answerBooking(ctx, letter.id, { lateMinutes })
    return 'late'
  },
  party: async (own, form) => {
    requireOffered(mayChange(own))
    await changeOwn(own, { partySize: numberIn(form['party'], [1, 1000]), ...typedIn(form) })
    return 'changed'
  },
  notes: async (own, { notes }) => {
    requireOffered(mayChange(own))
    await changeOwn(own, { notes: notesIn(notes) })
    return 'notes'
  },
}
/** The button that was pressed, as it stands in the form. */
const actIn = ({ act = '', ...form }: Visit['form']) => {
  const [name = '', party] = act.split(' ')
  return { name, form: party === undefined ? form : { ...form, party } }
}

type Doing = { does: (own: Own) => Promise<Said>; refused: (own: Own, told: { wrong: Wrong; status: number }) => Promise<Page> }
/** Does what a button says, and leads to the booking as it stands then; what cannot be done is said where it was asked for. */
const doing = async (visit: Visit, { does, refused }: Doing): Promise<Answer> => {
  const own = await openOwn(visit)
  try {
    if (await isTooOften(own.ctx, `own booking ${own.letter.id}`, actsOfBooking)) throw new Problem('rate.limited', { seconds: 900 })
    const said = await does(own)
    return { to: addressOf(own, '', { done: signSaid(await openOwn(visit), said) }) }
  } catch (error) {
    // What the database counts, it refuses by a code of its own.
    const problem = asProblem(error)
    const told = problem && wrongOf(problem)
    if (!told) throw error
    return refused(await openOwn(visit), told)
  }
}

export const answerOwn = (visit: Visit): Promise<Answer> =>
  doing(visit, {
    does: async (own) => {
      const { name, form } = actIn(visit.form)
      const act = Object.hasOwn(acts, name) ? acts[name] : undefined
      if (!act) throw new Problem('request.invalid')
      // What is typed beside it is read first: wrong, nothing is done at all.
      const typed = name === 'comes' || name === 'late' ? typedIn(form) : {}
      const said = await act(own, form)
      if ('notes' in typed && mayChange(own)) await changeOwn(own, typed)
      return said
    },
    refused: (own, told) => shown(own, { ...told, notes: visit.form['notes'] }),
  })

/** No year beyond what the database's calendar holds. */
const latestSec = 7_258_118_400
export const answerChange = async (visit: Visit): Promise<Answer> => {
  const shownFor = visit.query['shown']
  if (shownFor === undefined || shownFor === shownOf(visit.form)) return changeTime(visit)
  // The fields were changed after the times were shown: those of what they say now come first.
  const own = await openOwn(visit)
  return mayChange(own) ? changePage(own, visit.form, { wrong: 'other', status: 409 }) : { to: addressOf(own) }
}
const changeTime = (visit: Visit): Promise<Answer> =>
  doing(visit, {
    does: async (own) => {
      requireOffered(mayChange(own))
      const startsAt = instantOf(numberIn(visit.form['at'], [1, latestSec]))
      const partySize = numberIn(visit.form['party'], [1, 1000])
      await changeOwn(own, { startsAt, partySize, asks: await mayAskFor(own, partySize) })
      return 'changed'
    },
    refused: (own, told) => (mayChange(own) ? changePage(own, visit.form, told) : shown(own, told)),
  })

export const answerCancel = (visit: Visit): Promise<Answer> =>
  doing(visit, {
    does: cancelOwn,
    refused: async (own, told) => (mayChange(own) && !mayCancel(own) ? cancelPage(own, told) : shown(own, told)),
  })

/** A booking that has moved to another installation with its restaurant is opened there, as both know what links are signed with. */
export const movedPage = async ({ base, token, lang, host }: Visit, { sent }: { sent: boolean }): Promise<Answer | undefined> => {
  const id = readOwnToken(base, token)
  const moved = id === undefined ? undefined : await whereMoved(base.db, [id])
  if (!moved) return undefined
  if (!moved.arrived) throw new Problem('venue.moving')
  const to = `${moved.url}/book/own/${token}${lang === null ? '' : `?lang=${lang}`}`
  if (!sent) return { to }
  // The policy of the page lets no form go elsewhere, also not by a redirect.
  const read = lang ?? base.lang
  const words = pagePhrases[read]
  const body = `${paragraph(words.moved.text)}<p>${link(to, words.back)}</p>`
  return pageHtml({ status: 421, lang: read, brand: await brandOfHostLastKnown(base.db, host), title: words.moved.title, body })
}
