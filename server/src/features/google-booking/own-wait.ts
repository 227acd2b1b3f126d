import { sql } from 'kysely'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { findEntry, leaveList, quotesAt, type WaitEntry } from '#src/features/waitlist/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { GoogleError } from './failure.ts'
import { estimateOf, requireWaitlist } from './wait-estimates.ts'
import type { EntryRequest } from './messages.ts'
import type { WaitEstimate, WaitState } from './wait-messages.ts'

/** Of a party at the door; nobody there is offered a day. */
const states: Readonly<Record<WaitEntry['status'], WaitState>> = {
  waiting: 'WAITING',
  ready: 'SERVICE_READY',
  seated: 'SEATED',
  left: 'CANCELED',
  no_answer: 'NO_SHOW',
  over: 'CANCELED',
  offered: 'WAITING',
  booked: 'SEATED',
  declined: 'CANCELED',
  lapsed: 'CANCELED',
}

/** Its entry is looked after also where the venue has left Google meanwhile; that it is the account's own says so. */
const seeing = (ctx: Ctx): Ctx => ({ ...ctx, scope: { kind: 'all' } })

/** An entry that this account made; another's, or one of the house, it neither reads nor takes off. */
const requireOwn = async (ctx: Ctx, account: CallingAccount, { waitlist_entry_id: id }: EntryRequest): Promise<WaitEntry> => {
  requireWaitlist(account)
  const { rows } =
    id !== undefined && hubId.test(id)
      ? await sql`select from google_waits g where g.entry_id = ${id} and g.account_id = ${account.id}`.execute(ctx.db)
      : { rows: [] }
  const entry = rows.length ? await findEntry(seeing(ctx), id!) : undefined
  if (!entry) throw new GoogleError(404, 'unknown waitlist_entry_id')
  return entry
}

type Times = Partial<Record<`${'created' | 'canceled' | 'service_readied' | 'seated' | 'marked_no_show'}_time_seconds`, string>>
const timesOf = ({ joinedAt, readyAt, endedAt }: WaitEntry, state: WaitState): Times => {
  const seconds = (at: string): string => String(Math.floor(instantMs(at) / 1000))
  const ended = { CANCELED: 'canceled_time_seconds', SEATED: 'seated_time_seconds', NO_SHOW: 'marked_no_show_time_seconds' } as const
  const how = state in ended ? ended[state as keyof typeof ended] : undefined
  return {
    created_time_seconds: seconds(joinedAt),
    ...(readyAt === null ? {} : { service_readied_time_seconds: seconds(readyAt) }),
    ...(how === undefined || endedAt === null ? {} : { [how]: seconds(endedAt) }),
  }
}

type Shown = { waitlist_entry: { waitlist_entry_state: WaitState; waitlist_entry_state_times: Times; wait_estimate?: WaitEstimate } }
/** GetWaitlistEntry: how it stands, and how long it still takes. */
export const getWaitlistEntry = async (ctx: Ctx, account: CallingAccount, request: EntryRequest): Promise<Shown> => {
  const entry = await requireOwn(ctx, account, request)
  const state = states[entry.status]
  const estimate = state === 'WAITING' ? await stillWaits(seeing(ctx), entry) : undefined
  return {
    waitlist_entry: {
      waitlist_entry_state: state,
      waitlist_entry_state_times: timesOf(entry, state),
      ...(estimate ? { wait_estimate: estimate } : {}),
    },
  }
}

const stillWaits = async (ctx: Ctx, entry: WaitEntry): Promise<WaitEstimate | undefined> => {
  const venue = await venueWithBook(ctx, entry.venueId)
  return estimateOf(ctx, entry.partySize, (await quotesAt(ctx, { venue, areaId: entry.areaId, turn: entry }))(entry.partySize))
}

/** DeleteWaitlistEntry: off the list, however often it is asked for; what has ended already stays as it ended. */
export const deleteWaitlistEntry = async (ctx: Ctx, account: CallingAccount, request: EntryRequest): Promise<object> => {
  const { id, status } = await requireOwn(ctx, account, request)
  if (status === 'waiting' || status === 'ready') await leaveList(seeing(ctx), id)
  return {}
}
