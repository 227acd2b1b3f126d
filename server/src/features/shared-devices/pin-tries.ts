import { freeTries, lockSecondsAfter } from '@tablewire/contracts/identity/shared-devices.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

type Kind = keyof typeof freeTries
type Tried = { kind: Kind; id: string }
export type Try = { wrong: number; lockedUntil: string | null }

/** Wrong tries are forgotten after so long without another one: of a person slowly, of a tablet that many use soon. */
const forgottenAfter = { person: { hours: 24 }, device: { minutes: 15 } } as const
const steps = 12
/** Seconds by the number of wrong tries in a row, from the first one on; the last holds for all further ones. */
const locksOf = (kind: Kind): number[] => Array.from({ length: freeTries[kind] + steps }, (_, at) => lockSecondsAfter(at + 1, kind))

/** Counted as wrong before it is looked at, in one statement: of two hundred at once no more are looked at than there are tries. */
const count = async (ctx: Ctx, { kind, id }: Tried): Promise<Try | undefined> => {
  const now = ctx.clock()
  const since = now.subtract(forgottenAfter[kind]).toString()
  const wrong = sql`(case when t.tried_at < ${since}::timestamptz then 1 else t.wrong + 1 end)`
  const locks = sql`${locksOf(kind)}::integer[]`
  const lock = sql`(${locks})[least(${wrong}, ${freeTries[kind] + steps})]`
  const { rows } = await sql<Try>`
    insert into pin_tries as t (kind, id, wrong, tried_at) values (${kind}, ${id}, 1, ${now.toString()}::timestamptz)
    on conflict (kind, id) do update set wrong = ${wrong}, tried_at = excluded.tried_at,
      locked_until = case when ${lock} > 0 then ${now.toString()}::timestamptz + make_interval(secs => ${lock}) end
    where t.locked_until is null or t.locked_until <= ${now.toString()}::timestamptz
    returning t.wrong, t.locked_until`.execute(ctx.db)
  return rows[0]
}

const lockedProblem = async (ctx: Ctx, { kind, id }: Tried): Promise<Problem> => {
  const row = await ctx.db.selectFrom('pinTries').select('lockedUntil').where('kind', '=', kind).where('id', '=', id).executeTakeFirst()
  const until = row?.lockedUntil ?? ctx.clock().toString()
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - ctx.clock().epochMilliseconds) / 60_000))
  return new Problem('pin.locked', { minutes }).with({ of: kind, lockedUntil: until })
}

/** One try back: it was right, or was none. A right one takes back an earlier slip as well, and leaves two before the door closes. It was let through, so nothing was locked before it. */
const giveBack = async (ctx: Ctx, { kind, id }: Tried, tries = 1): Promise<void> => {
  await sql`
    update pin_tries set wrong = least(greatest(0, wrong - ${tries}), ${tries > 1 ? freeTries[kind] - 2 : 1_000_000}), locked_until = null
    where kind = ${kind} and id = ${id}`.execute(ctx.db)
}

/** A new PIN, or a manager, lets a person begin anew. */
export const forgetTries = async (ctx: Ctx, personId: string): Promise<void> => {
  await sql`delete from pin_tries where kind = 'person' and id = ${personId}`.execute(ctx.db)
}

/** A manager opens the tablets of a venue again. */
export const openTablets = async (ctx: Ctx, venueId: string): Promise<void> => {
  await sql`delete from pin_tries where kind = 'device' and id in (select d.id from shared_devices d where d.venue_id = ${venueId})`.execute(
    ctx.db,
  )
}

type Counted = Try & { right: () => Promise<void>; none: () => Promise<void> }
/** Counts a try on a tablet and of a person; refused while either is locked. Of a stranger nothing is counted: he is not there to be locked out. `right` takes it back and a slip before it, `none` alone. */
export const countTry = async (ctx: Ctx, { deviceId, personId }: { deviceId: string; personId: string | undefined }): Promise<Counted> => {
  const device = { kind: 'device', id: deviceId } as const
  const onTablet = await count(ctx, device)
  if (!onTablet) throw await lockedProblem(ctx, device)
  if (personId === undefined) return { ...onTablet, right: () => giveBack(ctx, device), none: () => giveBack(ctx, device) }
  const person = { kind: 'person', id: personId } as const
  const tried = await count(ctx, person)
  if (!tried) {
    await giveBack(ctx, device)
    throw await lockedProblem(ctx, person)
  }
  const right = async (): Promise<void> => {
    await giveBack(ctx, device, 2)
    await giveBack(ctx, person, 2)
  }
  // It was no try at a PIN; but whoever asks for those who have none does not open the tablet to guess at the others.
  const none = (): Promise<void> => giveBack(ctx, person)
  return { ...tried, right, none }
}
