import { sql } from 'kysely'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { rootDbOf, perDatabase } from '#src/platform/db/connect.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Problem } from '#src/platform/problem.ts'

type Note = {
  searchedAt: string | null
  refusedAt: string | null
  refusal: string | null
  answeredAt: string | null
  offeredAt: string | null
  booked: boolean
}
const nothing: Note = { searchedAt: null, refusedAt: null, refusal: null, answeredAt: null, offeredAt: null, booked: false }
type Gathering = { notes: Map<string, Note>; cancel: (() => void) | undefined; wroteMs: number }

/** Searches come by the thousand: what was last is gathered here and written at most twice a second, one statement for all: who waits for a proof sees it within one. */
const gatheringOf = perDatabase((): Gathering => ({ notes: new Map(), cancel: undefined, wroteMs: 0 }))
const writeEveryMs = 600
/** After a rest, nobody has to wait that long. */
const soonMs = 100

const note = (ctx: Ctx, venueId: string, news: Partial<Note>): void => {
  if (ctx.actor.kind !== 'channel') return
  const gathering = gatheringOf(ctx.db)
  const key = `${ctx.actor.id} ${venueId.toLowerCase()}`
  gathering.notes.set(key, { ...(gathering.notes.get(key) ?? nothing), ...news })
  if (gathering.cancel) return
  const restedMs = ctx.clock().epochMilliseconds - gathering.wroteMs
  const waitMs = Math.min(writeEveryMs, Math.max(soonMs, writeEveryMs - restedMs))
  gathering.cancel = ctx.ports.timers.after(waitMs, () => void writeHealth({ ...ctx, db: rootDbOf(ctx.db), unitOfWork: newUnitOfWork() }))
}

type Pair = { venueId: string; channelId: string }

/** Writes what was gathered. A loss is no harm: the next search says it again. */
export const writeHealth = async (ctx: Ctx): Promise<void> => {
  const gathering = gatheringOf(ctx.db)
  gathering.cancel?.()
  gathering.cancel = undefined
  if (!gathering.notes.size) return
  gathering.wroteMs = ctx.clock().epochMilliseconds
  const notes = [...gathering.notes].map(([key, one]) => ({ channelId: key.split(' ')[0], venueId: key.split(' ')[1], ...one }))
  gathering.notes.clear()
  try {
    await transaction(ctx, async (inner) => {
      for (const { venueId, channelId } of await write(inner, JSON.stringify(notes)))
        await inner.ports.live.publish(inner, { type: 'channel', venueId, id: channelId, kind: 'proved' })
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'channel health')
  }
}

/** Answers those of them for which somebody waits to hear exactly this. */
const write = async (ctx: Ctx, notes: string): Promise<Pair[]> => {
  const { rows } = await sql<Pair>`
    with news as (
      select n."channelId" as channel_id, n."venueId" as venue_id, n."searchedAt" as searched_at, n."refusedAt" as refused_at, n.refusal::jsonb as refusal,
        n."answeredAt" as answered_at, n."offeredAt" as offered_at, n.booked
      from json_to_recordset(${notes}::json) as n ("channelId" uuid, "venueId" uuid, "searchedAt" timestamptz, "refusedAt" timestamptz, refusal text,
          "answeredAt" timestamptz, "offeredAt" timestamptz, booked boolean)
        join channel_venues cv on cv.venue_id = n."venueId" and cv.channel_id = n."channelId"
    ), written as (
      insert into channel_health (channel_id, venue_id, searched_at, refused_at, refusal, answered_at, offered_at)
      select channel_id, venue_id, searched_at, refused_at, refusal, answered_at, offered_at from news
      where coalesce(searched_at, refused_at, answered_at, offered_at) is not null order by channel_id, venue_id
      on conflict (channel_id, venue_id) do update set
        searched_at = greatest(excluded.searched_at, channel_health.searched_at),
        refused_at = coalesce(excluded.refused_at, channel_health.refused_at),
        refusal = coalesce(excluded.refusal, channel_health.refusal),
        answered_at = greatest(excluded.answered_at, channel_health.answered_at),
        offered_at = greatest(excluded.offered_at, channel_health.offered_at)
    )
    select n.venue_id, n.channel_id from news n join channel_health before on before.channel_id = n.channel_id and before.venue_id = n.venue_id
    where before.awaited_since is not null and (n.booked
      or (n.answered_at is not null and coalesce(before.answered_at < before.awaited_since, true))
      or (n.offered_at is not null and coalesce(before.offered_at < before.awaited_since, true)))`.execute(ctx.db)
  return rows
}

/** From now on a live message of the link says at once when the channel is answered, is offered a table or books there: the first since that time. */
export const awaitProofs = async (ctx: Ctx, { venueId, channelId, since }: Pair & { since: string }): Promise<void> => {
  await sql`
    insert into channel_health (channel_id, venue_id, awaited_since) values (${channelId}, ${venueId}, ${since}::timestamptz)
    on conflict (channel_id, venue_id) do update set awaited_since = excluded.awaited_since`.execute(ctx.db)
}

export const stopAwaiting = async (ctx: Ctx, { venueId, channelId }: Pair): Promise<void> => {
  await sql`update channel_health set awaited_since = null where channel_id = ${channelId} and venue_id = ${venueId}`.execute(ctx.db)
}

/** The calling channel looked for a table there. */
export const recordSearch = (ctx: Ctx, venueId: string): void => note(ctx, venueId, { searchedAt: ctx.clock().toString() })

/** The calling channel wanted to book there and was refused. */
export const recordRefusal = (ctx: Ctx, venueId: string, { code, values }: Problem): void =>
  note(ctx, venueId, { refusedAt: ctx.clock().toString(), refusal: JSON.stringify({ code, values }) })

/** The calling channel got an answer for the venue, with a table in it or without. */
export const recordAnswer = (ctx: Ctx, venueId: string, offers: boolean): void => {
  const now = ctx.clock().toString()
  note(ctx, venueId, { answeredAt: now, ...(offers ? { offeredAt: now } : {}) })
}

/** The calling channel has booked there: told when that is committed. */
export const recordBooking = (ctx: Ctx, venueId: string): void => {
  const tell = (): void => note(ctx, venueId, { booked: true })
  const { afterCommit, inTransaction } = ctx.unitOfWork
  if (inTransaction) afterCommit.push(tell)
  else tell()
}
