import type { Lang } from '@tablewire/contracts/kit/wire'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import type { FoundInvite } from './find-invite.ts'
import { paragraph } from './invite-page.ts'
import { invitePhrases } from './invite-phrases.ts'
import { dayText } from './mail-invite.ts'
import { type Faults, mostPeople, type Typed } from './read-answer.ts'
import { termsPhrases, termsVersion } from './terms-phrases.ts'
import { dayLine, weekdays } from './week-hours.ts'

type Shown = { invite: FoundInvite; lang: Lang; typed: Typed; faults: Faults; path: string }
type Field = { name: string; label: string; max?: number; optional?: boolean; type?: 'text' | 'email'; complete?: string }

export const formId = 'answer'

/** What we know, as it would be typed. */
export const known = ({ venueName, address, postalCode, city, hours, userName }: FoundInvite): Typed => ({
  ...(userName === null ? {} : { acceptedBy: userName }),
  name: venueName,
  address,
  postalCode,
  city,
  ...Object.fromEntries(weekdays.map((day) => [`day${day}`, dayLine(hours, day)])),
})

export const valuesOf = ({ venueName, channelName, systemName, requesterName }: FoundInvite) => ({
  venue: venueName,
  channel: channelName,
  system: systemName,
  requester: requesterName,
})

const faultOf = ({ lang, faults }: Shown, name: string): string => {
  const fault = faults[name]
  return fault ? `<p class="wrong" id="${name}-wrong">${escapeHtml(invitePhrases[lang].fault[fault])}</p>` : ''
}
const people = Array.from({ length: mostPeople }, (_, index) => ['firstName', 'lastName', 'email'].map((field) => `${field}${index + 1}`))
const ofDays = weekdays.map((day) => `day${day}`)
/** In the order of the page. */
const inOrder = ['name', 'address', 'postalCode', 'city', ...ofDays, ...people.flat(), 'terms', 'acceptedBy', 'reason']
/** The first field that is wrong gets the focus, which reads it with what is wrong: what stands above it is not read by itself. */
const isFirstWrong = (faults: Faults, name: string): boolean => inOrder.find((one) => faults[one]) === name
const wrongness = ({ faults }: Shown, name: string, also = ''): string => {
  const described = [also, faults[name] ? `${name}-wrong` : ''].filter(Boolean).join(' ')
  return `${faults[name] ? ' aria-invalid="true"' : ''}${isFirstWrong(faults, name) ? ' autofocus' : ''}${described ? ` aria-describedby="${described}"` : ''}`
}

const fieldOf = (shown: Shown, { name, label, max = 200, optional = false, type = 'text', complete = 'off' }: Field): string => {
  const more = optional ? ` <span class="soft">${escapeHtml(invitePhrases[shown.lang].page.optional)}</span>` : ''
  return (
    `<div><label for="${name}">${escapeHtml(label)}${more}</label><input id="${name}" name="${name}" type="${type}" maxlength="${max}" autocomplete="${complete}" value="${escapeHtml(shown.typed[name] ?? '')}"` +
    `${optional ? '' : ' aria-required="true"'}${wrongness(shown, name)}>${faultOf(shown, name)}</div>`
  )
}

const dayNames = (lang: Lang): string[] =>
  weekdays.map((day) => {
    const name = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 4 + day)))
    return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1)
  })

const hoursPart = (shown: Shown): string => {
  const { page } = invitePhrases[shown.lang]
  const days = dayNames(shown.lang).map((label, index) => {
    const name = `day${index + 1}`
    return `<div class="day"><label for="${name}">${escapeHtml(label)}</label><input id="${name}" name="${name}" maxlength="100" autocomplete="off" value="${escapeHtml(shown.typed[name] ?? '')}"${wrongness(shown, name, 'hours-hint')}>${faultOf(shown, name)}</div>`
  })
  return `<fieldset><legend>${escapeHtml(page.hours)}</legend>${paragraph(page.hoursHint, ' id="hours-hint" class="soft"')}${days.join('')}</fieldset>`
}

