import type { WaitStatus } from '@tablewire/contracts/booking/waitlist.rules'
import { dayWords, localAt, momentWords, timeWords } from '#src/features/widget/api.ts'
import { wishMost } from '#src/features/waitlist/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import type { Waiting } from './open-wait.ts'
import { guestsWords } from './own-page.ts'
import { field, form, link, type Page, pageHtml, paragraph, section, select } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

export type WaitAct = 'accept' | 'decline' | 'leave' | 'again'
type Wrong = 'gone' | 'often' | 'long'

type Typed = { area: string | undefined; notes: string | undefined }
type Told = { wrong?: Wrong | undefined; status?: number; /** His wishes are kept. */ saved?: boolean; typed?: Typed }

/** What he waits for; where a place is offered, which one. */
const summary = ({ entry, lang, locale }: Waiting): string => {
  const { offerLocal, status, serviceOn, fromLocal, untilLocal, areaName, kind } = entry
  const span = `${timeWords(fromLocal, locale)} – ${timeWords(untilLocal, locale)}`
  const waitsFor = kind === 'door' ? dayWords(serviceOn, locale) : `${dayWords(serviceOn, locale)}, ${span}`
  const when = status === 'offered' && offerLocal ? momentWords(offerLocal, locale) : waitsFor
  return paragraph([when, guestsWords(entry.partySize, { lang }), areaName].filter(Boolean).join(' · '), 'summary')
}

const titles: Readonly<Record<WaitStatus, 'waiting' | 'offered' | 'ready' | 'passed' | 'over'>> = {
  waiting: 'waiting',
  offered: 'offered',
  ready: 'ready',
  booked: 'over',
  seated: 'over',
  declined: 'passed',
  lapsed: 'passed',
  left: 'over',
  no_answer: 'over',
  over: 'over',
}

const textOf = ({ entry, house, lang, locale }: Waiting): string => {
  const words = pagePhrases[lang].wait
  const { status, position, offerUntil } = entry
  if (status === 'waiting') return position === 1 ? words.first : fill(words.before, { count: (position ?? 2) - 1 })
  const kept = offerUntil ? timeWords(localAt(Date.parse(offerUntil), house.timeZone), locale) : ''
  const texts: Partial<Record<(typeof titles)[WaitStatus], string>> = words.text
  return fill(texts[titles[status]] ?? '', { time: kept })
}

/** The list of a day that is not over can be joined again. */
const mayWaitAgain = ({ entry: { moves, serviceOn, kind }, ctx, house }: Waiting): boolean =>
  kind === 'day' && moves.includes('back') && serviceOn >= localAt(ctx.clock().epochMilliseconds, house.timeZone).slice(0, 10)

const actsOf = (waiting: Waiting): readonly WaitAct[] => {
  const { status } = waiting.entry
  if (status === 'offered') return ['accept', 'decline']
  if (status === 'waiting' || status === 'ready') return ['leave']
  return mayWaitAgain(waiting) ? ['again'] : []
}

/** Where he would like to sit, and what else he wishes for, as long as nothing is offered. */
const wishes = ({ entry, base, lang, areas }: Waiting, typed: Typed | undefined): string => {
  if (entry.status !== 'waiting' || entry.kind !== 'day') return ''
  const { wait, notes, notesSend } = pagePhrases[lang]
  const choices = [{ value: '', label: wait.anyArea }, ...areas]
  const area = areas.length ? field('area', wait.area, select('area', choices, typed?.area ?? entry.areaId ?? '')) : ''
  const text = `<textarea id="notes" name="notes" rows="3" maxlength="${wishMost}">${escapeHtml(typed?.notes ?? entry.notes ?? '')}</textarea>`
  return section(
    wait.wish,
    `<form method="post" action="${escapeHtml(base)}"><input type="hidden" name="act" value="wish"><input type="hidden" name="lang" value="${lang}">${area}${field('notes', notes, text)}<button class="second">${escapeHtml(notesSend)}</button></form>`,
  )
}

const notesOf = ({ wrong, saved }: Told, lang: Waiting['lang']): string => {
  const phrases = pagePhrases[lang]
  if (saved) return `<p class="said" role="status">${escapeHtml(phrases.done.notes)}</p>`
  const said = { often: phrases.error.often, long: phrases.error.wrong, gone: phrases.wait.gone }
  return wrong ? `<p class="wrong" role="alert">${escapeHtml(said[wrong])}</p>` : ''
}

/** How he stands, and what he can do; looking at it changes nothing. */
export const waitPage = (waiting: Waiting, told: Told = {}): Page => {
  const { entry, house, brand, lang, base } = waiting
  const phrases = pagePhrases[lang]
  const acts = actsOf(waiting)
  const ended = titles[entry.status] === 'over' || titles[entry.status] === 'passed'
  const body =
    notesOf(told, lang) +
    summary(waiting) +
    paragraph(textOf(waiting)) +
    (entry.status === 'waiting' && entry.kind === 'day' ? paragraph(phrases.wait.honest, 'soft') : '') +
    wishes(waiting, told.typed) +
    acts.map((act) => form({ to: base, values: { lang, act }, label: phrases.wait[act], second: act !== 'accept' })).join('') +
    (ended ? `<p>${link(`/book/${entry.venueId}`, phrases.again)}</p>` : '') +
    (house.venuePhone ? `<p>${link(`tel:${house.venuePhone}`, fill(phrases.call, { phone: house.venuePhone }))}</p>` : '')
  return pageHtml({
    status: told.status ?? 200,
    lang,
    brand,
    here: base,
    house: house.venueName,
    title: phrases.wait.title[titles[entry.status]],
    body,
  })
}
