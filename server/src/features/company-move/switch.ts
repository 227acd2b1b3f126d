import { createHash } from 'node:crypto'
import { ConfigError } from '#src/platform/config.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { differentParts, makeSame, removeAhead, wholeSums } from './difference.ts'
import { leftTables } from './left-tables.ts'
import { movedTables } from './moved-tables.ts'
import { NotNow, type Pause, pauseOver } from './pause.ts'
import { askedOf, copiedParts, type Move, movedParts, type Part, sharedParts, skippedOf, withoutTriggers } from './two-databases.ts'

export type Sums = Readonly<Record<string, string>>
/** What the source was like when it was closed: sums of its tables, and how far what it counts had come. */
export type Closed = { readonly sums: Sums; readonly sequences: unknown }
const jobs = 'pgboss.job'

/** Opened at its own end, what is sealed must be the same. Only what comes of it is kept. */
const secretsOf = async (move: Move, side: 'source' | 'target', part: Part): Promise<string> => {
  const { db, secrets } = move[side]
  const { rows } = await db.query<{ key: string; told: Record<string, string> | null }>(
    'select key, told from move_rows($1, $2, $3, $4, $5, $6, null, $7, 1, $8, null) where told is not null',
    [...askedOf(move, part), [], [...part.sealed!], [0]],
  )
  const plain = rows.map(({ key, told }) => [key, part.sealed!.map((column) => told![column] && secrets.open(told![column]))])
  // Two databases need not sort alike.
  const lines = plain.map((one) => JSON.stringify(one)).toSorted()
  return rows.length ? createHash('sha256').update(lines.join()).digest('hex') : ''
}

const nameOf = ({ table, isAhead }: Part): string => (isAhead ? `${table} (ahead)` : table)

export const sumsOf = async (move: Move, side: 'source' | 'target'): Promise<Sums> => {
  // Others are written during the switch as well.
  const parts = movedParts.filter(({ guard }) => guard !== false)
  const whole = await wholeSums(move[side].db, move, { parts, skipped: (part) => skippedOf(move, part) })
  const sums: Record<string, string> = Object.fromEntries(parts.map((part, at) => [nameOf(part), whole[at]!]))
  for (const part of parts) if (part.sealed) sums[`${part.table}, sealed`] = await secretsOf(move, side, part)
  return sums
}

export const closedAt = async (move: Move): Promise<Closed> => {
  const { rows } = await move.source.db.query<{ sequences: unknown }>('select move_sequences() as sequences')
  return { sums: await sumsOf(move, 'source'), sequences: rows[0]!.sequences }
}

/** Makes everything that goes along the same at the other side. One look at all tables tells which of them have to be gone through. */
export const catchUp = async (move: Move): Promise<number> => {
  let differed = 0
  for (const part of sharedParts) if (move.missingChannels.length) differed += await makeSame(move, part)
  for (const part of await differentParts(move, [...copiedParts, ...movedParts])) differed += await makeSame(move, part)
  return differed
}

const waitingJobs = `from pgboss.job j where j.state in ('created', 'retry', 'active') and move_mentions(j.data, $1, $2)`
/** Which jobs wait at the other side. */
export const bringJobs = async (move: Move): Promise<string[]> => {
  const { rows } = await move.source.db.query<{ id: string; job: unknown }>(`select j.id, to_jsonb(j) as job ${waitingJobs}`, [
    move.company.venues,
    move.company.id,
  ])
  await move.target.db.query('delete from arriving_rows where move_id = $1 and table_name = $2', [move.id, jobs])
  await move.target.db.query(
    `insert into arriving_rows (move_id, table_name, key, sum, content) select $1, $2, id, '', job from unnest($3::text[], $4::text[]) as j (id, job)`,
    [move.id, jobs, rows.map(({ id }) => id), rows.map(({ job }) => JSON.stringify(job))],
  )
  return rows.map(({ id }) => id)
}

const jobsMs = 5000
const jobsPollMs = 50
/**
 * The jobs that go, held by this transaction. None is waited for: the queue's heartbeat and what ends jobs write several of them in an order of their own, so
 * that each of the two would wait for the other.
 */
const holdJobs = async ({ source: { db }, company, rest }: Move): Promise<{ id: string; name: string }[]> => {
  await db.query('savepoint jobs')
  for (let waitedMs = 0; waitedMs < jobsMs; waitedMs += jobsPollMs) {
    try {
      return (
        await db.query<{ id: string; name: string }>(`select j.id::text, j.name ${waitingJobs} for update nowait`, [
          company.venues,
          company.id,
        ])
      ).rows
    } catch (error) {
      if (sqlCodeOf(error) !== '55P03') throw error
      await db.query('rollback to savepoint jobs')
    }
    await rest(jobsPollMs)
  }
  throw new NotNow('jobs of this company are being written all the time')
}

const orphansOf = async (move: Move): Promise<string[]> => {
  const found: string[] = []
  for (const part of movedParts) {
    const { rows } = await move.target.db.query<{ name: string; orphans: string }>(
      'select * from move_orphans($1, $2, $3, $4, $5)',
      askedOf(move, part),
    )
    found.push(...rows.map(({ name, orphans }) => `${name} (${orphans})`))
  }
  return found
}

const differencesOf = (wanted: Sums, there: Sums): string[] => Object.keys(wanted).filter((name) => wanted[name] !== there[name])