const accessPart = (shown: Shown): string => {
  const { page } = invitePhrases[shown.lang]
  const rows = Array.from({ length: mostPeople }, (_, index) => {
    const n = index + 1
    const fields: Field[] = [
      { name: `firstName${n}`, label: page.firstName, max: 80, optional: true },
      { name: `lastName${n}`, label: page.lastName, max: 80, optional: true },
      { name: `email${n}`, label: page.email, max: 254, optional: true, type: 'email' },
    ]
    const title = `<p class="person" id="person${n}">${escapeHtml(fill(page.person, { n }))}</p>`
    return `${title}<div role="group" aria-labelledby="person${n}" class="pair">${fields.map((one) => fieldOf(shown, one)).join('')}</div>`
  })
  return `<fieldset><legend>${escapeHtml(page.access)}</legend>${paragraph(shown.invite.letsIn ? page.accessHint : page.accessAsk, ' class="soft"')}${rows.join('')}</fieldset>`
}

const termsPart = (shown: Shown): string => {
  const { page } = invitePhrases[shown.lang]
  const clauses = Object.values(termsPhrases[shown.lang]).map((text) => `<li>${escapeHtml(text)}</li>`)
  const checked = shown.typed['terms'] === 'yes' ? ' checked' : ''
  return (
    `<fieldset><legend>${escapeHtml(fill(page.terms, { version: termsVersion }))}</legend><ol>${clauses.join('')}</ol>` +
    `<label class="tick" for="terms"><input type="checkbox" id="terms" name="terms" value="yes" aria-required="true"${checked}${wrongness(shown, 'terms')}><span>${escapeHtml(fill(page.accept, valuesOf(shown.invite)))}</span></label>${faultOf(shown, 'terms')}` +
    `${fieldOf(shown, { name: 'acceptedBy', label: page.acceptedBy, max: 160, complete: 'name' })}</fieldset>`
  )
}

/** A form of its own: whoever confirms declines nothing by a key. */
const declinePart = (shown: Shown): string => {
  const { page } = invitePhrases[shown.lang]
  const open = shown.faults['reason'] ? ' open' : ''
  return (
    `<details${open}><summary>${escapeHtml(page.decline)}</summary>${paragraph(fill(page.declineHint, valuesOf(shown.invite)))}<form method="post" action="${escapeHtml(shown.path)}/decline?lang=${shown.lang}" novalidate>` +
    `<label for="reason">${escapeHtml(page.reason)}</label><textarea id="reason" name="reason" maxlength="1000" aria-required="true"${wrongness(shown, 'reason')}>${escapeHtml(shown.typed['reason'] ?? '')}</textarea>${faultOf(shown, 'reason')}` +
    `<p><button class="second">${escapeHtml(page.declineButton)}</button></p></form></details>`
  )
}

/** Who wants what, and the form with what we know or what was typed. */
export const formHtml = (shown: Shown): string => {
  const { invite, lang, faults } = shown
  const { page } = invitePhrases[lang]
  const facts: [string, string][] = [
    [page.venue, invite.venueName],
    [page.system, invite.systemName],
    [page.channel, invite.channelName],
    [page.since, dayText(invite.requestedAt, { lang, timeZone: invite.timeZone })],
    // Opened from the portal it is opened there again.
    ...(invite.userName === null ? [[page.until, dayText(invite.expiresAt, { lang, timeZone: invite.timeZone })] as [string, string]] : []),
  ]
  const notes = invite.notes === '' ? '' : `<dt>${escapeHtml(page.notes)}</dt><dd class="said">${escapeHtml(invite.notes)}</dd>`
  const rows = facts.map(([label, text]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`).join('') + notes
  const wrong = Object.keys(faults).length ? paragraph(page.wrong, ' class="wrong alert" role="alert"') : ''
  return (
    `${wrong}${paragraph(fill(page.lead, valuesOf(invite)))}<section aria-label="${escapeHtml(page.who)}"><dl>${rows}</dl></section>` +
    `<form id="${formId}" method="post" action="${escapeHtml(shown.path)}?lang=${lang}" novalidate><fieldset><legend>${escapeHtml(page.details)}</legend>` +
    fieldOf(shown, { name: 'name', label: page.name, max: 160, complete: 'organization' }) +
    fieldOf(shown, { name: 'address', label: page.address, complete: 'street-address' }) +
    `<div class="pair">${fieldOf(shown, { name: 'postalCode', label: page.postalCode, max: 20, optional: true, complete: 'postal-code' })}` +
    `${fieldOf(shown, { name: 'city', label: page.city, max: 120, optional: true, complete: 'address-level2' })}</div></fieldset>` +
    `${hoursPart(shown)}${accessPart(shown)}${termsPart(shown)}<p><button>${escapeHtml(page.confirm)}</button></p></form>${declinePart(shown)}`
  )
}
