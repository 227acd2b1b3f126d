import { Temporal } from 'temporal-polyfill'
import { localAt, momentWords } from '#src/features/widget/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import { mayBeLate, mayCancel, mayChange, mayConfirm, type Own } from './open-own.ts'
import { field, form, link, type Page, pageHtml, paragraph, press, section, select } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

export const lateChoices = [10, 15, 20, 30, 45, 60] as const
export const saids = ['comes', 'late', 'changed', 'notes', 'canceled', 'meant'] as const
export type Said = (typeof saids)[number]
const saidPurpose = 'own booking said'
const saidText = ({ letter }: Own, said: Said): string => `${letter.id} ${letter.version} ${said}`
/** What was done, for the address of the page that says so: good as long as the booking stands as that left it, and made by nobody else. */
export const signSaid = (own: Own, said: Said): string => `${said}.${own.ctx.ports.secrets.signShort(saidPurpose, saidText(own, said))}`
export const readSaid = (own: Own, text: string | undefined): Said | undefined => {
  const [word, signature] = text?.split('.') ?? []
  const said = saids.find((one) => one === word)
  return said && signature && own.ctx.ports.secrets.verifyShort(saidPurpose, saidText(own, said), signature) ? said : undefined
}
/** Why something did not happen; told on the page that it was asked on. */
export type Wrong = keyof (typeof pagePhrases)['en']['error']

export const guestsWords = (count: number, { lang }: Pick<Own, 'lang'>): string =>
  count === 1 ? pagePhrases[lang].one : fill(pagePhrases[lang].many, { count })
export const momentOf = ({ letter, locale }: Own, at: Temporal.Instant | string): string =>
  momentWords(localAt(Temporal.Instant.from(at).epochMilliseconds, letter.timeZone), locale)

export const summary = (own: Own): string => {
  const { letter, lang } = own
  const area = letter.areaNames?.[lang] || letter.areaName
  return paragraph([momentOf(own, letter.startsAt), guestsWords(letter.partySize, own), area].filter(Boolean).join(' · '), 'summary')
}

type Called = { letter: Pick<Own['letter'], 'venuePhone'>; lang: Own['lang'] }
export const call = ({ letter, lang }: Called): string =>
  letter.venuePhone
    ? `<p>${link(`tel:${letter.venuePhone}`, fill(pagePhrases[lang].call, { phone: letter.venuePhone }), 'act second')}</p>`
    : ''

type Titled = keyof (typeof pagePhrases)['en']['title']
const titles: Partial<Record<Own['letter']['status'], Titled>> = {
  confirmed: 'confirmed',
  pending_confirmation: 'pending',
  requires_payment: 'payment',
  seated: 'seated',
  canceled: 'canceled',
  rejected: 'rejected',
}

/** Another address of this booking, in the language that is read. */
export const addressOf = ({ base, lang, letter }: Own, path = '', query: Readonly<Record<string, string>> = {}): string => {
  const asked = new URLSearchParams({ ...query, ...(lang === letter.guestLang ? {} : { lang }) })
  return `${base}${path}${asked.size ? `?${asked.toString()}` : ''}`
}
export const carried = ({ lang }: Own): Readonly<Record<string, string>> => ({ lang })

const before = (own: Own): string => {
  const { letter, lang, venue } = own
  const words = pagePhrases[lang]
  const comes = letter.guestConfirmedAt
    ? paragraph(words.comesSaid)
    : mayConfirm(own)
      ? `<div class="acts">${press('comes', words.comes, '')}</div>`
      : ''
  const said = letter.lateMinutes === null ? '' : paragraph(fill(words.lateSaid, { count: letter.lateMinutes }))
  const minutes = lateChoices.map((count) => ({ value: String(count), label: fill(words.lateMinutes, { count }) }))
  const chosen = select('minutes', minutes, String(letter.lateMinutes ?? 15))
  const late = mayBeLate(own) ? `<div class="acts">${field('minutes', words.late, chosen)}${press('late', words.lateSend)}</div>` : ''
  const party = (count: number, label: string): string => press(`party ${count}`, fill(label, { party: guestsWords(count, own) }))
  const { partySize } = letter
  const more = mayChange(own) && partySize < venue.book.party.max ? party(partySize + 1, words.more) : ''
  const fewer = mayCancel(own) && partySize > venue.book.party.min ? party(partySize - 1, words.fewer) : ''
  return section(words.before, comes + said + late + (more || fewer ? `<div class="acts">${more}${fewer}</div>` : ''))
}

