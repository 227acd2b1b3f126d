import { abilityOf } from '@tablewire/contracts/identity/access'
import { brandOfVenue } from '#src/features/brands/api.ts'
import { readStopToken, type Refusal, refuseMails } from '#src/features/guest-messages/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { fill } from '#src/platform/phrases.ts'
import { Problem } from '#src/platform/problem.ts'
import { openedLast, type Visit } from './open-own.ts'
import { form, type Page, pageHtml, paragraph } from './page-html.ts'
import { pagePhrases } from './page-phrases.ts'

type Stopping = { ctx: Ctx; refusal: Refusal; frame: Omit<Parameters<typeof pageHtml>[0], 'title' | 'body'>; venue: string }

/** Links that lead nowhere, from one address within a quarter of an hour. */
const missesOfAddress = 40

const open = async ({ base, token, lang }: Visit): Promise<Stopping> => {
  const refusal = readStopToken(base, token)
  const found =
    refusal &&
    (await base.db.selectFrom('venues').select(['name', 'displayName', 'phoneNumber']).where('id', '=', refusal.venueId).executeTakeFirst())
  if (!found) {
    if (await isTooOften(base, `own booking ${addressOf(base)}`, missesOfAddress)) throw new Problem('rate.limited', { seconds: 900 })
    throw new Problem('reservation.not_found')
  }
  const read = lang ?? base.lang
  const ctx: Ctx = {
    ...base,
    ability: abilityOf({ roles: [], permissions: [] }),
    scope: { kind: 'all' },
    actor: { kind: 'anonymous', id: null, name: 'guest' },
    lang: read,
  }
  const venue = found.displayName ?? found.name
  const brand = await brandOfVenue(ctx, refusal.venueId)
  const here = `/book/stop/${token}`
  openedLast.set(token, { letter: { venueName: venue, venuePhone: found.phoneNumber, guestLang: null }, brand, here })
  return { ctx, refusal, venue, frame: { lang: read, brand, here, house: venue } }
}

/** What the link of a mail would end. Looking ends nothing, as programs look at every link of a mail. */
export const showStop = async (visit: Visit): Promise<Page> => {
  const { refusal, frame, venue } = await open(visit)
  const { stop } = pagePhrases[frame.lang]
  const review = refusal.kind === 'review'
  const body =
    paragraph(fill(review ? stop.reviewText : stop.marketingText, { venue })) +
    form({ to: `/book/stop/${visit.token}`, values: { lang: frame.lang }, label: stop.send })
  return pageHtml({ ...frame, title: review ? stop.reviewTitle : stop.marketingTitle, body })
}

/** By the button, or by that of a mail program (RFC 8058); as often as it likes. */
export const answerStop = async (visit: Visit): Promise<Page> => {
  const { ctx, refusal, frame, venue } = await open(visit)
  const { stop } = pagePhrases[frame.lang]
  await transaction(ctx, async (inner) => {
    if (await refuseMails(inner, refusal))
      await audit(inner, {
        action: 'guest.mails_refused',
        subject: 'guest',
        subjectId: null,
        venueId: refusal.venueId,
        after: { kind: refusal.kind },
      })
  })
  return pageHtml({ ...frame, title: stop.doneTitle, body: paragraph(fill(stop.doneText, { venue })) })
}
