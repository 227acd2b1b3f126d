import type pg from 'pg'
import { stopwatchMs } from '#src/platform/clock.ts'
import { ConfigError } from '#src/platform/config.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { announce, noteArrival } from './announce.ts'
import { databaseOf, databasesFault } from './databases.ts'
import { lateFaults } from './obstacles.ts'
import { closeSource, forgetPauses, NotNow, openSource, requirePause } from './pause.ts'
import { rehearse } from './rehearse.ts'
import { arrive, bringJobs, catchUp, clearSource, clearTarget, type Closed, closedAt, leave } from './switch.ts'
import { type Company, type End, inTransaction, type Move } from './two-databases.ts'

export type MoveOptions = {
  source: End
  target: End
  /** Id or name. */
  company: string
  /** Where the company is asked for afterwards. */
  url: string | undefined
  /** Where it is asked for now. */
  from?: string | undefined
  what: 'move' | 'rehearse' | 'abort'
  pauseSeconds: number
  /** How long each step rests, for tests. */
  restMs?: number
  keysMost?: number
  tell: (line: string) => void
  rest: (ms: number) => Promise<unknown>
}
/** `target`: the database that the move was begun with. */
type Facts = { cut: Record<string, string[]>; missingChannels: string[]; missingPeople: string[]; target: string } & Partial<Closed>
type Known = { id: string; state: string; company: Company; url: string; facts: Facts }

const refuse = (text: string): never => {
  throw new ConfigError(text)
}

const knownMove = async (db: pg.Client, asked: string): Promise<Known | undefined> => {
  const { rows } = await db.query<Omit<Known, 'company'> & Company & { companyId: string }>(
    `select id, state, company_id as "companyId", company_name as name, venues::text[] as venues, ahead_before::text as day, url, facts from company_moves
     where side = 'source' and state in ('copying', 'moved') and (company_id::text = $1 or lower(company_name) = lower($1))`,
    [asked],
  )
  const [one] = rows
  const others = await db.query<{ id: string }>('select id from companies where lower(name) = lower($1) and id <> all($2)', [
    asked,
    rows.map(({ companyId }) => companyId),
  ])
  const ids = [...rows.map(({ companyId }) => companyId), ...others.rows.map(({ id }) => id)]
  if (one && ids.length > 1) refuse(`Several companies are called ${asked}: name one by its id: ${ids.join(', ')}`)
  return (
    one && {
      id: one.id,
      state: one.state,
      url: one.url,
      facts: one.facts,
      company: { id: one.companyId, name: one.name, venues: one.venues, day: one.day },
    }
  )
}

const namedCompany = async (db: pg.Client, asked: string): Promise<Company> => {
  const { rows } = await db.query<Company>(
    `select c.id, c.name, array(select v.id::text from venues v where v.company_id = c.id order by v.id) as venues, (current_date - 30)::text as day
     from companies c where c.id::text = $1 or lower(c.name) = lower($1)`,
    [asked],
  )
  const done = await db.query<{ url: string }>(
    `select url from company_moves where side = 'source' and state = 'done' and (company_id::text = $1 or lower(company_name) = lower($1)) order by state_at desc limit 1`,
    [asked],
  )
  if (!rows[0] && done.rows[0]) refuse(`${asked} has moved to ${done.rows[0].url}; nothing is left to do.`)
  if (rows.length > 1) refuse(`Several companies are called ${asked}: name one by its id: ${rows.map(({ id }) => id).join(', ')}`)
  return rows[0] ?? refuse(`There is no company ${asked} here.`)
}

/** One at a time for each company, also from two machines; held as long as the connection is. */
const hold = async (db: pg.Client, { id }: Company): Promise<void> => {
  const { rows } = await db.query<{ free: boolean }>(`select pg_try_advisory_lock(hashtextextended($1, 380)) as free`, [id])
  if (!rows[0]!.free) refuse('Another process is moving this company at this moment.')
}

const stepsTo =
  ({ source, tell, rest, restMs = 0 }: MoveOptions, id: string) =>
  async (text: string): Promise<void> => {
    tell(text)
    await source.db.query(
      'insert into company_move_steps (move_id, n, said) select $1, coalesce(max(n), 0) + 1, $2 from company_move_steps where move_id = $1',
      [id, text],
    )
    if (restMs > 0) await rest(restMs)
  }

