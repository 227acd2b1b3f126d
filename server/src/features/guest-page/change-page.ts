import { addDays, daysOf, localOf } from '#src/features/availability/api.ts'
import { unixOf } from '#src/features/channel-api/api.ts'
import { askableOf, dayWords, largestAsk, timeWords } from '#src/features/widget/api.ts'
import { escapeHtml } from '#src/platform/html.ts'
import { mayCancel, type Own } from './open-own.ts'
import { addressOf, call, frameOf, guestsWords, summary, type Wrong } from './own-page.ts'
import { field, link, type Page, pageHtml, paragraph, select } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

type Asked = { party?: string | undefined; date?: string | undefined }
type Told = { wrong?: Wrong; status?: number }

const dateShape = /^\d{4}-\d{2}-\d{2}$/
const within = (text: string | undefined, [least, most]: readonly [number, number], usual: number): number =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Math.min(most, Math.max(least, Number(text))) : usual

/** Of the evening that the party sits in now, in the venue's calendar. */
const spanOf = (own: Own) => {
  const { ctx, venue, letter } = own
  const today = localOf(ctx.clock().epochMilliseconds, venue.timeZone).date
  return mayCancel(own)
    ? { first: today, last: addDays(today, venue.book.horizonDays) }
    : { first: letter.serviceOn, last: letter.serviceOn }
}

/** Too large to be booked: who has asked the house may ask it for another time as well, until it has answered. */
export const mayAskFor = async ({ ctx, letter, venue }: Own, partySize: number): Promise<boolean> =>
  letter.status === 'pending_confirmation' && partySize > venue.book.party.max && partySize <= ((await largestAsk({ ctx }, venue)) ?? 0)

/** Free starts as the guest's own place would be his no more; those that the house would have to accept first are for another booking. */
const startsOn = async (own: Own, date: string, partySize: number) => {
  const { ctx, venue, letter } = own
  const areaId = venue.book.bookableAreas && venue.book.areas.some(({ id }) => id === letter.areaId) ? letter.areaId : null
  const [day] = await daysOf(ctx, { venue, from: date, to: date, partySize, areaId, asker: 'channel', explain: true, ignore: letter.id })
  if (!day) return []
  if (await mayAskFor(own, partySize)) return askableOf(day)
  const pending = letter.status === 'pending_confirmation'
  return day.slots.filter(({ open, type }) => open && (pending || type !== 'request'))
}

/** What the times of a page are for: its fields may say something else by the time one of them is pressed. */
export const shownOf = ({ party = '', date = '' }: Asked): string => `${party} ${date}`

/** Another time or party: the day and how many, then the times that are free. */
export const changePage = async (own: Own, asked: Asked, { wrong, status = 200 }: Told = {}): Promise<Page> => {
  const { lang, locale, letter, venue, base } = own
  const words = pagePhrases[lang]
  const { first, last } = spanOf(own)
  const { min, max } = venue.book.party
  const least = mayCancel(own) ? Math.min(min, letter.partySize) : letter.partySize
  const most = Math.max(max, letter.partySize)
  const party = within(asked.party, [least, most], letter.partySize)
  const wanted = asked.date !== undefined && dateShape.test(asked.date) ? asked.date : letter.serviceOn
  const date = wanted < first ? first : wanted > last ? last : wanted
  const parties = Array.from({ length: most - least + 1 }, (_, index) => {
    const count = least + index
    return { value: String(count), label: guestsWords(count, own) }
  })
  const input = `<input id="date" name="date" type="date" value="${date}" min="${first}" max="${last}" required>`
  const question =
    `<div class="question"><input type="hidden" name="lang" value="${lang}">` +
    field('party', words.party, select('party', parties, String(party))) +
    field('date', words.date, input) +
    `<div class="field"><button class="second">${escapeHtml(words.show)}</button></div></div>`
  const dayLink = (to: string, mark: string, name: string): string =>
    to < first || to > last
      ? '<span></span>'
      : `<a href="${escapeHtml(addressOf(own, '/change', { party: String(party), date: to }))}" aria-label="${escapeHtml(`${name}: ${dayWords(to, locale)}`)}">${mark}</a>`
  const starts = await startsOn(own, date, party)
  const to = escapeHtml(`${base}/change?${new URLSearchParams({ shown: shownOf({ party: String(party), date }) }).toString()}`)
  const times = starts.map(
    ({ startsAt, startsLocal }) =>
      `<li><button name="at" value="${unixOf(startsAt)}" formmethod="post" formaction="${to}">${escapeHtml(timeWords(startsLocal, locale))}</button></li>`,
  )
  const body =
    (wrong ? `<p class="wrong" role="alert">${escapeHtml(words.error[wrong])}</p>` : '') +
    summary(own) +
    (mayCancel(own) ? '' : paragraph(words.fewerPast) + call(own)) +
    // One form: what a time changes the booking to is what the fields say.
    `<form method="get" action="${escapeHtml(`${base}/change`)}" autocomplete="off">` +
    question +
    `<div class="day">${dayLink(addDays(date, -1), '‹', words.earlier)}<h2>${escapeHtml(dayWords(date, locale))}</h2>${dayLink(addDays(date, 1), '›', words.later)}</div>` +
    (times.length ? `${paragraph(words.times)}<ul class="times">${times.join('')}</ul>` : paragraph(words.noneFree)) +
    `</form><p>${link(addressOf(own), words.back, '')}</p>`
  return pageHtml({
    ...frameOf(own),
    status,
    here: addressOf({ ...own, lang: letter.guestLang ?? lang }, '/change', { party: String(party), date }),
    title: words.changeTitle,
    body,
  })
}
