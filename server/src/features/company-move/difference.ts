import { askedOf, type End, inTransaction, type Move, type Part, skippedOf, withoutTriggers } from './two-databases.ts'

type Sum = { bucket: number; rows: string; high: string; low: string }
type Name = { key: string; sum: string }
type Row = Name & { content: string; told: Record<string, unknown> | null; place: string | null }

const rowsInBucket = 500
const bucketsMost = 4096
const batchRows = 1000
/** Keys of rows that are held in memory at once, at either side. */
const keysMost = 300_000

const sumsAtSource = async (move: Move, part: Part, buckets: number): Promise<Sum[]> =>
  (
    await move.source.db.query<Sum>('select * from move_sums($1, $2, $3, $4, $5, $6, $7)', [
      ...askedOf(move, part),
      skipped(move, part),
      buckets,
    ])
  ).rows

/** Rows that wait carry the sum of the whole row as it was at the source; what is in its table already is compared without what differs on purpose. */
const skipped = (move: Move, part: Part): string[] => (part.isAhead ? skippedOf(move, part) : [])

const sumsAtTarget = async (move: Move, part: Part, buckets: number): Promise<Sum[]> =>
  part.isAhead
    ? (
        await move.target.db.query<Sum>('select * from move_sums($1, $2, $3, $4, $5, $6, $7)', [
          ...askedOf(move, part),
          skipped(move, part),
          buckets,
        ])
      ).rows
    : (
        await move.target.db.query<Sum>(
          `select move_bucket(key, $3) as bucket, count(*) as rows, sum(move_half(sum, 0)) as high, sum(move_half(sum, 1)) as low
           from arriving_rows where move_id = $1 and table_name = $2 and not ahead group by 1`,
          [move.id, part.table, buckets],
        )
      ).rows

type Place = { part: Part; buckets: number; which: number[] }
const namesAtSource = async (move: Move, { part, buckets, which }: Place): Promise<Name[]> =>
  (
    await move.source.db.query<Name>('select * from move_names($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...askedOf(move, part),
      skipped(move, part),
      buckets,
      which,
    ])
  ).rows

const namesAtTarget = async (move: Move, { part, buckets, which }: Place): Promise<Name[]> =>
  part.isAhead
    ? (
        await move.target.db.query<Name>('select * from move_names($1, $2, $3, $4, $5, $6, $7, $8)', [
          ...askedOf(move, part),
          skipped(move, part),
          buckets,
          which,
        ])
      ).rows
    : (
        await move.target.db.query<Name>(
          'select key, sum from arriving_rows where move_id = $1 and table_name = $2 and not ahead and move_bucket(key, $3) = any($4)',
          [move.id, part.table, buckets, which],
        )
      ).rows

const asText = ({ bucket, rows, high, low }: Sum): string => [bucket, rows, high, low].join(' ')

/** What a row gets instead of its own on the way: sealed anew, emptied, cut. */
const patchOf = ({ source, target, cut, missingPeople }: Move, part: Part, told: Row['told']): Record<string, unknown> | null => {
  const patch: Record<string, unknown> = Object.fromEntries((part.emptied ?? []).map((column) => [column, null]))
  for (const column of cut[part.table] ?? []) if (missingPeople.has(told?.[column])) patch[column] = null
  for (const column of part.sealed ?? []) {
    const sealed = told?.[column]
    if (typeof sealed === 'string') patch[column] = target.secrets.seal(source.secrets.open(sealed))
  }
  return Object.keys(patch).length ? patch : null
}

