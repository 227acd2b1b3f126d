import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { publishRestore } from '#src/features/notifications/api.ts'
import { syncEverything } from '#src/features/rms-sync/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { type Loop, startLoop } from '#src/platform/jobs/leased-loop.ts'
import { recall, remember, type Remembered } from './remembered.ts'

type Here = { lineage: string; earlier: string[]; mark: number; at: string }

/** What is lost within this time of the last mark may stay unnoticed. */
const everySeconds = 10
/** So often the same was remembered before it counts: until then somebody else may be at work with these files. */
const looksUnmoved = 3
const rememberedLineages = 20

/** Forward by one, and remembered outside after the commit. */
const goOn = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql<Here>`
    update time_marks set mark = mark + 1, at = ${ctx.clock().toString()}::timestamptz, seen = null, unmoved = 0
    returning lineage, earlier, mark, at`.execute(ctx.db)
  await remember(ctx, rows[0]!)
}

/** The database went on after its last mark, at most until the next one was due, which may have come late. */
const lostUntil = (mark: string, now: Temporal.Instant): string => {
  const due = Temporal.Instant.from(mark).add({ seconds: 2 * everySeconds })
  return (Temporal.Instant.compare(due, now) < 0 ? due : now).toString()
}

/** Notes that time went back, from where to where, and brings partners in line: systems are read anew, partners with endpoints are told (a trigger). */
const noteRestore = (ctx: Ctx, here: Here, remembered: Remembered): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const id = newId()
    const [from, to] = [here.at, lostUntil(remembered.at, inner.clock())].toSorted() as [string, string]
    const earlier = [...new Set([remembered.lineage, here.lineage, ...remembered.earlier])].slice(0, rememberedLineages)
    const { rows } = await sql`
      update time_marks set lineage = gen_random_uuid(), earlier = ${earlier}::uuid[], mark = greatest(mark, ${remembered.mark}) + 1,
        at = ${now}::timestamptz
      where lineage = ${here.lineage} and mark = ${here.mark} returning mark`.execute(inner.db)
    if (!rows.length) return
    await sql`insert into restores (id, from_at, to_at, found_at) values (${id}, ${from}, ${to}, ${now})`.execute(inner.db)
    const systems = await syncEverything(inner)
    await audit(inner, { action: 'installation.restored', subject: 'installation', subjectId: id, after: { from, to, systems } })
    await publishRestore(inner, { from, to }, id)
    inner.unitOfWork.afterCommit.push(() =>
      inner.log.error(
        { from, to, systems },
        'The database went back in time: what was booked between is not known here. docs/operations/runbook.md says what to do.',
      ),
    )
  })

type Seen = { first: boolean; unmoved: number }
/** Noted in the database, whichever process looked: how often in a row the same was remembered. */
const noteSeen = async (ctx: Ctx, seen: string): Promise<Seen & { moved: boolean }> => {
  const { rows } = await sql<{ before: string | null; unmoved: number }>`
    update time_marks t set seen = ${seen}, unmoved = case when t.seen = ${seen} then t.unmoved + 1 else 0 end
    from (select seen from time_marks) b returning b.seen as before, t.unmoved`.execute(ctx.db)
  const { before, unmoved } = rows[0]!
  return { first: before === null, moved: before !== null && before !== seen, unmoved }
}

/**
 * One look. Nothing is concluded from a single one: a copy that was started beside the living installation must not speak in its name. `said`: whether it was
 * told already that somebody else works with these files.
 */
export const lookAtTime = async (ctx: Ctx, eye: { said: boolean }): Promise<'on' | 'waits' | 'restored' | 'taken over'> => {
  const remembered = await recall(ctx)
  const { rows } = await sql<Here>`select lineage, earlier, mark, at from time_marks`.execute(ctx.db)
  const here = rows[0]!
  const isBefore = (one: Remembered): boolean => (one.lineage === here.lineage ? one.mark <= here.mark : here.earlier.includes(one.lineage))
  if (!remembered || isBefore(remembered)) {
    await goOn(ctx)
    return 'on'
  }
  const isOurs = remembered.lineage === here.lineage || remembered.earlier.includes(here.lineage)
  const { first, moved, unmoved } = await noteSeen(ctx, `${remembered.lineage} ${remembered.mark}`)
  if (first && isOurs) await sql`select skip_webhook_numbers()`.execute(ctx.db)
  if (moved && !eye.said) {
    eye.said = true
    ctx.log.error({}, 'Another installation works with the same files (FILES_URL): give each its own.')
  }
  if (unmoved < looksUnmoved) return 'waits'
  if (isOurs) await noteRestore(ctx, here, remembered)
  await goOn(ctx)
  return isOurs ? 'restored' : 'taken over'
}

/** One process at a time, by a lease in the row itself. */
const take = async (ctx: Ctx): Promise<readonly object[]> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const { rows } = await sql<object>`
    update time_marks set next_at = ${now} + make_interval(secs => ${everySeconds}) where next_at <= ${now} returning one`.execute(ctx.db)
  return rows
}

/** Every process that works looks in turn whether the database is where it had been. */
export const startWatchingTime = (ctx: () => Ctx): Loop => {
  const eye = { said: false }
  return startLoop(ctx, {
    name: 'restores',
    atOnce: 1,
    everyMs: 5000,
    take,
    run: async (inner) => void (await lookAtTime(inner, eye)),
  })
}
