import { createHash } from 'node:crypto'
import type { Proof } from '@tablewire/widget/page-state'
import { sql } from 'kysely'
import type { AlongHold } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { addressOf, countWithin, isTooOften } from '#src/platform/http/too-often.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './widget-rows.ts'

/** A second or so of a telephone; a step more doubles it. */
const bits = 15
/** So long an answer to it is taken. */
const goodForMs = 600_000
const purpose = 'widget proof'

/** A question for one venue, good for a while. */
export const proofFor = ({ ports, clock }: Ctx, venueId: string): Proof => {
  const text = `${venueId}.${newId()}.${clock().epochMilliseconds + goodForMs}`
  return { question: `${text}.${ports.secrets.sign(purpose, text)}`, bits }
}

const noughtsOf = (hash: Buffer): number => {
  const at = hash.findIndex((byte) => byte > 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at]!) - 24
}

const isOurs = ({ ports, clock }: Ctx, question: string, venueId: string): boolean => {
  const [, venue, id, until, signature] = /^([^.]+)\.([^.]+)\.(\d{10,15})\.(.+)$/.exec(question) ?? []
  if (venue !== venueId || !signature || clock().epochMilliseconds > Number(until)) return false
  return ports.secrets.verify(purpose, `${venue}.${id}.${until}`, signature)
}

/** Whether this browser did the work that was asked of it, for this venue and for the first time. */
export const isProven = async (
  ctx: Ctx,
  venueId: string,
  { question = '', answer = '' }: Readonly<Record<string, string>>,
): Promise<boolean> => {
  if (question.length > 400 || !/^\d{1,12}$/.test(answer) || !isOurs(ctx, question, venueId)) return false
  if (noughtsOf(createHash('sha256').update(`${question}.${answer}`).digest()) < bits) return false
  // Each is good once.
  return !(await isTooOften(ctx, `widget proof ${question.split('.')[1]}`, 1))
}

/** What one guest may hold, in however many tabs; the database counts them. A third takes the place of the first, which he has left. */
const holdsOfGuest = 2
/**
 * What one address may hold without work: whose browser keeps nothing, or runs no scripts, is a fresh guest to us each time, but the address stays. Beyond
 * eight (the database counts them) he is told to finish one or to wait: of an office at lunchtime nobody can tell whose place should end, and each of
 * them may be filling in his name just then; a program that fills the eight shuts out its own address only, and for minutes.
 */
const holdsWithoutWork = 2

/** Bookings within an hour: from so many on the browser has to work, and beyond these there are no more; an office or a hotel has more guests than one address of mail. */
const bookingsWithoutWork = 3
const bookingsOfAddress = 12
const bookingsOfContact = 6
const hour = 60

/** The browser has to work first, as far as it was not done already; `words`: what somebody whose browser runs no scripts reads. */
export class WorkNeeded extends Problem {
  readonly words: 'tooMany' | 'holdsFull' | 'bookedEnough'
  constructor(words: WorkNeeded['words']) {
    super('rate.limited', { seconds: 900 })
    this.words = words
  }
}

/** The address, as a key that leads to nobody. */
const addressKeyOf = (ctx: Ctx): string => ctx.ports.secrets.sign('guest address', addressOf(ctx))
const lockAddress = (ctx: Ctx, key: string): Promise<unknown> => sql`select lock_guest_address(${key})`.execute(ctx.db)

/** What his browser made up for itself, as a key that leads to nobody; null = it keeps nothing, or that is no key of ours. */
export const guestKeyIn = (ctx: Ctx, { guest }: Readonly<Record<string, string>>): string | null =>
  guest !== undefined && /^[a-z\d]{12,40}$/.test(guest) ? ctx.ports.secrets.sign('guest browser', guest) : null

/** The place that he took first and has left: nobody's name is on it yet. Those that wait for a mail are his. */
const firstLeft = async ({ db }: Ctx, guestKey: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string; open: number }>`
    select w.hold_id as id, open_holds_of_guest(${guestKey}) as open from widget_holds w join reservations r on r.venue_id = w.venue_id and r.id = w.hold_id
    where w.guest_key = ${guestKey} and r.status = 'held' and r.hold_expires_at > clock_timestamp() and r.guest_id is null
    order by r.created_at, r.id limit 1`.execute(db)
  return rows[0] && rows[0].open >= holdsOfGuest ? rows[0].id : undefined
}

/** With a hold, in its transaction: `first` what it takes the place of ends, so that one is taken for the other or nothing changes. */
export const holdAlong = (
  ctx: Ctx,
  more: {
    insteadOf?: string | undefined
    guestKey?: string | null
    giveBack?: (inner: Ctx, hold: string | undefined) => Promise<void>
    proven: boolean
  },
): AlongHold => {
  const addressKey = addressKeyOf(ctx)
  const { insteadOf, giveBack, guestKey = null, proven } = more
  return {
    insteadOf,
    first: async (inner) => {
      await lockAddress(inner, addressKey)
      await giveBack?.(inner, insteadOf)
      if (guestKey !== null) {
        await lockAddress(inner, guestKey)
        await giveBack?.(inner, await firstLeft(inner, guestKey))
      }
      if (proven) return
      const { rows } = await sql<{ open: number }>`select open_holds_of(${addressKey}) as open`.execute(inner.db)
      if (rows[0]!.open >= holdsWithoutWork) throw new WorkNeeded('holdsFull')
    },
    last: async (inner, { venueId, id }) => {
      await inner.db.insertInto('widgetHolds').values({ venueId, holdId: id, addressKey, guestKey }).execute()
    },
  }
}

const contactKeyOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url')

type Counted = { email: string; proven: boolean }
/**
 * Counts a booking of this address and of this contact, at whichever venue; answers what takes it back where the booking was not made. Within a
 * transaction that is the transaction's own matter.
 */
export const countBooking = async (ctx: Ctx, { email, proven }: Counted): Promise<() => Promise<void>> => {
  const address = addressKeyOf(ctx)
  const contact = contactKeyOf(email)
  const counts = [
    [`widget booked ${address}`, bookingsOfAddress],
    [`widget booked by ${contact}`, bookingsOfContact],
  ] as const
  if (ctx.unitOfWork.inTransaction) await lockAddress(ctx, address)
  const done: string[] = []
  const takeBack = async (): Promise<void> => {
    if (!ctx.unitOfWork.inTransaction) for (const key of done) await countWithin(ctx, key, { minutes: hour, by: -1 })
  }
  for (const [key, most] of counts) {
    const count = await countWithin(ctx, key, { minutes: hour })
    done.push(key)
    const refusal =
      count > most
        ? new Problem('address.booked_enough')
        : count > bookingsWithoutWork && !proven
          ? new WorkNeeded('bookedEnough')
          : undefined
    if (!refusal) continue
    await takeBack()
    throw refusal
  }
  return takeBack
}

/** Mails that ask whether a booking is meant, beyond the first of each: of one contact within an hour, at whichever venue, and of one address within a quarter. */
const mailsToContact = 6
const mailsOfAddress = 15
/** Counts one more to that contact; in the transaction that sends it. */
export const countMail = async (ctx: Ctx, email: string): Promise<void> => {
  if ((await countWithin(ctx, `widget mails to ${contactKeyOf(email)}`, { minutes: hour })) > mailsToContact)
    throw new Problem('address.booked_enough')
}
/** Counts one more try of this address, whatever becomes of it. */
export const countMailTry = async (ctx: Ctx): Promise<void> => {
  if (await isTooOften(ctx, `widget mails ${addressOf(ctx)}`, mailsOfAddress)) throw new Problem('rate.limited', { seconds: 900 })
}
