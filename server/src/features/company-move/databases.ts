import type pg from 'pg'
import { copiedParts, movedParts } from './two-databases.ts'

export const some = async (db: pg.Client, text: string, values: readonly unknown[] = []): Promise<Record<string, string>[]> =>
  (await db.query<Record<string, string>>(text, [...values])).rows

const mayReplicate = async (db: pg.Client): Promise<boolean> => {
  await db.query('begin')
  try {
    await db.query('set local session_replication_role = replica')
    return true
  } catch {
    return false
  } finally {
    await db.query('rollback')
  }
}

/** Which database this is, whatever it is called by. */
export const databaseOf = async (db: pg.Client): Promise<string> => {
  const [one] = await some(
    db,
    `select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as name from pg_control_system()`,
  )
  return one!['name']!
}

/** Columns of every table in their order, as rows travel as texts of them. */
const shapeOf = (db: pg.Client): Promise<Record<string, string>[]> =>
  some(
    db,
    `select c.relname as name, string_agg(a.attname || ' ' || a.atttypid::regtype, ',' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relname = any($1) and c.relnamespace = 'public'::regnamespace group by 1 order by 1`,
    [[...new Set([...movedParts, ...copiedParts].map(({ table }) => table))]],
  )

/** Two databases of one version, neither of which is the other, where rows may be written as they are. */
export const databasesFault = async (source: pg.Client, target: pg.Client): Promise<string[]> => {
  const same = `select current_database() || ' ' || pg_postmaster_start_time() || ' ' || (select oid from pg_database where datname = current_database()) as place`
  const migrations = `select coalesce(string_agg(name || ' ' || coalesce(checksum, ''), ',' order by name collate "C"), '') as all from migrations`
  const [here, there] = [await some(source, same), await some(target, same)]
  if (here[0]!['place'] === there[0]!['place']) return ['Both addresses lead to the same database.']
  const applied = [await some(source, migrations), await some(target, migrations).catch(() => [])]
  if (JSON.stringify(applied[0]) !== JSON.stringify(applied[1]))
    return ['The two databases are not at the same migration: start both installations with the same version of Tablewire first.']
  const faults: string[] = []
  if (JSON.stringify(await shapeOf(source)) !== JSON.stringify(await shapeOf(target)))
    faults.push('Tables have other columns, or another order of them, at the other side.')
  for (const [name, db] of [
    ['this', source],
    ['the other', target],
  ] as const)
    if (!(await mayReplicate(db)))
      faults.push(
        `The role at ${name} database may not write rows as they are. As a superuser: grant set on parameter session_replication_role to ROLE;`,
      )
  return faults
}