type Counted = { keys: readonly string[] | null; sign: 1 | -1 }
/** Days of the audit that are closed at the other side count what comes and goes. */
const countAudit = async ({ target, ...move }: Move, part: Part, { keys, sign }: Counted): Promise<void> => {
  if (part.table === 'audit_entries')
    await target.db.query('select move_count_audit($1, $2, $3, $4, $5, $6)', [...askedOf(move, part).slice(1), keys, sign])
}
/** What was copied ahead, of these keys; null = all of it. */
export const removeAhead = async (move: Move, part: Part, keys: readonly string[] | null): Promise<void> => {
  await countAudit(move, part, { keys, sign: -1 })
  await move.target.db.query('select move_remove($1, $2, $3, $4, $5, $6)', [...askedOf(move, part), keys])
}

const write = async (move: Move, part: Part, { rows, anew }: { rows: readonly Row[]; anew: boolean }): Promise<void> => {
  const { db } = move.target
  await inTransaction(db, async () => {
    await db.query(
      `insert into arriving_rows (move_id, table_name, ahead, key, sum, content, patch, place)
       select $1, $2, $3, * from unnest($4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[])
       on conflict (move_id, table_name, ahead, key) do update
         set sum = excluded.sum, content = excluded.content, patch = excluded.patch, place = excluded.place`,
      [
        move.id,
        part.table,
        part.isAhead,
        rows.map(({ key }) => key),
        rows.map(({ sum }) => sum),
        rows.map(({ content }) => content),
        rows.map(({ told }) => patchOf(move, part, told)).map((patch) => patch && JSON.stringify(patch)),
        rows.map(({ place }) => place),
      ],
    )
    if (!part.isAhead) return
    await db.query(withoutTriggers)
    const keys = rows.map(({ key }) => key)
    if (!anew) await removeAhead(move, part, keys)
    await db.query('select move_arrive($1, $2, $3, false, true)', [move.id, part.table, part.fresh ?? []])
    await countAudit(move, part, { keys, sign: 1 })
    await db.query('delete from arriving_rows where move_id = $1 and ahead', [move.id])
  })
}

const forget = async (move: Move, part: Part, keys: readonly string[]): Promise<void> => {
  const { db } = move.target
  if (!keys.length) return
  await inTransaction(db, async () => {
    await db.query(withoutTriggers)
    if (part.isAhead) await removeAhead(move, part, keys)
    else
      await db.query('delete from arriving_rows where move_id = $1 and table_name = $2 and not ahead and key = any($3)', [
        move.id,
        part.table,
        keys,
      ])
  })
}

/** Carries rows over as they are read; `only` undefined = all rows of these buckets. */
const carry = async (move: Move, { part, buckets, which }: Place, only: readonly string[] | null): Promise<number> => {
  const { db } = move.source
  let carried = 0
  await inTransaction(db, async () => {
    await db.query('declare going no scroll cursor for select * from move_rows($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      ...askedOf(move, part),
      skipped(move, part),
      part.order ?? null,
      [...(part.sealed ?? []), ...(move.cut[part.table] ?? [])],
      buckets,
      which,
      only,
    ])
    for (;;) {
      const { rows } = await db.query<Row>(`fetch ${batchRows} from going`)
      if (!rows.length) return
      await write(move, part, { rows, anew: only === null })
      carried += rows.length
    }
  })
  return carried
}

const bucketsOf = async ({ db }: End, asked: readonly unknown[]): Promise<number> => {
  const { rows } = await db.query<{ rows: string }>('select rows from move_count($1, $2, $3, $4, $5)', [...asked])
  return Math.min(bucketsMost, Math.max(1, Math.ceil(Number(rows[0]!.rows) / rowsInBucket)))
}

/**
 * Makes the other side the same as this one: sums by bucket are compared, then the names of rows in those that differ, then rows are carried over or
 * taken away. Exact by construction, whatever was there before, so that it can begin anew after any end. Returns how many rows differed.
 */
