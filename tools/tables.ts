import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile, SourceTree } from './import-graph.ts'
import { constantsFor, type DatabaseFunctions, fileUses, snakeOf, type TableUse, usesIn } from './table-uses.ts'

/** Tables in no `interface Tables`, as no typed query names them, and who owns each. */
const untyped: Readonly<Record<string, string>> = {
  analytics_books: 'day-sums',
  analytics_days: 'day-sums',
  analytics_dirty: 'day-sums',
  analytics_months: 'day-sums',
  analytics_rebuild: 'day-sums',
  audit_closed: 'audit',
  audit_days: 'audit',
  channel_calls: 'traces',
  circuits: 'platform',
  licensed_venues: 'licences',
  link_moves: 'channels',
  live_followers: 'platform',
  offered_days: 'demand',
  offered_until: 'demand',
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
  traces_rest: 'platform',
  turned_away: 'demand',
  turned_away_since: 'demand',
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
  archived_venues: 'venues',
  live_venues: 'channels',
  sealed_values: 'platform',
}

/** `platform`, a feature, or undefined: outside of the rule. */
const featureOf = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ??
  /^server\/src\/(platform|app)\//.exec(path)?.[1] ??
  (/^server\/src\/[^/]+$/.test(path) ? 'app' : undefined)

/** What the migrations leave behind, in the order of their numbers: tables, views and functions. */
export type Made = { readonly tables: ReadonlySet<string>; readonly views: ReadonlySet<string>; readonly functions: DatabaseFunctions }

const step =
  /\b(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)|create\s+(?:or\s+replace\s+)?(?:materialized\s+)?view\s+(\w+)|drop\s+(?:table|(?:materialized\s+)?view)\s+(?:if\s+exists\s+)?(\w+(?:\s*,\s*\w+)*)|alter\s+table\s+(\w+)\s+rename\s+to\s+(\w+))/gi
const bodyOf = /\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)[\s\S]*?\bas\s+(\$\w*\$)([\s\S]*?)\2/gi

const migrations = (root: string): string[] => {
  const folder = join(root, 'server/migrations')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/--.*$/gm, ''))
}

export const madeBy = (texts: readonly string[]): Made => {
  const tables = new Set<string>()
  const views = new Set<string>()
  const bodies = new Map<string, string>()
  for (const text of texts) {
    for (const [, table, view, dropped, from, to] of text.matchAll(step)) {
      if (table) tables.add(table)
      if (view) views.add(view)
      for (const name of dropped?.split(/\s*,\s*/) ?? []) void (tables.delete(name) || views.delete(name))
      if (from && tables.delete(from) && to) tables.add(to)
    }
    for (const [, name, , body] of text.matchAll(bodyOf)) bodies.set(name!, body!)
  }
  const known = (name: string): boolean => tables.has(name) || views.has(name)
  return { tables, views, functions: new Map([...bodies].map(([name, body]) => [name, usesIn(body, known).uses])) }
}
export const tablesMade = (root: string): Made => madeBy(migrations(root))
export const nothingMade: Made = { tables: new Set(), views: new Set(), functions: new Map() }

/** Entries of the lists above that say nothing any more: a list that may be wrong proves nothing. */
export const staleEntries = (tree: SourceTree, { tables, views }: Made): string[] => {
  const declared = declaredTables(tree)
  return [
    ...Object.keys(untyped).flatMap((name) => [
      ...(tables.has(name) ? [] : [`untyped names ${name}, which no migration leaves behind`]),
      ...(declared.has(name) ? [`untyped names ${name}, which ${declared.get(name)!} declares`] : []),
    ]),
    ...Object.keys(published).flatMap((name) => (views.has(name) ? [] : [`published names ${name}, which no migration leaves behind`])),
  ]
}

const declaredTables = (tree: SourceTree): Map<string, string> => {
  const owners = new Map<string, string>()
  for (const { path, code, isTest } of tree.values()) {
    const feature = featureOf(path)
    if (isTest || feature === undefined) continue
    for (const [, body] of code.matchAll(/\binterface Tables \{([^}]*)\}/g))
      for (const [, name] of body!.matchAll(/^\s*(\w+):/gm)) owners.set(snakeOf(name!), feature)
  }
  return owners
}
/** Table → the feature whose file declares it in `interface Tables`. */
export const tableOwners = (tree: SourceTree): Map<string, string> => new Map([...Object.entries(untyped), ...declaredTables(tree)])

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

/** They name tables by a variable for others: each by what its feature hands over, which is looked at there. */
const onBehalf = new Set(['server/src/features/upkeep/jobs.ts', 'server/src/features/audit/names.ts'])

/** How two features stand to one another in the order of storeys. */
export type IsLater = (one: string, other: string) => boolean

/**
 * A table is written by its owner only and read by its owner and later features only. `isLater`: the first of two features comes after the
 * second; the app comes after all of them, the platform before.
 */
export const tableProblems = (tree: SourceTree, made: Made, isLater: IsLater): TextMatch[] => {
  const owners = tableOwners(tree)
  const features = new Set([...tree.keys()].map((path) => featureOf(path)))
  const known = (name: string): boolean => made.tables.has(name) || made.views.has(name) || owners.has(name) || name in published
  const problemOf = (feature: string, { table, write }: TableUse): string | undefined => {
    const publisher = published[table]
    const owner = publisher ?? owners.get(table)
    if (owner === undefined || !features.has(owner)) return `names ${table}, which no feature declares`
    if (owner === feature || owner === 'platform' || (publisher !== undefined && !write)) return undefined
    if (write) return `writes ${table}, which is written by ${owner} only`
    if (feature === 'app' || (feature !== 'platform' && isLater(feature, owner))) return undefined
    const beside = feature !== 'platform' && !isLater(owner, feature)
    return `reads ${table} of ${owner}, which ${beside ? 'stands beside it: neither knows of the other' : 'comes later'}`
  }
  const ways = { constantsIn: constantsFor(tree), functions: made.functions }
  return [...tree.values()].flatMap((file) => {
    const feature = featureOf(file.path)
    if (file.isTest || feature === undefined || furnishers.test(file.path)) return []
    const guards = feature === 'platform' ? guardsNamed(file, owners).map((name) => `names ${name}, a guard of a feature's tables`) : []
    const { uses, unclear } = fileUses(file, known, ways)
    const hidden = feature === 'platform' || onBehalf.has(file.path) ? [] : unclear.map((call) => `${call}: a table is named by its name`)
    const problems = uses.map((use) => problemOf(feature, use))
    return [...guards, ...hidden, ...problems].flatMap((text) => (text === undefined ? [] : [{ file: file.path, text }]))
  })
}
