import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile, SourceTree } from './import-graph.ts'

/** A file of the server names a table or a view in SQL text or in a call of the query builder. */
export type TableUse = { readonly table: string; readonly write: boolean }

/** Tables in no `interface Tables`, as no typed query names them, and who owns each. */
const untyped: Readonly<Record<string, string>> = {
  analytics_days: 'analytics',
  analytics_dirty: 'analytics',
  audit_closed: 'audit',
  audit_days: 'audit',
  channel_calls: 'traces',
  circuits: 'platform',
  licensed_venues: 'licences',
  link_moves: 'channels',
  live_followers: 'platform',
  partner_ids: 'access',
  pos_tables: 'rms-api',
  processes: 'platform',
  remote_calls: 'rms-client',
  remote_moves: 'rms-bookings',
  reservation_moves: 'reservations',
  secret_keys: 'platform',
  silences: 'traces',
  sync_moves: 'rms-sync',
  system_notices: 'rms-api',
  traces: 'platform',
  traces_before: 'platform',
  traces_rest: 'platform',
  venue_link_states: 'channels',
  webhook_endpoint_moves: 'webhooks',
}

/** Views that a feature publishes: the one way to look into a feature that comes later (migration 0077). View → who publishes it. */
const published: Readonly<Record<string, string>> = {
  live_links: 'channels',
  channel_names: 'channels',
  known_systems: 'rms-settings',
  closed_channels: 'rms-settings',
  venue_names: 'venues',
  placed_bookings: 'reservations',
  remote_states: 'rms-bookings',
  notified_users: 'notifications',
  user_companies: 'people',
}

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `platform`, a feature, or undefined: outside of the rule. */
const roomOf = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? /^server\/src\/(platform|app)\//.exec(path)?.[1]

/** Tables that the migrations leave behind, in the order of their numbers. */
export const tablesMade = (root: string): Set<string> => {
  const folder = join(root, 'server/migrations')
  const made = new Set<string>()
  const step =
    /\b(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)(?!\s+partition)|drop\s+table\s+(?:if\s+exists\s+)?(\w+)|alter\s+table\s+(\w+)\s+rename\s+to\s+(\w+))/gi
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, '')
    for (const [, created, dropped, from, to] of text.matchAll(step)) {
      if (created) made.add(created)
      if (dropped) made.delete(dropped)
      if (from && made.delete(from) && to) made.add(to)
    }
  }
  return made
}

/** Table → the room whose file declares it in `interface Tables`. */
export const tableOwners = (tree: SourceTree): Map<string, string> => {
  const owners = new Map(Object.entries(untyped))
  for (const { path, code, isTest } of tree.values()) {
    const room = roomOf(path)
    if (isTest || room === undefined) continue
    for (const [, body] of code.matchAll(/\binterface Tables \{([^}]*)\}/g))
      for (const [, name] of body!.matchAll(/^\s*(\w+):/gm)) owners.set(snakeOf(name!), room)
  }
  return owners
}

const sqlRead = /\b(?:from|join|using)\s+(?:only\s+)?(?:public\.)?"?([a-z_]+)"?/gi
/** The second of `from a x, b y`. */
const sqlReadBeside = /\bfrom\s+"?[a-z_]+"?\s+(?:as\s+)?[a-z]\w*\s*,\s*(?:public\.)?"?([a-z_]+)"?/gi
const sqlWrite =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate)\s+(?:public\.)?(?:\$\{sql\.table\(['"`])?"?([a-z_]+)"?/gi
const callRead = /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|from|using)\(\s*\[?\s*['"`](\w+)/g
const callWrite = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|deferInsert)\([^'"`)]*['"`](\w+)/g

/** Every table and view among `known` that this file names, once each; a table that is written and read counts as written. */
export const tableUses = ({ code }: SourceFile, known: (name: string) => boolean): TableUse[] => {
  const found = new Map<string, boolean>()
  const note = (name: string, write: boolean): void => {
    const table = snakeOf(name)
    if (known(table)) found.set(table, write || (found.get(table) ?? false))
  }
  for (const pattern of [sqlRead, sqlReadBeside]) for (const [, name] of code.matchAll(pattern)) note(name!, false)
  for (const [, name] of code.matchAll(callRead)) note(name!, false)
  for (const [, name] of code.matchAll(sqlWrite)) note(name!, true)
  for (const [, name] of code.matchAll(callWrite)) note(name!, true)
  return [...found].map(([table, write]) => ({ table, write }))
}

/**
 * Indirect dependencies on a feature's database: SQLSTATEs of its triggers (`TW002`), or a constraint or index by its name (`users_email`). Features
 * declare these in their `guards.ts`.
 */
const guardsNamed = ({ code }: SourceFile, owners: ReadonlyMap<string, string>): string[] => {
  const ofFeature = (word: string): boolean =>
    [...owners].some(([table, owner]) => owner !== 'platform' && word.startsWith(`${table}_`)) && owners.get(word) === undefined
  const words = code.match(/\bTW\d{3}\b|\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  return [...new Set(words)].filter((word) => word.startsWith('TW') || ofFeature(word))
}

type TextMatch = { readonly file: string; readonly text: string }

/** The demo and the sandbox furnish an empty house, past every verb. */
const furnishers = /^server\/src\/app\/(seed|sandbox)\//

/**
 * A table is written by its owner only and read by its owner and later rooms only. `isLater`: the first of two features comes after the
 * second; the app comes after all of them, the platform before.
 */
export const tableProblems = (
  tree: SourceTree,
  made: ReadonlySet<string>,
  isLater: (one: string, other: string) => boolean,
): TextMatch[] => {
  const owners = tableOwners(tree)
  const rooms = new Set([...tree.keys()].map((path) => roomOf(path)))
  const known = (name: string): boolean => made.has(name) || owners.has(name) || name in published
  const problemOf = (room: string, { table, write }: TableUse): string | undefined => {
    const publisher = published[table]
    const owner = publisher ?? owners.get(table)
    if (owner === undefined || !rooms.has(owner)) return `names ${table}, which no feature declares`
    if (owner === room || owner === 'platform' || (publisher !== undefined && !write)) return undefined
    if (write) return `writes ${table}, which is written by ${owner} only`
    return room === 'app' || (room !== 'platform' && isLater(room, owner)) ? undefined : `reads ${table} of ${owner}, which comes later`
  }
  return [...tree.values()].flatMap((file) => {
    const room = roomOf(file.path)
    if (file.isTest || room === undefined || furnishers.test(file.path)) return []
    const guards = room === 'platform' ? guardsNamed(file, owners).map((name) => `names ${name}, a guard of a feature's tables`) : []
    const uses = tableUses(file, known).map((use) => problemOf(room, use))
    return [...guards, ...uses].flatMap((text) => (text === undefined ? [] : [{ file: file.path, text }]))
  })
}
