import { sql } from 'kysely'
import { syncEverything } from '#src/features/rms-sync/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { type Loop, startLoop } from '#src/platform/jobs/leased-loop.ts'
import { recall, remember, type Remembered } from './remembered.ts'

type Here = { lineage: string; mark: number; at: string }

/** What is lost within this time of the last mark may stay unnoticed. */
const everySeconds = 10
/** So often the same was remembered before it counts: until then somebody else may be at work with these files. */
const looksUnmoved = 3
const rememberedLineages = 20

/** Forward by one, and remembered outside after the commit. */
const goOn = async (ctx: Ctx, before: Remembered | undefined): Promise<void> => {
  const { rows } = await sql<Here>`
    update time_marks set mark = mark + 1, at = ${ctx.clock().toString()}::timestamptz returning lineage, mark, at`.execute(ctx.db)
  const here = rows[0]!
  const earlier = before && before.lineage !== here.lineage ? [before.lineage, ...before.earlier] : (before?.earlier ?? [])
  await remember(ctx, { ...here, earlier: earlier.slice(0, rememberedLineages) })
}

/** Notes that time went back, from where to where, and brings partners in line: systems are read anew, partners with endpoints are told (a trigger). */
const noteRestore = (ctx: Ctx, here: Here, remembered: Remembered): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const id = newId()
    const [from, to] = [here.at, remembered.at].toSorted() as [string, string]
    const { rows } = await sql`
      update time_marks set lineage = gen_random_uuid(), mark = greatest(mark, ${remembered.mark}) + 1, at = ${now}::timestamptz
      where lineage = ${here.lineage} and mark = ${here.mark} returning mark`.execute(inner.db)
    if (!rows.length) return
    await sql`insert into restores (id, from_at, to_at, found_at) values (${id}, ${from}, ${to}, ${now})`.execute(inner.db)
    const systems = await syncEverything(inner)
    await audit(inner, { action: 'installation.restored', subject: 'installation', subjectId: id, after: { from, to, systems } })
    inner.unitOfWork.afterCommit.push(() =>
      inner.log.error(
        { from, to, systems },
        'The database went back in time: what was booked between is not known here. docs/operations/runbook.md says what to do.',
      ),
    )
  })

/** What the process saw last, so that a writer beside it is noticed. */
type Eye = { seen: string; unmoved: number; said: boolean }

/** One look. Nothing is concluded from a single one: a copy that was started beside the living installation must not speak in its name. */
export const lookAtTime = async (ctx: Ctx, eye: Eye): Promise<'on' | 'waits' | 'restored' | 'taken over'> => {
  const remembered = await recall(ctx)
  const { rows } = await sql<Here>`select lineage, mark, at from time_marks`.execute(ctx.db)
  const here = rows[0]!
  if (!remembered || (remembered.lineage === here.lineage && remembered.mark <= here.mark)) {
    await goOn(ctx, remembered)
    return 'on'
  }
  const seen = `${remembered.lineage} ${remembered.mark}`
  eye.unmoved = eye.seen === seen ? eye.unmoved + 1 : 0
  const moved = eye.seen !== '' && eye.seen !== seen
  eye.seen = seen
  if (moved && !eye.said) {
    eye.said = true
    ctx.log.error({}, 'Another installation works with the same files (FILES_URL): give each its own.')
  }
  if (eye.unmoved < looksUnmoved) return 'waits'
  eye.unmoved = 0
  const isOurs = remembered.lineage === here.lineage || remembered.earlier.includes(here.lineage)
  if (isOurs) await noteRestore(ctx, here, remembered)
  await goOn(ctx, isOurs ? remembered : undefined)
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
  const eye: Eye = { seen: '', unmoved: 0, said: false }
  return startLoop(ctx, {
    name: 'restores',
    atOnce: 1,
    everyMs: 5000,
    take,
    run: async (inner) => void (await lookAtTime(inner, eye)),
  })
}
