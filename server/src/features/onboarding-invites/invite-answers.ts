import type { Lang } from '@tablewire/contracts/kit/wire'
import { escapeHtml } from '#src/platform/html.ts'
import { fill } from '#src/platform/phrases.ts'
import type { FoundInvite } from './find-invite.ts'
import { formHtml, formId, known, valuesOf } from './invite-form.ts'
import type { Html } from '#src/features/venue-pages/api.ts'
import { pageHtml, paragraph } from './invite-page.ts'
import { invitePhrases } from './invite-phrases.ts'
import { dayText } from './mail-invite.ts'
import type { Answer, Faults, Typed } from './read-answer.ts'
import { termsVersion } from './terms-phrases.ts'

type View = { invite: FoundInvite; lang: Lang; path: string }

const faceOf = ({ invite: { brand }, lang, path }: View) => ({ brand, lang, path })
const dayOf = (instant: string | null, { invite: { timeZone }, lang }: View): string =>
  instant ? dayText(instant, { lang, timeZone }) : ''

/** To the portal, for whoever came from there. */
const backOf = ({ invite: { userName, requestId }, lang }: View): string =>
  userName === null ? '' : `<p><a href="/onboarding-requests?id=${requestId}">${escapeHtml(invitePhrases[lang].done.back)}</a></p>`

/** The form as long as it may be answered; else why not, and what to do. */
export const openedHtml = (view: View, filled: { typed?: Typed; faults?: Faults } = {}): Html => {
  const { invite, lang, path } = view
  const { page, gone, done } = invitePhrases[lang]
  const values = valuesOf(invite)
  const say = (title: string, text: string, day = ''): Html =>
    pageHtml(faceOf(view), {
      title,
      body: paragraph(fill(text, { ...values, day, name: invite.answeredBy ?? invite.venueName })) + backOf(view),
    })
  if (invite.state === 'used')
    return invite.answer === 'declined'
      ? say(done.usedDeclined, done.usedDeclinedText, dayOf(invite.answeredAt, view))
      : say(done.used, done.usedText, dayOf(invite.answeredAt, view))
  if (invite.state === 'replaced') return say(gone.replaced, gone.replacedText, dayOf(invite.replacedAt, view))
  if (invite.state === 'expired') return say(gone.expired, gone.expiredText, dayOf(invite.expiresAt, view))
  if (invite.state === 'closed') return say(gone.closed, gone.closedText)
  const { typed = known(invite), faults = {} } = filled
  return pageHtml(
    { ...faceOf(view), form: formId },
    { title: fill(page.title, values), body: formHtml({ invite, lang, typed, faults, path }) },
  )
}

export const confirmedHtml = (view: View, answer: Answer, now: string): Html => {
  const { done } = invitePhrases[view.lang]
  const values = { ...valuesOf(view.invite), venue: answer.name }
  const people = answer.people.map(({ firstName, lastName, email }) => `${firstName} ${lastName} (${email})`).join(', ')
  const body =
    paragraph(fill(done.text, values)) +
    (people ? paragraph(fill(view.invite.letsIn ? done.access : done.accessAsk, { people })) : '') +
    paragraph(fill(done.proof, { name: answer.acceptedBy, version: termsVersion, day: dayOf(now, view) }), ' class="soft"') +
    backOf(view)
  return pageHtml(faceOf(view), { title: done.title, body })
}

export const declinedHtml = (view: View): Html => {
  const { done } = invitePhrases[view.lang]
  return pageHtml(faceOf(view), { title: done.declined, body: paragraph(fill(done.declinedText, valuesOf(view.invite))) + backOf(view) })
}
