import { stopwatchMs } from '#src/platform/clock.ts'
import { ConfigError } from '#src/platform/config.ts'
import type { Move } from './two-databases.ts'

export type Pause = { readonly turn: string; readonly seconds: number; readonly startedMs: number }
/** As long as a pause may be asked for. */
export const pauseSecondsMost = 300

/** How long those who write already, and work that has begun, are waited for. */
const drainMs = 10_000
const settleMs = 5000
const pollMs = 25

/** Waited for in vain: the source is open again, nothing was changed. */
export class NotNow extends Error {
  override name = 'NotNow'
}

/** Tried once more it would be as short: whoever gave the command is told by how much. */
export const pauseOver = ({ seconds, startedMs }: Pause): ConfigError => {
  const needed = Math.ceil((stopwatchMs() - startedMs) / 1000)
  const longer = Math.min(pauseSecondsMost, Math.ceil((needed * 2) / 10) * 10)
  const advice =
    longer > seconds
      ? `with --pause-seconds ${longer}, best at an hour with few bookings`
      : 'at an hour when less is going on at both databases'
  return new ConfigError(
    `The pause of ${seconds} s was too short: after ${needed} s not everything was copied and compared. Nothing was switched, and the restaurants take bookings again. Give the same command once more, ${advice}.`,
  )
}

/** What was read and compared at the source holds only while nobody could write there. */
export const requirePause = async ({ source: { db } }: Move, pause: Pause): Promise<void> => {
  const { rows } = await db.query<{ stands: boolean | null }>(
    'select min(until) > clock_timestamp() as stands from closed_places where turn = $1',
    [pause.turn],
  )
  if (!rows[0]!.stands) throw pauseOver(pause)
}

/** Until everything that had begun to write before is over: whoever writes from now on finds the place closed. */
const untilWritten = async ({ source: { db }, rest }: Move): Promise<void> => {
  const { rows } = await db.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  for (let waitedMs = 0; waitedMs < drainMs; waitedMs += pollMs) {
    const { rows: now } = await db.query<{ through: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as through', [
      rows[0]!.next,
    ])
    if (now[0]!.through) return
    await rest(pollMs)
  }
  throw new NotNow(
    `somebody has been writing for more than ${drainMs / 1000} s (a long import, an upkeep); the restaurants take bookings again`,
  )
}

/** Jobs of the company that run at this moment, and live messages about it that a follower has not taken. */
const atWork = `
  select (select count(*) from pgboss.job j where j.state = 'active' and move_mentions(j.data, $1, $2))
    + (select count(*) from live_followers f join live_messages m on m.xid >= f.xid and m.id <> all(f.done)
       where f.name = 'notifications' and m.message ->> 'type' = 'reservation' and m.message ->> 'venueId' = any($1::text[])) as waits`

const untilSettled = async ({ source: { db }, company, say, rest }: Move): Promise<void> => {
  for (let waitedMs = 0; waitedMs < settleMs; waitedMs += pollMs * 4) {
    const { rows } = await db.query<{ waits: string }>(atWork, [company.venues, company.id])
    if (Number(rows[0]!.waits) === 0) return
    await rest(pollMs * 4)
  }
  await say('Some jobs of this company were still at work: what they were at is done once more at the other side.')
}

/** Closes all places of the company for a time, and waits until nobody writes there. Ends by itself when this process dies. */
export const closeSource = async (move: Move, { turn, seconds }: Pause, url: string): Promise<void> => {
  await move.source.db.query(
    `insert into closed_places (place_id, turn, move_id, until, url)
     select place, $1, $2, clock_timestamp() + make_interval(secs => $3), $4 from (
       select unnest($5::uuid[]) union select $6::uuid union select id from groups where company_id = $6
       union select id from users where company_id = $6
     ) as p (place)`,
    [turn, move.id, seconds, url, move.company.venues, move.company.id],
  )
  await untilWritten(move)
  // Jobs that wait begin no sooner than the pause ends by itself: what began now would be done here, and once more at the other side.
  await move.source.db.query(
    `update pgboss.job j set start_after = greatest(j.start_after, clock_timestamp() + make_interval(secs => $3))
     where j.state in ('created', 'retry') and move_mentions(j.data, $1, $2)`,
    [move.company.venues, move.company.id, seconds],
  )
  await untilSettled(move)
}

export const openSource = async (move: Move, turn: string): Promise<void> => {
  await move.source.db.query('delete from closed_places where turn = $1 and until is not null', [turn])
}

/** Pauses of which nothing came: their time is over, or nobody holds them any more. */
export const forgetPauses = async ({ source: { db }, id }: Pick<Move, 'source' | 'id'>): Promise<void> => {
  await db.query('delete from closed_places where move_id = $1 and until is not null', [id])
}
