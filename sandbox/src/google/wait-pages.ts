import { esc } from '../http/page.ts'
import type { Reply } from '../http/router.ts'
import { frame, people } from './map-pages.ts'
import type { Merchant, OwnWait } from './memory.ts'
import type { Person, WaitCause, WaitEstimate, WaitState, WaitStatus } from './messages.ts'
import { personFields, type Wrong } from './person-fields.ts'

const causes: Readonly<Partial<Record<WaitCause, string>>> = {
  EXISTING_WAITLIST_ENTRY: 'You wait there already.',
  BELOW_MIN_PARTY_SIZE: 'The waitlist does not take so few guests.',
  ABOVE_MAX_PARTY_SIZE: 'The waitlist does not take so many guests. Please call the restaurant.',
  MERCHANT_CLOSED: 'The restaurant is closed now.',
  NO_WAIT: 'There is a table now: nobody has to wait.',
  WAITLIST_FULL: 'The waitlist is full for a party of that size.',
  PHONE_NUMBER_COUNTRY_UNSUPPORTED: 'The restaurant cannot call this number.',
  WAITLIST_CLOSED: 'The waitlist is closed.',
}
export const waitCauseInWords = (cause: WaitCause): string => causes[cause] ?? `It did not work (${cause}).`

/** `about 20 to 30 minutes, 3 parties before you`. */
export const waitInWords = (estimate: WaitEstimate | undefined, nowMs: number): string => {
  const { parties_ahead_count: ahead = 0, estimated_seat_time_range: range } = estimate?.wait_length ?? {}
  const minutes = (seconds: string | undefined): number => Math.max(0, Math.round((Number(seconds ?? 0) - nowMs / 1000) / 60))
  const [from, to] = [minutes(range?.start_seconds), minutes(range?.end_seconds)]
  const long = to === 0 ? 'in a moment' : from === to ? `about ${to} minutes` : `about ${from} to ${to} minutes`
  return `${long}, ${ahead === 0 ? 'nobody' : ahead === 1 ? '1 party' : `${ahead} parties`} before you`
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

export type Waiting = { status: WaitStatus; estimate?: WaitEstimate } | { problem: string }
/** Why nobody of that size is put on the list now; undefined = somebody is. */
export const whyNot = (waiting: Waiting, partySize: number): string | undefined => {
  if ('problem' in waiting) return `How long one waits is not known: the partner gave no good answer (${waiting.problem}).`
  if (waiting.status === 'CLOSED_NO_WAIT') return 'Nobody has to wait now: come by.'
  if (waiting.status !== 'OPEN') return 'The waitlist is closed now.'
  return waiting.estimate ? undefined : `Nobody is put on the waitlist for ${people(partySize)}. Try another number of guests.`
}

type Block = { waiting: Waiting; partySize: number; nowMs: number }
/** Tonight's waitlist on the page of a place, where its partner offers one. */
export const waitBlock = (merchant: Merchant, { waiting, partySize, nowMs }: Block): string => {
  const href = `/places/${encodeURIComponent(merchant.merchant_id)}/wait?size=${partySize}`
  const why = whyNot(waiting, partySize)
  const estimate = 'problem' in waiting ? undefined : waiting.estimate
  const text = why
    ? `<p${'problem' in waiting ? ' role="alert"' : ''}>${esc(why)}</p>`
    : `<p>${people(partySize)}: ${esc(waitInWords(estimate, nowMs))}.</p><p><a class="button" href="${esc(href)}">Join the waitlist</a></p>`
  return `<h2>Waitlist of tonight</h2><div class="card">${text}</div>`
}

export type WaitForm = {
  partySize: number
  token: string
  person: Person
  wish: string
  takesWish: boolean
  problem: string | null
  wrong?: Wrong
}
export const joinPage = (merchant: Merchant, { partySize, token, person, wish, takesWish, problem, wrong = {} }: WaitForm): Reply => {
  const place = `/places/${encodeURIComponent(merchant.merchant_id)}`
  return frame(
    `Wait for a table at ${merchant.name}`,
    (problem ? `<p class="card bad" role="alert">${esc(problem)}</p>` : '') +
      `<p>${people(partySize)}, tonight.</p>` +
      `<form class="card" method="post" action="${esc(place)}/wait"><input type="hidden" name="token" value="${esc(token)}">` +
      `<input type="hidden" name="size" value="${partySize}">` +
      personFields(person, { names: ['given', 'family', 'telephone'], wrong }) +
      (takesWish ? `<p><label>Special request <textarea name="wish" rows="2" maxlength="500">${esc(wish)}</textarea></label></p>` : '') +
      `<button>Join the waitlist</button></form><p><a href="${esc(`${place}?size=${partySize}`)}">Back to the place</a></p>`,
    Object.keys(wrong).length ? 422 : problem ? 409 : 200,
  )
}

const states: Readonly<Record<WaitState, string>> = {
  WAITLIST_ENTRY_STATE_UNSPECIFIED: 'Not known',
  WAITING: 'You are on the list',
  CANCELED: 'You are off the list',
  SERVICE_READY: 'Your table is ready',
  CHECKED_IN: 'You are there',
  SEATED: 'You sit',
  NO_SHOW: 'You did not come',
  DECLINED_BY_MERCHANT: 'The restaurant could not take you',
  PENDING_MERCHANT_CONFIRMATION: 'The restaurant will answer',
}
/** Who has ended is not asked about again. */
export const isOpen = (state: WaitState): boolean =>
  state === 'WAITING' || state === 'SERVICE_READY' || state === 'PENDING_MERCHANT_CONFIRMATION'

export const waitPage = (wait: OwnWait, { name, nowMs, problem }: { name: string; nowMs: number; problem: string | null }): Reply =>
  frame(
    name,
    (problem ? `<p class="card bad" role="alert">${esc(problem)}</p>` : '') +
      `<div class="card"><p><span class="mark">${states[wait.state]}</span></p><p>${people(wait.partySize)}, for ${esc(`${wait.person.given_name} ${wait.person.family_name}`)}</p>` +
      (wait.state === 'WAITING' && wait.estimate ? `<p>${esc(sentence(waitInWords(wait.estimate, nowMs)))}</p>` : '') +
      `<p class="soft">Number <code>${esc(wait.id)}</code></p>` +
      (isOpen(wait.state)
        ? `<p><a href="/waits/${esc(encodeURIComponent(wait.id))}">Look again</a></p><form method="post" action="/waits/${esc(encodeURIComponent(wait.id))}/leave"><button class="plain">Leave the waitlist</button></form>`
        : '') +
      '</div><p><a href="/bookings">Your bookings</a></p>',
    problem ? 409 : 200,
  )

/** Where a person waits, above what he has booked. */
export const waitsList = (waits: readonly { wait: OwnWait; name: string }[]): string =>
  waits.length
    ? `<h2>Waiting</h2><ul>${waits.map(({ wait, name }) => `<li><a href="/waits/${esc(encodeURIComponent(wait.id))}">${esc(name)}</a>, ${people(wait.partySize)}: ${states[wait.state]}</li>`).join('')}</ul>`
    : ''