export const makeSame = async (move: Move, part: Part): Promise<number> => {
  const buckets = await bucketsOf(move.source, askedOf(move, part))
  const here = await sumsAtSource(move, part, buckets)
  const there = await sumsAtTarget(move, part, buckets)
  const known = new Set(there.map((sum) => asText(sum)))
  const same = new Set(here.filter((sum) => known.has(asText(sum))).map(({ bucket }) => bucket))
  const which = [...new Set([...here, ...there].map(({ bucket }) => bucket))].filter((bucket) => !same.has(bucket))
  if (!which.length) return 0
  if (!there.length) return carry(move, { part, buckets, which }, null)
  const sizes = new Map<number, number>()
  for (const { bucket, rows } of [...here, ...there]) sizes.set(bucket, Math.max(sizes.get(bucket) ?? 0, Number(rows)))
  let differed = 0
  for (const some of inGroups(which, sizes, move.keysMost ?? keysMost))
    differed += await makeBucketsSame(move, { part, buckets, which: some })
  return differed
}

/** Buckets that together have so many rows at most, or one that has more. */
const inGroups = (which: readonly number[], sizes: ReadonlyMap<number, number>, most: number): number[][] => {
  const groups: number[][] = []
  let left = 0
  for (const bucket of which) {
    const rows = sizes.get(bucket) ?? 0
    if (rows > left || !groups.length) {
      groups.push([])
      left = most
    }
    groups.at(-1)!.push(bucket)
    left -= rows
  }
  return groups
}

const makeBucketsSame = async (move: Move, place: Place): Promise<number> => {
  const { part } = place
  const [wanted, has] = [await namesAtSource(move, place), new Map((await namesAtTarget(move, place)).map(({ key, sum }) => [key, sum]))]
  const changed = wanted.filter(({ key, sum }) => has.get(key) !== sum).map(({ key }) => key)
  for (const { key } of wanted) has.delete(key)
  await forget(move, part, [...has.keys()])
  if (changed.length) await carry(move, place, changed)
  return changed.length + has.size
}

type Whole = { parts: readonly Part[]; skipped: (part: Part) => string[] }
/** The sum of each of these tables as a whole, in one question. */
export const wholeSums = async (db: End['db'], { company }: Move, { parts, skipped: skippedIn }: Whole): Promise<string[]> => {
  const { rows } = await db.query<{ n: string; rows: string; high: string; low: string }>(
    `select u.n, s.rows, s.high, s.low from unnest($1::text[], $2::text[], $3::text[]) with ordinality as u (relation, condition, skipped, n)
       cross join lateral move_sums(u.relation::regclass, u.condition, $4, $5, $6, string_to_array(u.skipped, ' '), 1) s`,
    [
      parts.map(({ table }) => table),
      parts.map(({ where }) => where),
      parts.map((part) => skippedIn(part).join(' ')),
      company.venues,
      company.id,
      company.day,
    ],
  )
  const sums = new Map(rows.map(({ n, ...sum }) => [Number(n), `${sum.rows} ${sum.high} ${sum.low}`]))
  return parts.map((_, at) => sums.get(at + 1) ?? '0')
}

/** Which of these are not the same at the other side, by their sums as a whole. */
export const differentParts = async (move: Move, parts: readonly Part[]): Promise<Part[]> => {
  const here = await wholeSums(move.source.db, move, { parts, skipped: (part) => skipped(move, part) })
  const ahead = parts.filter(({ isAhead }) => isAhead)
  const early = await wholeSums(move.target.db, move, { parts: ahead, skipped: (part) => skipped(move, part) })
  const { rows } = await move.target.db.query<{ name: string; sum: string }>(
    `select table_name as name, count(*) || ' ' || sum(move_half(sum, 0)) || ' ' || sum(move_half(sum, 1)) as sum
     from arriving_rows where move_id = $1 and not ahead group by 1`,
    [move.id],
  )
  const waiting = new Map(rows.map(({ name, sum }) => [name, sum]))
  const there = (part: Part): string | undefined => (part.isAhead ? early[ahead.indexOf(part)] : (waiting.get(part.table) ?? '0'))
  return parts.filter((part, at) => here[at] !== there(part))
}
