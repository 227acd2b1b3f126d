import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { addressKey, originKey } from './rate-limit.ts'

/** Within a quarter of an hour, over all processes. */
const withinMinutes = 15

/** Counts one more under the key; true once there were more than allowed. */
export const isTooOften = async (ctx: Ctx, key: string, most: number): Promise<boolean> => {
  const window = ctx.clock().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const { rows } = await sql<{ count: number }>`
    with mine as (
      insert into rate_windows (key, window_at, count) values (${key}, ${window.toString()}::timestamptz, 1)
      on conflict (key, window_at) do update set count = rate_windows.count + 1 returning count
    )
    select (mine.count + coalesce((
      select sum(w.count) from rate_windows w where w.key = ${key} and w.window_at < ${window.toString()}::timestamptz
        and w.window_at > ${window.subtract({ minutes: withinMinutes }).toString()}::timestamptz), 0))::integer as count from mine`.execute(
    ctx.db,
  )
  return rows[0]!.count > most
}

/** Who asks without a session, as such counts name him. */
export const addressOf = ({ origin }: Ctx): string => (origin.address ? originKey(origin) : addressKey('0.0.0.0'))
