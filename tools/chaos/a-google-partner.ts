import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pendingCode } from '../../sandbox/src/google/bookings.ts'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import type { OwnBooking } from '../../sandbox/src/google/memory.ts'
import type { BookingStatus } from '../../sandbox/src/google/messages.ts'
import type { Dice } from '../traffic/dice.ts'
import { emptyLedger, type Ledger, type PartnerBooking } from './a-channel-partner.ts'

/** The account that Google was given, at any of the hub's processes. */
export type GoogleContract = { hubs: readonly string[]; key: string; username: string; password: string; venueIds: readonly string[] }
export type GooglePartner = {
  ledger: Ledger
  work(count: number): Promise<void>
  /** Reads every booking once more, as it stands when all is quiet. */
  reread(): Promise<void>
  close(): Promise<void>
}

const patienceMs = 120_000
/** In the words of the channel API, by which both kinds of partner are compared. */
const words: Readonly<Partial<Record<BookingStatus, string>>> = {
  CONFIRMED: 'confirmed',
  PENDING_MERCHANT_CONFIRMATION: 'pending',
  CANCELED: 'canceled',
  NO_SHOW: 'no-show',
  DECLINED_BY_MERCHANT: 'declined',
  FAILED: 'expired',
}
/** What may be answered to a change at a restaurant whose staff are busy, too. */
const causes = new Set(['SLOT_UNAVAILABLE', 'BOOKING_ALREADY_CANCELLED', 'BOOKING_NOT_CANCELLABLE', 'OUTSIDE_CANCELLATION_WINDOW'])

type State = GoogleContract & { google: Google; dice: Dice; starts: readonly number[]; ledger: Ledger }

const keep = ({ ledger }: State, { id, status, partySize, startSec, person }: OwnBooking): void => {
  const kept: PartnerBooking = { id, status: words[status] ?? status, partySize, date: startSec, email: person.email, coarse: true }
  ledger.kept.set(id, kept)
}

type Outcome = { booking: OwnBooking } | { cause: string }
type Told = { failure?: { cause?: string }; error?: string; unclear?: boolean }

/** As somebody presses the button again until there is an answer: the same token, so the same booking. */
const insist = async ({ google, ledger }: State, ask: () => Promise<Told | OwnBooking>): Promise<Outcome> => {
  const until = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if ('id' in answer) return { booking: answer }
    if (answer.failure) return { cause: answer.failure.cause ?? 'CAUSE_UNSPECIFIED' }
    const refused = !answer.unclear && !/HTTP (401|409|429)/.test(answer.error ?? '')
    if (refused || performance.now() > until) {
      ledger.unexpected.push(`Google: ${answer.error}`)
      return { cause: 'NO_ANSWER' }
    }
    ledger.again++
    await sleep(200 + (google.log.calls().length % 200))
  }
}
const count = ({ ledger }: State, cause: string): void => {
  ledger.refused.set(cause, (ledger.refused.get(cause) ?? 0) + 1)
  if (!causes.has(cause) && cause !== 'NO_ANSWER') ledger.unexpected.push(`Google was answered ${cause}`)
}

const book = async (state: State): Promise<void> => {
  const { google, dice, ledger, venueIds, starts } = state
  const id = randomUUID()
  const wanted = {
    merchantId: dice.pick(venueIds),
    candidate: { serviceId: 'reservation', startSec: dice.pick(starts), durationSec: 5400, partySize: dice.between(1, 5), open: undefined },
    person: { user_id: id, given_name: 'Lena', family_name: 'Brandt', telephone: '+34 600 111 222', email: `guest-${id}@chaos.test` },
    token: id,
  }
  ledger.requested++
  if (dice.chance(0.3)) await google.look(wanted.merchantId, wanted.candidate)
  const outcome = await insist(state, () => google.book(wanted))
  if ('cause' in outcome)
    return outcome.cause === 'NO_ANSWER' ? void ledger.abandoned.add(wanted.person.email) : count(state, outcome.cause)
  ledger.promised.set(wanted.person.email, outcome.booking.id)
  keep(state, outcome.booking)
  return undefined
}

const another = async (state: State): Promise<void> => {
  const { google, dice, starts } = state
  const open = google.memory.bookings.filter(({ status }) => status === 'CONFIRMED')
  if (!open.length) return
  const booking = dice.pick(open)
  const change = dice.weighted<Parameters<Google['update']>[1]>([
    [{ status: 'CANCELED' }, 2],
    [{ partySize: dice.between(1, 4) }, 1],
    [{ startSec: String(dice.pick(starts)), durationSec: '5400' }, 1],
  ])
  const outcome = await insist(state, async () => {
    const answer = await google.update(booking, change)
    return 'booking' in answer ? booking : answer
  })
  if ('cause' in outcome) count(state, outcome.cause)
  keep(state, booking)
}

/** A Google that loses answers, repeats its calls, shows an old password now and then, and asks a process that may just have been shot. */
export const aGooglePartner = async (
  contract: GoogleContract,
  { dice, starts }: { dice: Dice; starts: readonly number[] },
): Promise<GooglePartner> => {
  const ledger = emptyLedger()
  const { hubs, key, username, password } = contract
  const google = await serveGoogle({
    seed: dice.between(1, 1_000_000),
    healthEveryMs: 2000,
    partner: () => ({ server: `${dice.pick(hubs)}/google/${key}`, username, password }),
    faults: [
      { kind: 'answer_lost', on: '*', probability: 0.05, ms: 0 },
      { kind: 'call_twice', on: '*', probability: 0.1, ms: 0 },
      { kind: 'expired_password', on: '*', probability: 0.02, ms: 0 },
    ],
  })
  const state: State = { ...contract, google, dice, starts, ledger }
  return {
    ledger,
    work: async (share) => {
      for (let made = 0; made < share; made++) {
        await book(state)
        if (dice.chance(0.3)) await another(state)
      }
    },
    reread: async () => {
      google.faults.set([])
      for (const booking of google.memory.bookings) {
        await google.refresh(booking)
        keep(state, booking)
      }
      // A system that says nothing leaves a booking pending, also where Google asked for one at once.
      const wrong = google.log.complaints().filter(({ code }) => code !== pendingCode)
      const unread = google.log.calls().filter(({ words: said }) => /cannot be read|mismatch|another|neither/.test(said))
      ledger.unexpected.push(
        ...wrong.map(({ about, code, words: said }) => `Google about ${about}: ${code} ${said}`),
        ...unread.map(({ method, words: said }) => `Google about ${method}: ${said}`),
      )
    },
    close: () => google.close(),
  }
}
