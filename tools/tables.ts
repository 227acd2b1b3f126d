import type { SourceFile, SourceTree } from './import-graph.ts'
import type { Made } from './made-tables.ts'
import type { TableUse } from './sql-tables.ts'
import { declaredIn, type FileUses, fileUses } from './table-uses.ts'

/** Tables in no `interface Tables`, as no typed query names them, and who owns each. */
const untyped: Readonly<Record<string, string>> = {
  arriving_rows: 'company-move',
  closed_places: 'platform',
  company_moves: 'platform',
  company_move_steps: 'company-move',
  analytics_books: 'day-sums',
  analytics_days: 'day-sums',
  analytics_dirty: 'day-sums',
  analytics_months: 'day-sums',
  analytics_rebuild: 'day-sums',
  audit_closed: 'audit',
  audit_days: 'audit',
  channel_calls: 'traces',
  circuits: 'platform',
  google_call_troubles: 'google-booking',
  google_calls: 'google-booking',
  google_lookups: 'google-booking',
  google_changes: 'google-updates',
  google_drifts: 'google-launch',
  google_merchant_states: 'google-launch',
  google_publications: 'google-feeds',
  google_told_days: 'google-updates',
  google_told_venues: 'google-updates',
  google_update_states: 'google-updates',
  kept_changes: 'platform',
  kept_floor: 'platform',
  guest_words: 'guests',
  licensed_venues: 'licences',
  link_moves: 'channels',
  listing_days: 'listing-analytics',
  listing_difference_moves: 'listing-copies',
  listing_score_moves: 'listing-profile',
  listing_scores: 'listing-profile',
  live_followers: 'platform',
  offered_days: 'demand',
  offered_until: 'demand',
  partner_ids: 'access',
  onboarding_moves: 'onboarding',
  pos_tables: 'rms-api',
  processes: 'platform',
  remote_calls: 'rms-client',
  remote_moves: 'rms-bookings',
  reservation_moves: 'reservations',
  restores: 'restores',
  review_reply_moves: 'review-replies',
  secret_keys: 'platform',
  silences: 'traces',
  sync_moves: 'rms-sync',
  system_notices: 'rms-api',
  traces: 'platform',
  traces_rest: 'platform',
  time_marks: 'platform',
  refused_days: 'demand',
  refused_rules: 'demand',
  refused_samples: 'demand',
  refused_searches: 'demand',
  refused_searches_since: 'demand',
  turned_away: 'demand',
  turned_away_since: 'demand',
  venue_link_states: 'channels',
  webhook_endpoint_moves: 'webhooks',
  waitlist_due: 'waitlist',
  waitlist_moves: 'waitlist',
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
  sales_model_trouble: 'sales-links',
  google_feed_problems: 'google-feeds',
  google_stopped: 'google-updates',
  google_drift_problems: 'google-launch',
  restored_lately: 'restores',
  onboarding_deadlines: 'onboarding-invites',
  guest_addresses: 'guests',
  removed_days: 'guest-data',
  user_companies: 'people',
  archived_venues: 'venues',
  venues_with_tables: 'tables',
  refused_counts: 'demand',
  live_venues: 'channels',
  shown_listings: 'listing-copies',
  sealed_values: 'platform',
}

/** `platform`, a feature, or undefined: outside of the rule. */
const featureOf = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ??
  /^server\/src\/(platform|app)\//.exec(path)?.[1] ??
  (/^server\/src\/[^/]+$/.test(path) ? 'app' : undefined)

/** Entries of the lists above that say nothing any more: a list that may be wrong proves nothing. */
export const staleEntries = (tree: SourceTree, { tables, views, watches }: Made): string[] => {
  const declared = declaredTables(tree)
  const features = new Set(Array.from(tree.keys(), (path) => featureOf(path)))
  return [
    ...Object.entries(untyped).flatMap(([name, owner]) => [
      ...(features.has(owner) ? [] : [`untyped gives ${name} to ${owner}, which is no feature`]),
      ...(tables.has(name) ? [] : [`untyped names ${name}, which no migration leaves behind`]),
      ...(declared.has(name) ? [`untyped names ${name}, which ${declared.get(name)!} declares`] : []),
    ]),
    ...Object.keys(writtenAlong)
      .filter((pair) => !watches.some(({ table, uses }) => uses.some((use) => use.write && pair === `${table} → ${use.table}`)))
      .map((pair) => `writtenAlong names ${pair}, which no trigger does`),
    ...Object.entries(published).flatMap(([name, owner]) => [
      ...(features.has(owner) ? [] : [`published gives ${name} to ${owner}, which is no feature`]),
      ...(views.has(name) ? [] : [`published names ${name}, which no migration leaves behind`]),
    ]),
  ]
}

