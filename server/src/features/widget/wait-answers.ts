import { sellableVenue } from '#src/features/channel-api/api.ts'
import { joinList, wakeWaitlist, wishMost } from '#src/features/waitlist/api.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireHouse } from './answers.ts'
import { type Asked, linkTo } from './asked-page.ts'
import { readDetails } from './read-details.ts'
import { readWaits, signWaits, type Waits } from './signed-token.ts'
import { type Answer, answerPage, type Visit } from './visit.ts'
import { takenTimes, waitPage, waitsIn, wishedArea } from './wait-page.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** Faster than this nobody reads a page and fills in who he is. */
const quickestMs = 1500
/** So long its form is good for. */
const formForMs = 2 * 3_600_000
/** How often an address may put somebody on a list within a quarter of an hour. */
const joinsOfAddress = 12

type Shown = Parameters<typeof waitPage>[1] & { status?: number }
const shown = async (asked: Asked, { status = 200, ...filled }: Shown): Promise<Answer> => {
  const step = await waitPage(asked, filled)
  const { waitTitle, waitDoneTitle } = widgetPhrases[asked.lang]
  const query = step.joined
    ? { wait: step.token }
    : { party: String(filled.waits.party), date: filled.waits.date, ...(filled.waits.area ? { area: filled.waits.area } : {}) }
  return answerPage(asked, { status, title: step.joined ? waitDoneTitle : waitTitle, step, path: '/wait', query })
}

/** A day that this very page let somebody wait for, not too long ago. */
const given = ({ ctx, house }: Asked, token: string | undefined): Waits => {
  const waits = readWaits(ctx, token)
  const mine = waits && waits.venue === house.id && waits.channel === house.channelId
  if (!mine || ctx.clock().epochMilliseconds - waits.made > formForMs) throw new Problem('hold.not_found')
  return waits
}

export const showWait = async (visit: Visit): Promise<Answer> => {
  const asked = await requireHouse(visit)
  const token = visit.query['wait']
  const waits = token === undefined ? await waitsIn(asked, visit.query) : given(asked, token)
  if (waits) return shown(asked, { waits })
  const { party = '', date = '' } = visit.query
  return { to: linkTo(asked, '', { party, date }), seeOther: true }
}

export const answerWait = async (visit: Visit): Promise<Answer> => {
  const asked = await requireHouse(visit)
  const { form } = visit
  const { ctx, lang } = asked
  const words = widgetPhrases[lang]
  const waits = given(asked, form['wait'])
  const { values, errors, details } = readDetails(asked, form)
  const kept = { waits, form, values }
  if (form['to'] !== undefined) return shown(asked, kept)
  if (!details) return shown(asked, { ...kept, status: 422, errors })
  if (ctx.clock().epochMilliseconds - waits.made < quickestMs) return shown(asked, { ...kept, status: 422, notice: words.tooFast })
  const { from = '', until = '' } = form
  const taken = (await takenTimes(asked, waits)).map((local) => local.slice(11))
  // Free again meanwhile.
  if (!taken.length) return { to: linkTo(asked, '', { party: String(waits.party), date: waits.date }), seeOther: true }
  if (!taken.includes(from) || !taken.includes(until)) return shown(asked, { ...kept, status: 422, notice: words.waitOrder })
  if (await isTooOften(ctx, `waitlist ${addressOf(ctx)}`, joinsOfAddress))
    return shown(asked, { ...kept, status: 429, notice: words.tooMany })
  const { firstName, lastName, email, phone } = details.contact
  try {
    const area = await transaction(ctx, async (inner) => {
      const venue = await sellableVenue(inner, waits.venue)
      const guest = { firstName, lastName, email, phone, lang, notes: details.notes?.slice(0, wishMost) ?? null }
      const areaId = wishedArea(venue, form['area'], waits.area)
      await joinList(inner, venue, {
        kind: 'day',
        origin: 'widget',
        date: waits.date,
        partySize: waits.party,
        areaId,
        from,
        until,
        ...guest,
      })
      wakeWaitlist(inner)
      return areaId
    })
    // The link of his place goes by mail alone: whoever knows an address has not got its mails.
    return { to: linkTo(asked, '/wait', { wait: signWaits(ctx, { ...waits, area, joined: true }) }), seeOther: true }
  } catch (failed) {
    const error = asProblem(failed)
    if (!error) throw failed
    if (error.code === 'waitlist.window') return shown(asked, { ...kept, status: 422, notice: words.waitOrder })
    if (error.code !== 'waitlist.full') throw failed
    return shown(asked, { ...kept, status: 409, notice: words.waitFull })
  }
}
