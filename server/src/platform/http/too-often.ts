import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { addressKey, originKey } from './rate-limit.ts'

/** Within a quarter of an hour, over all processes. */
const usualMinutes = 15

type Counting = { minutes?: number; /** Less than nothing takes back what was counted before. */ by?: 1 | -1 }
/** Counts one more under the key, and tells how many there were in that time; within a transaction it counts only if that commits. */
export const countWithin = async (ctx: Ctx, key: string, { minutes = usualMinutes, by = 1 }: Counting = {}): Promise<number> => {
  const window = ctx.clock().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const { rows } = await sql<{ count: number }>`
    with mine as (
      insert into rate_windows (key, window_at, count) values (${key}, ${window.toString()}::timestamptz, ${by}::integer)
      on conflict (key, window_at) do update set count = rate_windows.count + ${by}::integer returning count
    )
    select (mine.count + coalesce((
      select sum(w.count) from rate_windows w where w.key = ${key} and w.window_at < ${window.toString()}::timestamptz
        and w.window_at > ${window.subtract({ minutes }).toString()}::timestamptz), 0))::integer as count from mine`.execute(ctx.db)
  return rows[0]!.count
}

/** Counts one more under the key; true once there were more than allowed. */
export const isTooOften = async (ctx: Ctx, key: string, most: number): Promise<boolean> => (await countWithin(ctx, key)) > most

/** Who asks without a session, as such counts name him. */
export const addressOf = ({ origin }: Ctx): string => (origin.address ? originKey(origin) : addressKey('0.0.0.0'))