const declaredTables = (tree: SourceTree): Map<string, string> => {
  const owners = new Map<string, string>()
  for (const file of tree.values()) {
    const feature = featureOf(file.path)
    if (!file.isTest && feature !== undefined) for (const name of declaredIn(file)) owners.set(name, feature)
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
const furnishers = /^server\/src\/app\/(seed|sandbox|demos)\//

/**
 * They name tables by a variable. Two for features: each by what its feature hands over, which is looked at there. Of the platform `deferInsert`, whose
 * calls are looked at by its name, and the traces, which have a table of their own for each day. Any other helper that takes a table would hide who
 * writes it.
 */
const onBehalf = new Set([
  'server/src/features/upkeep/clean.ts',
  'server/src/features/audit/names.ts',
  'server/src/platform/db/deferred.ts',
  'server/src/platform/traces/trace-days.ts',
])

const sayIt = `say the table as a string where it is used ('books', 'books as b', sql.table('books')): nobody can follow anything else`

/** Triggers and rules on rows of a feature that write rows of one that cannot know of it, each with why. */
const writtenAlong: Readonly<Record<string, string>> = {
  'guests → guest_profiles':
    'what is known of a guest is there as soon as he is, and is looked at anew when his address changes: no booking waits for it (migration 0253)',
  'reservations → table_times':
    'a table is free, or taken, exactly as long as its party is there (migration 0280): never later than the booking says',
  'reservation_events → table_times':
    'a party that was seated while nobody could be reached sits since that was noted (migration 0316), and not since it was sent',
  'reservations → table_seats': 'whoever read that a party has a table is told that it has lost it',
  'venues → meta_installs': 'a button that stays on a page after its licence or venue has ended cannot be found again (migration 0176)',
  'venues → user_venues':
    'who sees a venue goes with its company and its group in the same statement (migration 0018): rights must never lag behind',
  'review_replies → reviews':
    'where a reply stands is filtered by in the list of reviews, which must never show another state than the reply has',
  'review_replies → webhook_events':
    'as with bookings, an event exists exactly when its change does; replies come after the outbox they use',
  'review_replies → webhook_deliveries': 'the deliveries of those events, in order for each review',
  'onboarding_history → webhook_events': 'as with replies: both partners are told of a move exactly when it is made',
  'onboarding_history → webhook_deliveries': 'the deliveries of those events, in order for each request',
  'restores → webhook_events': 'partners are told that the database was restored exactly when it is noted',
  'restores → webhook_deliveries': 'the deliveries of those events',
  'guest_erasure_answers → webhook_events': 'whoever is asked to forget a guest is told exactly when the question is written',
  'guest_erasure_answers → webhook_deliveries': 'the deliveries of those events; their answers stand on the receipt',
}

/**
 * Whose guest a booking was is taken out wherever it lies, and so is a booking that is kept no longer, in one statement and by functions of the database
 * alone (migrations 0226 and 0353): by every feature for itself, one of them would be forgotten.
 */
const erases: ReadonlySet<string> = new Set(
  'reservations guests reservation_events guest_messages widget_bookings google_bookings remote_bookings import_previous import_findings import_rows waitlist_entries shift_notes audit_days notifications'
    .split(' ')
    .map((table) => `guest-data → ${table}`)
    // What goes to another installation arrives there whole, whoever owns it (migration 0380).
    .concat(['webhook_deliveries', 'analytics_dirty', 'audit_days'].map((table) => `company-move → ${table}`)),
)

/** Views over the tables of many features: each reads its own part of it only, by a name it was given. */
const gathering: ReadonlySet<string> = new Set(['sealed_values'])

/** What a file names does not depend on who else stands in its tree: it is read once for all of them. */
const readings = new WeakMap<Made, Map<string, WeakMap<SourceFile, FileUses>>>()
const readingsOf = (made: Made, owners: ReadonlyMap<string, string>): ((file: SourceFile) => FileUses) => {
  const unmade = [...owners.keys()].filter((name) => !made.tables.has(name) && !made.views.has(name))
  const known = new Set([...made.tables, ...made.views.keys(), ...unmade, ...Object.keys(published)])
  const ofMade = readings.get(made) ?? new Map<string, WeakMap<SourceFile, FileUses>>()
  readings.set(made, ofMade)
  const ofNames = ofMade.get(unmade.join(' ')) ?? new WeakMap<SourceFile, FileUses>()
  ofMade.set(unmade.join(' '), ofNames)
  return (file) => {
    const uses = ofNames.get(file) ?? fileUses(file, { known: (name) => known.has(name), functions: made.functions })
    ofNames.set(file, uses)
    return uses
  }
}

/** How two features stand to one another in the order of storeys. */
export type IsLater = (one: string, other: string) => boolean

/**
 * A table is written by its owner only and read by its owner and later features only. `isLater`: the first of two features comes after the
 * second; the app comes after all of them, the platform before.
 */
export const tableProblems = (tree: SourceTree, made: Made, isLater: IsLater): TextMatch[] => {
  const owners = tableOwners(tree)
  const features = new Set([...tree.keys()].map((path) => featureOf(path)))
  const usesOf = readingsOf(made, owners)
  const problemOf = (feature: string, { table, write }: TableUse): string | undefined => {
    const publisher = published[table]
    const owner = publisher ?? owners.get(table)
    if (owner === undefined || !features.has(owner)) return `names ${table}, which no feature declares`
    if (owner === feature || owner === 'platform' || (publisher !== undefined && !write)) return undefined
    if (write) return erases.has(`${feature} → ${table}`) ? undefined : `writes ${table}, which is written by ${owner} only`
    if (feature === 'app' || (feature !== 'platform' && isLater(feature, owner))) return undefined
    const beside = feature !== 'platform' && !isLater(owner, feature)
    return `reads ${table} of ${owner}, which ${beside ? 'stands beside it: neither knows of the other' : 'comes later'}`
  }
  /** Who writes through a view writes the tables under it. */
  const writtenUnder = ({ table, write }: TableUse): TableUse[] =>
    write ? (made.views.get(table) ?? []).flatMap((use) => [{ ...use, write }, ...writtenUnder({ ...use, write })]) : []
  const problemsOf = (feature: string, uses: readonly TableUse[]): string[] =>
    uses.flatMap((use) => [use, ...writtenUnder(use)]).flatMap((use) => problemOf(feature, use) ?? [])
  const inFiles = [...tree.values()].flatMap((file) => {
    const feature = featureOf(file.path)
    if (file.isTest || feature === undefined || furnishers.test(file.path)) return []
    const guards = feature === 'platform' ? guardsNamed(file, owners).map((name) => `names ${name}, a guard of a feature's tables`) : []
    const { uses, unclear } = usesOf(file)
    const hidden = onBehalf.has(file.path) ? [] : unclear.map((code) => `${code}: ${sayIt}`)
    return [...guards, ...hidden, ...problemsOf(feature, uses)].map((text) => ({ file: file.path, text }))
  })
  const ownerOf = (name: string): string | undefined => published[name] ?? owners.get(name)
  const views = [...made.views].flatMap(([view, uses]) => {
    const owner = ownerOf(view)
    const read = uses.filter(({ table }) => features.has(ownerOf(table)))
    return owner === undefined || !features.has(owner) || gathering.has(view)
      ? []
      : problemsOf(owner, read).map((text) => ({ file: `view ${view} of ${owner}`, text }))
  })
  const watches = made.watches.flatMap(({ name, table, uses, migration }) => {
    const owner = ownerOf(table)
    if (owner === undefined || !features.has(owner)) return []
    return uses
      .filter((use) => use.write && features.has(ownerOf(use.table)))
      .flatMap((use) => {
        const target = ownerOf(use.table)!
        const isItsOwn = target === owner || target === 'platform' || isLater(target, owner)
        if (isItsOwn || `${table} → ${use.table}` in writtenAlong) return []
        return [
          { file: `server/migrations/${migration}`, text: `${name} of ${owner} writes ${use.table}, which is written by ${target} only` },
        ]
      })
  })
  return [...inFiles, ...views, ...watches]
}
