import type { EventName, WebhookBody } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { bodyOf } from './body-of.ts'

/** An event with the cursor from which a stream resumes. */
export type StreamedEvent = { cursor: string; name: EventName; body: WebhookBody }
type EventSubscriptionInput = {
  channelId: string
  ownChanges: boolean
  after: string | undefined
  onEvent: (one: StreamedEvent) => void
  failed: (error: unknown) => void
}
/** `gap`: events between the cursor and now may be missing. */
export type EventSubscription = { gap: boolean; cursor: () => string; keep: () => Promise<void>; stop: () => void }

/** Events are recorded for so long after a listener's last heartbeat, so that one that reconnects misses nothing. */
const keptMinutes = 30
const gatherMs = 40
const pollMs = 1000
const atOnce = 500
/** Live messages of what channels are told of. */
const telling = new Set(['reservation', 'review', 'onboarding'])

/** Turns on recording for the channel; true = it was on until now. */
const keepWriting = async (ctx: Ctx, channelId: string): Promise<boolean> => {
  const now = ctx.clock()
  const { rows } = await sql<{ kept: boolean }>`
    insert into webhook_streams (channel_id, until) values (${channelId}, ${now.add({ minutes: keptMinutes }).toString()})
    on conflict (channel_id) do update set until = greatest(webhook_streams.until, excluded.until)
    returning exists (select from webhook_streams s where s.channel_id = ${channelId} and s.until > ${now.toString()}::timestamptz) as kept`.execute(
    ctx.db,
  )
  return rows[0]!.kept
}

/** The oldest open transaction (`xmin`): everything before it has been seen. Undefined for a cursor of another database, or none at all. */
const placeFrom = async (ctx: Ctx, after: string | undefined): Promise<{ now: string; resumeFrom: string | undefined }> => {
  const { rows } = await sql<{ now: string; newest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as now, pg_snapshot_xmax(pg_current_snapshot())::text as newest`.execute(ctx.db)
  const { now, newest } = rows[0]!
  const [, xid, course] = /^(\d{1,19})-(\w{1,20})$/.exec(after ?? '') ?? []
  const known = xid !== undefined && course === ctx.ports.live.course() && BigInt(xid) <= BigInt(newest)
  return { now, resumeFrom: known ? xid : undefined }
}

type Row = { horizon: string; id: string | null; xid: string; name: EventName; test: boolean } & Omit<
  Parameters<typeof bodyOf>[0],
  'eventId' | 'test'
>

/*
 * Ordered by transactions, as in live.ts: new rows lie at or above the oldest transaction open at the last read, without those already sent. A
 * resuming reader may get the rows of that last read twice.
 */
const makeReader = ({ channelId, ownChanges }: EventSubscriptionInput, { from, course }: { from: string; course: string }) => {
  const sent = new Map<string, bigint>()
  let place = from
  const cursorAt = (): string => `${place}-${course}`
  const read = async (ctx: Ctx): Promise<StreamedEvent[]> => {
    const { rows } = await sql<Row>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, e.*
      from (select) one left join lateral (
        select id, xid::text, name, test, sequence, occurred_at, reservation_id, entity, action, data from webhook_events
        where channel_id = ${channelId} and xid >= ${place}::xid8 and id <> all(${[...sent.keys()]}::uuid[]) and (${ownChanges} or not own)
        order by xid, sequence limit ${atOnce}
      ) e on true
      order by e.sequence`.execute(ctx.db)
    const cursor = cursorAt()
    const fresh = rows.filter(({ id }) => id !== null)
    for (const { id, xid } of fresh) sent.set(id!, BigInt(xid))
    if (fresh.length < atOnce) {
      place = rows[0]!.horizon
      for (const [id, xid] of sent) if (xid < BigInt(place)) sent.delete(id)
    }
    return fresh.map(({ id, name, ...event }) => ({ cursor, name, body: bodyOf({ ...event, eventId: id! }) }))
  }
  return { read, cursor: cursorAt }
}

/** Streams a channel's booking events, woken by live messages and by a poll each second. */
export const listenToEvents = async (ctx: Ctx, subscription: EventSubscriptionInput): Promise<EventSubscription> => {
  const recorded = await keepWriting(ctx, subscription.channelId)
  const { now, resumeFrom } = await placeFrom(ctx, subscription.after)
  const reader = makeReader(subscription, { from: resumeFrom ?? now, course: ctx.ports.live.course() })
  // A transaction open for long anywhere on the server holds the horizon back: whoever is new would get events of before it.
  if (resumeFrom === undefined) for (let past = atOnce; past >= atOnce;) past = (await reader.read(ctx)).length
  let again = false
  const ending = new AbortController()
  let reading: Promise<void> | undefined
  const readAll = async (): Promise<void> => {
    while (again && !ending.signal.aborted) {
      again = false
      const fresh = await reader.read(ctx)
      if (fresh.length >= atOnce) again = true
      if (!ending.signal.aborted) for (const one of fresh) subscription.onEvent(one)
    }
  }
  const look = (): void => {
    again = true
    reading ??= readAll()
      .catch(subscription.failed)
      .finally(() => (reading = undefined))
  }
  const { timers } = ctx.ports
  let cancel: (() => void) | undefined
  const unsubscribe = ctx.ports.live.subscribe(({ message }) => {
    if (telling.has(message.type)) cancel ??= timers.after(gatherMs, () => ((cancel = undefined), look()))
  })
  // Whoever comes back is told that there is a gap.
  const stopCourse = ctx.ports.live.onOtherCourse(() => subscription.failed(new Error('the database goes on from another moment')))
  const stopPolling = timers.every(pollMs, look)
  look()
  return {
    gap: subscription.after !== undefined && (!recorded || resumeFrom === undefined),
    cursor: reader.cursor,
    keep: async () => void (await keepWriting(ctx, subscription.channelId)),
    stop: () => {
      ending.abort()
      unsubscribe()
      stopCourse()
      cancel?.()
      stopPolling()
    },
  }
}
