import { abilityOf } from '@tablewire/contracts/identity/access'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { brandOfVenue } from '#src/features/brands/api.ts'
import { claimedBy, isMeant, type Letter, readLetter, readOwnToken } from '#src/features/guest-messages/api.ts'
import { cancelDeadline } from '#src/features/reservations/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import { localeOf } from '#src/features/widget/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Sent } from '#src/platform/http/send-again.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'

/** One request to the page of a booking, as it came. */
export type Visit = {
  base: Ctx
  token: string
  host: string
  /** As asked for on the page, else null. */
  lang: Lang | null
  accepted: string | undefined
  query: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  /** As the form came, to be sent once more. */
  sent: Sent | undefined
}

/** A booking, open to its guest. */
export type Own = {
  ctx: Ctx
  letter: Letter
  venue: VenueWithBook
  brand: Brand
  lang: Lang
  locale: string
  base: string
  /** Until when it can be canceled here; null = at any time, as it binds nobody yet. */
  until: Temporal.Instant | null
}

/** So long after the meal its page can be opened. */
const openForDays = 30
/** Links that lead nowhere, from one address within a quarter of an hour. */
const missesOfAddress = 40

const noRights = abilityOf({ roles: [], permissions: [] })
const hidden: ReadonlySet<Letter['status']> = new Set(['held', 'expired'])

/** Kept for a guest who has not said by his mail that he meant it, or was; a place that is offered to who waits is another matter. */
const findMeant = async (ctx: Ctx, token: string): Promise<Letter | undefined> => {
  const id = claimedBy(token)
  const letter = id === undefined ? undefined : await readLetter(ctx, id)
  return letter?.source === 'widget' && letter.guestEmail !== null && isMeant(ctx, token, letter) ? letter : undefined
}
const findStanding = async (ctx: Ctx, token: string): Promise<Letter | undefined> => {
  const id = readOwnToken(ctx, token)
  const letter = id === undefined ? undefined : await readLetter(ctx, id)
  return letter && !hidden.has(letter.status) ? letter : undefined
}
const findLetter = async (ctx: Ctx, token: string, kept: boolean): Promise<Letter | undefined> => {
  const letter = await (kept ? findMeant(ctx, token) : findStanding(ctx, token))
  if (!letter) return undefined
  const closes = Temporal.Instant.from(letter.endsAt).add({ hours: 24 * openForDays })
  return Temporal.Instant.compare(closes, ctx.clock()) > 0 ? letter : undefined
}

/** One more link that leads nowhere. */
export const countMiss = async (base: Ctx): Promise<void> => {
  if (await isTooOften(base, `own booking ${addressOf(base)}`, missesOfAddress)) throw new Problem('rate.limited', { seconds: 900 })
}

type Opened = { letter: Pick<Letter, 'venueName' | 'venuePhone' | 'guestLang'>; brand: Brand; /** Its address. */ here: string }
/** What this process has opened, for what is said while the database is away; a link is signed, so nobody else's is found. */
export const openedLast = new LRUCache<string, Opened>({ max: 1000 })

/** A link that is wrong, over or of nobody's booking is refused alike, and not at any number; `kept` = the link by which a guest says that he meant it. */
export const openOwn = async (visit: Visit, { kept = false } = {}): Promise<Own> => {
  const { base, token, lang: asked, accepted } = visit
  const anyone: Ctx = { ...base, ability: noRights, scope: { kind: 'all' } }
  const letter = await findLetter(anyone, token, kept)
  if (!letter) {
    await countMiss(base)
    throw new Problem('reservation.not_found')
  }
  const own = await ownOf(anyone, letter, { lang: asked ?? letter.guestLang ?? base.lang, accepted, token })
  const { venueName, venuePhone, guestLang } = letter
  const here = `/book/own/${token}${kept ? '/confirm' : ''}`
  openedLast.set(token, { letter: { venueName, venuePhone, guestLang }, brand: own.brand, here })
  return own
}

type Reading = { lang: Lang; accepted: string | undefined; token: string }
const ownOf = async (anyone: Ctx, letter: Letter, { lang, accepted, token }: Reading): Promise<Own> => {
  // Its history is not erased with the guest, so it is the booking that acts.
  const ctx: Ctx = { ...anyone, actor: { kind: 'anonymous', id: null, name: letter.reference }, lang }
  const venue = await venueWithBook(ctx, letter.venueId)
  return {
    ctx,
    letter,
    venue,
    brand: await brandOfVenue(ctx, letter.venueId),
    lang,
    locale: localeOf(lang, accepted),
    base: `/book/own/${token}`,
    until: letter.status === 'pending_confirmation' ? null : await cancelDeadline(ctx, venue, letter),
  }
}

/** The same for whoever is known by his number; undefined where the page would not open. */
export const openAnswered = async (base: Ctx, reservationId: string): Promise<Own | undefined> => {
  const anyone: Ctx = { ...base, ability: noRights, scope: { kind: 'all' } }
  const letter = await readLetter(anyone, reservationId)
  if (!letter || hidden.has(letter.status)) return undefined
  return ownOf(anyone, letter, { lang: letter.guestLang ?? 'en', accepted: undefined, token: '' })
}

const open: ReadonlySet<Letter['status']> = new Set(['confirmed', 'pending_confirmation', 'requires_payment'])
const isBefore = (a: Temporal.Instant | string, b: Temporal.Instant | string): boolean => Temporal.Instant.compare(a, b) < 0

/** Time, party and words can be changed. */
export const mayChange = ({ ctx, letter }: Own): boolean => open.has(letter.status) && isBefore(ctx.clock(), letter.startsAt)
/** Also another day, and fewer seats. */
export const mayCancel = (own: Own): boolean => mayChange(own) && (own.until === null || !isBefore(own.until, own.ctx.clock()))

/** From some hours before the meal until some time into it. */
const lateFrom = { hours: 6 }
const lateUntil = { minutes: 60 }
export const mayBeLate = ({ ctx, letter }: Own): boolean => {
  const starts = Temporal.Instant.from(letter.startsAt)
  return letter.status === 'confirmed' && !isBefore(ctx.clock(), starts.subtract(lateFrom)) && isBefore(ctx.clock(), starts.add(lateUntil))
}
export const mayConfirm = (own: Own): boolean => own.letter.status === 'confirmed' && mayChange(own)
