import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { rootDbOf, perDatabase } from '#src/platform/db/connect.ts'
import type { Problem } from '#src/platform/problem.ts'

type Note = { searchedAt: string | null; refusedAt: string | null; refusal: string | null }
type Gathering = { notes: Map<string, Note>; cancel: (() => void) | undefined }

/** Searches come by the thousand: what was last is gathered here and written every few seconds, one statement for all. */
const gatheringOf = perDatabase((): Gathering => ({ notes: new Map(), cancel: undefined }))
const writeEveryMs = 3000

const note = (ctx: Ctx, venueId: string, news: Partial<Note>): void => {
  if (ctx.actor.kind !== 'channel') return
  const gathering = gatheringOf(ctx.db)
  const key = `${ctx.actor.id} ${venueId.toLowerCase()}`
  const before = gathering.notes.get(key) ?? { searchedAt: null, refusedAt: null, refusal: null }
  gathering.notes.set(key, { ...before, ...news })
  gathering.cancel ??= ctx.ports.timers.after(writeEveryMs, () => void writeHealth({ db: rootDbOf(ctx.db), log: ctx.log }))
}

/** Writes what was gathered. A loss is no harm: the next search says it again. */
export const writeHealth = async ({ db, log }: Pick<Ctx, 'db' | 'log'>): Promise<void> => {
  const gathering = gatheringOf(db)
  gathering.cancel?.()
  gathering.cancel = undefined
  if (!gathering.notes.size) return
  const notes = [...gathering.notes].map(([key, one]) => ({ channelId: key.split(' ')[0], venueId: key.split(' ')[1], ...one }))
  gathering.notes.clear()
  await sql`
    insert into channel_health (channel_id, venue_id, searched_at, refused_at, refusal)
    select n."channelId", n."venueId", n."searchedAt", n."refusedAt", n.refusal::jsonb
    from json_to_recordset(${JSON.stringify(notes)}::json)
        as n ("channelId" uuid, "venueId" uuid, "searchedAt" timestamptz, "refusedAt" timestamptz, refusal text)
      join channel_venues cv on cv.venue_id = n."venueId" and cv.channel_id = n."channelId"
    order by n."channelId", n."venueId"
    on conflict (channel_id, venue_id) do update set
      searched_at = greatest(excluded.searched_at, channel_health.searched_at),
      refused_at = coalesce(excluded.refused_at, channel_health.refused_at),
      refusal = coalesce(excluded.refusal, channel_health.refusal)`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'channel health'))
}

/** The calling channel looked for a table there. */
export const recordSearch = (ctx: Ctx, venueId: string): void => note(ctx, venueId, { searchedAt: ctx.clock().toString() })

/** The calling channel wanted to book there and was refused. */
export const recordRefusal = (ctx: Ctx, venueId: string, { code, values }: Problem): void =>
  note(ctx, venueId, { refusedAt: ctx.clock().toString(), refusal: JSON.stringify({ code, values }) })
