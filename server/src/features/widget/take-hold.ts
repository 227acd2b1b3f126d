import { instantOf, sellableVenue } from '#src/features/channel-api/api.ts'
import { recordRefusal } from '#src/features/channels/api.ts'
import { releaseHold } from '#src/features/reservations/api.ts'
import { hold } from '#src/features/rms-bookings/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeKeyedQueue } from '#src/platform/http/keyed-queue.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Asked } from './asked-page.ts'
import { noted } from './note-hop.ts'
import { guestKeyIn, holdAlong, isProven, WorkNeeded } from './limits.ts'
import { readHeld, signHeld } from './signed-token.ts'
import type {} from './widget-rows.ts'

/** Holds an address may take within a quarter of an hour: a household looks around, an office shares one. */
const holdsOfAddress = 40
/** From so many on each has to be worked for. */
const holdsWithoutProof = 12
const queued = makeKeyedQueue()

export type Wanted = { at: number; party: number; area: string | null; duration: number | null; kind: string | null }

const wholeNumber = (text: string | undefined, most: number): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) && Number(text) <= most ? Number(text) : undefined
/** No year beyond what the database's calendar holds. */
const latestSec = 7_258_118_400

/** What a form asks to be held; undefined = no form of ours. */
export const wantedIn = (form: Readonly<Record<string, string>>): Wanted | undefined => {
  const at = wholeNumber(form['at'], latestSec)
  const party = wholeNumber(form['party'], 1000)
  if (at === undefined || !party) return undefined
  const duration = wholeNumber(form['duration'], 604_800)
  return { at, party, area: form['area'] || null, duration: duration ?? null, kind: form['kind']?.slice(0, 100) || null }
}

/** What the times of the page were for, as their buttons say it; a form's fields may say something else. */
export const shownIn = ({ party = '', date = '', area = '' }: Readonly<Record<string, string>>): string => `${party} ${date} ${area}`

export const placeOf = ({ house }: Asked, { at, party, area, duration, kind }: Wanted) => ({
  venueId: house.id,
  venueOf: (inner: Ctx) => sellableVenue(inner, house.id),
  partySize: party,
  startsAt: instantOf(at),
  areaId: area,
  duration,
  bookingType: kind,
})

/** What the guest held before. What he has booked meanwhile, or by his mail will, is his. */
export const giveBack = async (ctx: Ctx, id: string | undefined): Promise<void> => {
  if (id === undefined) return
  const booked = await ctx.db.selectFrom('widgetBookings').select('holdId').where('holdId', '=', id).executeTakeFirst()
  if (booked) return
  await releaseHold(ctx, id).catch((error: unknown) => {
    // Gone by itself.
    if (!(error instanceof Problem)) throw error
  })
}

/** Work that was done for a question of ours, as far as the form carries any. */
export const workIn = ({ ctx, house }: Asked, form: Readonly<Record<string, string>>): Promise<boolean> =>
  form['question'] === undefined ? Promise.resolve(false) : isProven(ctx, house.id, form)

/** Holds a place for the guest, as the venue allows, in the place of the one he held; answers what his browser hands back with his details. */
export const takeHold = async (asked: Asked, wanted: Wanted, form: Readonly<Record<string, string>>): Promise<string> => {
  const { ctx, house } = asked
  const address = addressOf(ctx)
  if (await isTooOften(ctx, `widget hold ${address}`, holdsOfAddress)) throw new Problem('rate.limited', { seconds: 900 })
  const isBusy = await isTooOften(ctx, `widget free hold ${address}`, holdsWithoutProof)
  const proven = await workIn(asked, form)
  if (isBusy && !proven) throw new WorkNeeded('tooMany')
  const named = readHeld(ctx, form['held'])
  const before = named?.venue === house.id && !named.asks ? named : undefined
  const along = holdAlong(ctx, { proven, giveBack, insteadOf: before?.hold, guestKey: guestKeyIn(ctx, form) })
  try {
    const turn = `${house.id} ${Math.floor(wanted.at / 86_400)}`
    const taken = await noted(asked, { operation: 'hold', wanted }, () =>
      queued(turn, () => hold(ctx, { ...placeOf(asked, wanted), along })),
    )
    const content = { hold: taken.id, venue: house.id, channel: house.channelId, ...wanted }
    return signHeld(ctx, { ...content, made: ctx.clock().epochMilliseconds, until: instantMs(taken.expiresAt) })
  } catch (error) {
    if (error instanceof Problem && !(error instanceof WorkNeeded)) recordRefusal(ctx, house.id, error)
    throw error
  }
}