/**
 * Within a transaction of the target: what waits becomes rows, and everything is compared with the source's sums. Nobody sees any of it before the
 * commit, which comes after the source's.
 */
export const arrive = async (move: Move, { sums, sequences }: Closed): Promise<void> => {
  const { db } = move.target
  await db.query(withoutTriggers)
  await db.query('select move_raise($1)', [JSON.stringify(sequences)])
  for (const part of [...sharedParts, ...copiedParts, ...movedParts])
    if (!part.isAhead) await db.query('select move_arrive($1, $2, $3, $4, false)', [move.id, part.table, part.fresh ?? [], part.kept])
  const different = differencesOf(sums, await sumsOf(move, 'target'))
  if (different.length) throw new NotNow(`not the same at both ends: ${different.join(', ')}`)
  const orphans = await orphansOf(move)
  if (orphans.length) throw new NotNow(`refer to what is not there at the other side: ${orphans.join(', ')}`)
  await db.query('select move_settle($1, $2, $3)', [move.id, move.company.venues, move.company.id])
  await db.query('delete from arriving_rows where move_id = $1', [move.id])
  await db.query(`update company_moves set state = 'arrived', state_at = clock_timestamp() where id = $1 and side = 'target'`, [move.id])
}

/** Conditions of what goes by itself, by table. */
const goingAlong = JSON.stringify(
  Object.fromEntries([
    ...movedTables.map(({ table, where }) => [table, where]),
    ...leftTables.filter(({ gone }) => gone !== undefined).map(({ table, gone }) => [table, gone]),
  ]),
)
/** What others have that hangs on these rows, before they go. */
const loosen = async ({ source: { db }, company }: Move, table: string, where: string): Promise<void> => {
  await db.query('select move_loosen($1, $2, $3, $4, $5, $6)', [table, where, goingAlong, company.venues, company.id, company.day])
}

/**
 * The point of no return, within a transaction of the source: the places are closed for good and everything but what was copied ahead is gone, so that
 * nobody finds a free table here. Fails where the pause is over, as somebody may have written since.
 */
export const leave = async (move: Move, pause: Pause, brought: readonly string[]): Promise<void> => {
  const { db } = move.source
  const { rows } = await db.query<{ until: Date }>('select min(until) as until from closed_places where turn = $1', [pause.turn])
  const waiting = await holdJobs(move)
  // What was ordered since its jobs were brought would be lost.
  const late = waiting.filter(({ id }) => !brought.includes(id))
  if (late.length) throw new NotNow(`new jobs have come: ${[...new Set(late.map(({ name }) => name))].join(', ')}`)
  await db.query(withoutTriggers)
  await db.query('select move_signpost($1, $2, $3)', [pause.turn, move.id, move.company.venues])
  await db.query('delete from pgboss.job where id = any($1::uuid[])', [brought])
  const asked = askedOf(move, movedParts[0]!).slice(2)
  for (const { table, gone } of leftTables) if (gone !== undefined) await loosen(move, table, gone)
  for (const { table, where, isAhead } of movedParts) if (!isAhead) await loosen(move, table, where)
  for (const { table, gone } of leftTables)
    if (gone !== undefined) await db.query('select move_remove($1, $2, $3, $4, $5, null)', [table, gone, ...asked])
  // Who hangs on another one goes before him.
  for (const part of movedParts.toReversed())
    if (!part.isAhead) await db.query('select move_remove($1, $2, $3, $4, $5, null)', askedOf(move, part))
  await db.query(`update company_moves set state = 'moved', state_at = clock_timestamp() where id = $1 and side = 'source'`, [move.id])
  // The rows of the pause are held now: whoever finds it over waits for this transaction. Who came before that came after the end.
  const { rows: held } = await db.query<{ inTime: boolean }>('select $1::timestamptz > clock_timestamp() as "inTime"', [rows[0]!.until])
  if (!held[0]!.inTime) throw pauseOver(pause)
}

/** What was copied ahead, once it is at the other side for good. */
export const clearSource = async (move: Move): Promise<void> => {
  const { db } = move.source
  const { rowCount: lives } = await db.query('select from companies where id = $1', [move.company.id])
  if (lives) throw new ConfigError('The company lives here again: nothing is removed.')
  await db.query(withoutTriggers)
  for (const { table, where, isAhead } of movedParts) if (isAhead) await loosen(move, table, where)
  const audit = movedParts.find(({ table }) => table === 'audit_entries')!
  await db.query('select move_count_audit($1, $2, $3, $4, null, -1)', askedOf(move, audit).slice(1))
  for (const part of movedParts) if (part.isAhead) await db.query('select move_remove($1, $2, $3, $4, $5, null)', askedOf(move, part))
  await db.query(`update company_moves set state = 'done', state_at = clock_timestamp() where id = $1 and side = 'source'`, [move.id])
}

/** Takes back what came ahead, where the move is given up. */
export const clearTarget = async (move: Move): Promise<void> => {
  const { db } = move.target
  await db.query(withoutTriggers)
  for (const part of movedParts) if (part.isAhead) await removeAhead(move, part, null)
  await db.query('delete from arriving_rows where move_id = $1', [move.id])
  await db.query(`update company_moves set state = 'aborted', state_at = clock_timestamp() where id = $1 and side = 'target'`, [move.id])
}
