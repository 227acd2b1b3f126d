import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../problem.ts'
import type { Db } from './schema.ts'

/** Where places are now that have moved to another installation; `arrived` false = still on the way. */
export type MovedTo = { url: string; arrived: boolean }

/** Of what is not here: companies, venues, and bookings from a month ago on. Each under the id as it was asked. */
export const placesMoved = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MovedTo>> => {
  if (!ids.length) return new Map()
  const { rows } = await sql<MovedTo & { id: string }>`
    select asked.id, rtrim(c.url, '/') as url, m.state = 'done' or m.facts ? 'arrived' as arrived
    from unnest(${[...ids]}::text[]) as asked (id) join closed_places c on c.place_id = asked.id::uuid join company_moves m on m.id = c.move_id
    where c.until is null`.execute(db)
  return new Map(rows.map(({ id, ...to }) => [id, to]))
}

/** People here belong to others than what has left; only who may see everything is told where that is. Partners' keys are for all installations. */
export const mayHearWhereMoved = ({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>): boolean => actor.kind !== 'user' || scope.kind === 'all'

/** Of one of these. */
export const whereMoved = async (db: Db, ids: readonly string[]): Promise<MovedTo | undefined> =>
  [...(await placesMoved(db, ids)).values()][0]

/** Nothing is found at these places: because all of them have moved? Then a list would say that there is nothing, which is not so. */
export const refuseMoved = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  if (!mayHearWhereMoved(ctx)) return
  const moved = await placesMoved(ctx.db, ids)
  if (!moved.size || !ids.every((id) => moved.has(id))) return
  const on = [...moved.values()].find(({ arrived }) => !arrived)
  throw on ? new Problem('venue.moving') : new Problem('venue.moved').with({ url: [...moved.values()][0]!.url })
}