export const notesField = (lang: Own['lang'], notes: string): string =>
  field('notes', pagePhrases[lang].notes, `<textarea id="notes" name="notes" rows="3" maxlength="1000">${escapeHtml(notes)}</textarea>`)

const change = (own: Own, notes: string): string => {
  if (!mayChange(own)) return ''
  const words = pagePhrases[own.lang]
  return section(
    words.change,
    `<p>${link(addressOf(own, '/change'), words.changeLink)}</p>` +
      (mayCancel(own) ? '' : paragraph(words.fewerPast, 'soft')) +
      notesField(own.lang, notes) +
      press('notes', words.notesSend),
  )
}

/** One form: whichever of its buttons is pressed, what is typed in it goes along. */
const acts = (own: Own, notes: string): string => {
  const inside = before(own) + change(own, notes)
  const was = `<input type="hidden" name="was" value="${escapeHtml(own.letter.notes ?? '')}">`
  return (
    inside &&
    `<form method="post" action="${escapeHtml(own.base)}"><input type="hidden" name="lang" value="${own.lang}">${was}${inside}</form>`
  )
}

const calendar = (own: Own): string => {
  if (!mayChange(own)) return ''
  const words = pagePhrases[own.lang]
  return section(words.calendar, `<p>${link(`${own.base}/booking.ics`, words.calendar)}</p>${paragraph(words.calendarHint, 'soft hint')}`)
}

export const untilWords = (own: Own): string => {
  const words = pagePhrases[own.lang]
  if (own.until === null) return ''
  return fill(mayCancel(own) ? words.until : words.untilPast, { until: momentOf(own, own.until) })
}

const cancel = (own: Own): string => {
  if (!mayChange(own)) return ''
  const words = pagePhrases[own.lang]
  const until = untilWords(own)
  const way = mayCancel(own) ? `<p>${link(addressOf(own, '/cancel'), words.cancelLink)}</p>` : call(own)
  return section(words.cancel, (until ? paragraph(until) : '') + way)
}

type Told = { said?: Said | undefined; wrong?: Wrong | undefined; status?: number; notes?: string | undefined; payment?: string | null }
const news = ({ lang }: Own, { said, wrong }: Told): string => {
  const words = pagePhrases[lang]
  if (wrong) return `<p class="wrong" role="alert">${escapeHtml(words.error[wrong])}</p>`
  return said ? `<p class="said" role="status">${escapeHtml(words.done[said])}</p>` : ''
}

export const frameOf = ({ lang, brand, letter }: Own) => ({ lang, brand, house: letter.venueName })

/** The booking as it stands now, with all that its guest can do. */
export const ownPage = (own: Own, told: Told = {}): Page => {
  const { letter, lang, base } = own
  const words = pagePhrases[lang]
  const title = titles[letter.status] ?? 'over'
  const texts: Partial<Record<Titled, string>> = words.text
  const text = texts[title]
  const facts = [letter.venueAddress ?? '', `${words.reference}: ${letter.reference}`].filter(Boolean)
  const ended = title === 'canceled' || title === 'rejected' || title === 'over'
  const body =
    news(own, told) +
    summary(own) +
    facts.map((fact) => paragraph(fact, 'soft')).join('') +
    (text ? paragraph(text) : '') +
    (told.payment ? `<p>${link(told.payment, words.pay, 'act')}</p>` : '') +
    acts(own, told.notes ?? letter.notes ?? '') +
    calendar(own) +
    cancel(own) +
    (ended ? `<p>${link(`/book/${letter.venueId}`, words.again)}</p>` : '') +
    (ended || !mayCancel(own) ? '' : call(own))
  return pageHtml({ ...frameOf(own), status: told.status ?? 200, here: base, title: words.title[title], body })
}

/** What a guest reads before he cancels: until when, and that there are other times. */
export const cancelPage = (own: Own, { status = 200, ...told }: Pick<Told, 'wrong' | 'status'> = {}): Page => {
  const words = pagePhrases[own.lang]
  const body =
    news(own, told) +
    summary(own) +
    (untilWords(own) ? paragraph(untilWords(own)) : '') +
    (mayCancel(own)
      ? paragraph(words.cancelAsk) +
        form({ to: `${own.base}/cancel`, values: carried(own), label: words.cancelSend }) +
        paragraph(words.cancelInstead) +
        `<p>${link(addressOf(own, '/change'), words.changeLink)}</p>`
      : call(own)) +
    `<p>${link(addressOf(own), words.back, '')}</p>`
  return pageHtml({ ...frameOf(own), status, here: `${own.base}/cancel`, title: words.cancelTitle, body })
}