const moveOf = (options: MoveOptions, { id, company, url, facts }: Omit<Known, 'state'>): Move => ({
  id,
  company,
  url,
  from: options.from,
  source: options.source,
  target: options.target,
  missingChannels: facts.missingChannels,
  missingPeople: new Set(facts.missingPeople),
  cut: facts.cut,
  keysMost: options.keysMost,
  say: stepsTo(options, id),
  rest: options.rest,
})
const noFacts: Facts = { cut: {}, missingChannels: [], missingPeople: [], target: '' }

const noteMove = async (db: pg.Client, side: 'source' | 'target', { id, company, url, facts }: Omit<Known, 'state'>): Promise<void> => {
  await db.query(
    `insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before, facts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
    [
      id,
      company.id,
      company.name,
      side,
      side === 'source' ? 'copying' : 'arriving',
      company.venues,
      url,
      company.day,
      JSON.stringify(facts),
    ],
  )
}

const begin = async (options: MoveOptions, company: Company): Promise<Known> => {
  const url = options.url ?? refuse('Say where the company is asked for afterwards: --to https://…')
  const found = await rehearse(moveOf(options, { id: newId(), company, url, facts: noFacts }), options.tell)
  if (found.obstacles.length) refuse('Nothing was changed.')
  const target = await databaseOf(options.target.db)
  const facts = { cut: found.cut, missingChannels: found.missingChannels, missingPeople: [...found.people], target }
  const known = { id: newId(), state: 'copying', company, url, facts }
  await noteMove(options.source.db, 'source', known)
  return known
}

const fewRows = 300
const roundsMost = 8
const copy = async (move: Move): Promise<void> => {
  let before = Infinity
  for (let round = 1; round <= roundsMost; round++) {
    const differed = await catchUp(move)
    await move.say(`Round ${round} of copying: ${differed} rows differed. Bookings go on.`)
    if (differed <= fewRows) return
    // Once more would bring it no nearer.
    if (differed >= before) break
    before = differed
  }
  await move.say('Rows change as fast as they are copied: the pause has to copy about as many. An hour with few bookings makes it shorter.')
}

const seconds = (fromMs: number): string => ((stopwatchMs() - fromMs) / 1000).toFixed(2)

/** What was not in the way when the move began is not now, and its venues are the same. */
const requireAsBegun = async ({ company, source, target }: Move): Promise<void> => {
  const faults = await lateFaults(company, source.db, target.db)
  if (faults.length) refuse(`${faults.join('\n')}\nNothing was switched. Mend it, or give the move up with --abort and begin anew.`)
}

/** A move goes on where it was begun to: to that database and that address. */
const requireSameTarget = async ({ target, url, what }: MoveOptions, { id, facts, url: before }: Known): Promise<void> => {
  const { rowCount: waits } = await target.db.query('select from company_moves where id = $1', [id])
  if (!waits && (await databaseOf(target.db)) !== facts.target)
    refuse(
      'This move was begun with another target database: give that one as TARGET_DATABASE_URL, or give the move up there with --abort.',
    )
  if (what === 'move' && url !== undefined && url !== before)
    refuse(`This move was begun with --to ${before}: go on with that, or give the move up with --abort and begin anew.`)
}

/** Closed, compared, switched. Whatever fails before the source's commit opens the source again. */
const switchOver = async (move: Move, known: Known, pauseSeconds: number): Promise<void> => {
  const { source, target, say } = move
  const pause = { turn: newId(), seconds: pauseSeconds, startedMs: stopwatchMs() }
  try {
    await closeSource(move, pause, known.url)
    await requireAsBegun(move)
    await say('The restaurants of this company take no bookings for a moment (503, Retry-After).')
    const differed = await catchUp(move)
    const brought = await bringJobs(move)
    const closed = await closedAt(move)
    await requirePause(move, pause)
    await say(`The last ${differed} rows are copied.`)
    await inTransaction(target.db, async () => {
      await arrive(move, closed)
      await noteArrival(move, closed.sums)
      await say(`${Object.keys(closed.sums).length} sums are the same at both ends.`)
      await inTransaction(source.db, async () => {
        await source.db.query(`update company_moves set facts = facts || $2 where id = $1`, [move.id, JSON.stringify(closed)])
        await leave(move, pause, brought)
      })
      // From here on there is no way back: this installation is closed for good, the other opens with the commit.
      await say('This installation answers that the company has moved.')
    })
  } catch (error) {
    await openSource(move, pause.turn).catch(() => undefined)
    throw error
  }
  await say(`The other installation takes bookings. The pause was ${seconds(pause.startedMs)} s.`)
}

/** Another one was in the way at that moment: a deadlock, a lock that did not come. */
const passing = new Set(['40P01', '40001', '55P03'])
const whyNot = (error: unknown): string | undefined => {
  if (error instanceof NotNow) return error.message
  return passing.has(sqlCodeOf(error) ?? '') ? `something else was at the same rows (${(error as Error).message})` : undefined
}

const triesMost = 3
const switchWithPatience = async (move: Move, known: Known, pauseSeconds: number): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await switchOver(move, known, pauseSeconds)
    } catch (error) {
      const reason = whyNot(error)
      if (reason === undefined) throw error
      await move.say(`Not yet: ${reason}.`)
      if (tries === triesMost)
        refuse(
          `Given up after ${triesMost} tries: ${reason}. Nothing was switched, and the restaurants take bookings. Give the same command once more, best at an hour with few bookings; docs/operations/cells.md says more.`,
        )
      await move.rest(1000)
    }
  }
}

/** The source is closed for good, and the other side has not opened yet: a move that was stopped between the two. */
const openTarget = async (move: Move, { facts }: Known): Promise<void> => {
  const { rows } = await move.target.db.query<{ state: string }>('select state from company_moves where id = $1', [move.id])
  const isArrived = rows[0]?.state === 'arrived'
  const { rowCount: lives } = await move.source.db.query('select from companies where id = $1', [move.company.id])
  if (lives && isArrived) {
    await move.source.db.query(`update company_moves set state = 'done', state_at = clock_timestamp() where id = $1`, [move.id])
    refuse(
      'The company has come back here since it left: the old move is closed, and nothing was removed. Give the command once more for a new one.',
    )
  }
  if (lives) refuse('The company is here, and waits at the other side as well: one of the two databases was restored. Nothing was changed.')
  if (isArrived) return
  await move.say('The company has left here and has not arrived there: it arrives now.')
  await inTransaction(move.target.db, async () => {
    await arrive(move, { sums: facts.sums!, sequences: facts.sequences })
    await noteArrival(move, facts.sums!)
  })
  await move.say('The other installation takes bookings.')
}

const abort = async (move: Move, known: Known): Promise<void> => {
  if (known.state === 'moved')
    refuse('The company has left here for good; run the command again without --abort, and it arrives at the other side.')
  await forgetPauses(move)
  await inTransaction(move.target.db, () => clearTarget(move))
  await inTransaction(move.source.db, async () => {
    await move.source.db.query(`update company_moves set state = 'aborted', state_at = clock_timestamp() where id = $1`, [move.id])
  })
  await move.say('The move was given up: everything is as it was, and the other side keeps nothing.')
}

/** Moves a company, or goes on where it was stopped. Resolves with the exit code. */
export const moveCompany = async (options: MoveOptions): Promise<number> => {
  const { source, target, what, tell } = options
  const before = await knownMove(source.db, options.company)
  if (what === 'abort' && !before) refuse('No move of this company is under way.')
  const company = before?.company ?? (await namedCompany(source.db, options.company))
  if (what === 'rehearse' && !before) {
    const found = await rehearse(moveOf(options, { id: newId(), company, url: '', facts: noFacts }), tell)
    return found.obstacles.length ? 1 : 0
  }
  if (what === 'rehearse') refuse('A move of this company is under way: go on with it, or give it up with --abort.')
  const faults = await databasesFault(source.db, target.db)
  if (faults.length) refuse(faults.join('\n'))
  await hold(source.db, company)
  // Looked up once more, now that nobody else is at it.
  const known = (await knownMove(source.db, company.id)) ?? (await begin(options, company))
  const move = moveOf(options, known)
  await requireSameTarget(options, known)
  await noteMove(target.db, 'target', known)
  if (what === 'abort') {
    await abort(move, known)
    return 0
  }
  if (known.state === 'copying') {
    await forgetPauses(move)
    await requireAsBegun(move)
    await copy(move)
    await switchWithPatience(move, known, options.pauseSeconds)
  } else await openTarget(move, known)
  await announce(move)
  await inTransaction(source.db, () => clearSource(move))
  await move.say('What was copied ahead is gone here. The move is done.')
  return 0
}
