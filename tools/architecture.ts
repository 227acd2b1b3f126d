/** Fails when the source tree breaks an architecture rule: import direction, cycles, barrels, sizes, names, and where time and environment are read. */
import { dirname, resolve } from 'node:path'
import { type Edge, type SourceFile, type SourceTree, readTree, importCycles } from './import-graph.ts'
import { migrationProblems } from './migration-numbers.ts'
import { requirementProblems } from './requirements.ts'
import { type Made, nothingMade, tablesMade } from './made-tables.ts'
import { staleEntries, tableProblems } from './tables.ts'

export type Problem = { readonly file: string; readonly rule: string; readonly text: string }

/** Every exception from a rule stands here with its reason; an unused one is itself an error. */
const exceptions: readonly { readonly file: string; readonly rule: string; readonly reason: string }[] = [
  {
    file: 'server/src/platform/ctx.ts',
    rule: 'ring',
    reason: 'the context offers jobs and live messages, and both are handed the context: a ring of types, none at run time',
  },
]

const anywhere = ['']

/** Layer → what it may import beside itself. The longest matching prefix is a file's layer. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'contracts/src': [],
  'connectors/src/kit': ['contracts/src'],
  'connectors/src': ['contracts/src', 'connectors/src/kit'],
  'server/migrations': [],
  'server/src/platform': ['contracts/src', 'connectors/src/kit'],
  'server/src/features': ['contracts/src', 'connectors/src/kit', 'server/src/platform', 'widget/src'],
  'server/src/app': ['contracts/src', 'connectors/src', 'server/src/platform', 'server/src/features', 'server/migrations'],
  'server/src': ['contracts/src', 'server/src/app', 'server/src/platform'],
  'portal/src/kit': ['portal/src/i18n'],
  'portal/src/api': ['contracts/src'],
  'portal/src/i18n': ['contracts/src'],
  'portal/src/features': ['contracts/src', 'portal/src/kit', 'portal/src/api', 'portal/src/i18n'],
  'portal/src/app': ['contracts/src', 'portal/src/kit', 'portal/src/api', 'portal/src/i18n', 'portal/src/features'],
  'portal/src': ['portal/src/app'],
  // What guests book with on other people's pages; the server renders it, and it stays small by knowing nobody.
  'widget/src': [],
  // Another firm's software, as far as the hub may know.
  'sandbox/src': [],
  tests: anywhere,
  benches: anywhere,
  tools: anywhere,
}

/**
 * Four storeys over the platform, told once, here (docs/architecture.md draws them). Within a storey from left to right: a feature may ask those of
 * an earlier group through their api.ts, and read their tables; those of one group know nothing of one another.
 */
const storeys: Readonly<Record<'identity' | 'estate' | 'booking' | 'surfaces', readonly (readonly string[])[]>> = {
  /** Who there is, how somebody proves who he is, and who may see what. */
  identity: [['access'], ['brands'], ['factors'], ['people'], ['security', 'acting', 'exports']],
  /** What there is to be booked, and with whom it is connected. */
  estate: [
    ['venues'],
    ['venue-archive'],
    ['hours'],
    ['users'],
    ['companies'],
    ['channels'],
    ['bulk-changes', 'venue-merge'],
    ['rms-settings'],
    ['test-mode'],
  ],
  /** Places and who has them, here and at venues whose own system owns the tables. */
  booking: [['rms-client'], ['tables'], ['availability'], ['reservations'], ['rms-bookings'], ['rms-sync']],
  /** What others see of it and bring to it: any of them can be taken away. */
  surfaces: [
    ['analytics-questions', 'day-sums', 'demand', 'demo-links', 'demo-tenants', 'listing-profile'],
    ['google-accounts', 'venue-pages', 'text-port'],
    ['meta'],
    ['analytics', 'audit', 'channel-api', 'guest-messages', 'listing-copies', 'mailbox', 'notifications', 'rms-api', 'webhooks'],
    ['licences', 'waitlist', 'booking-checks', 'shift-notes', 'shared-devices'],
    ['google-merchants'],
    ['google-booking', 'widget'],
    ['guest-page', 'widget-doctor'],
    ['guest-replies', 'guests'],
    ['service-sheets'],
    ['google-feeds'],
    ['google-updates'],
    ['reports', 'traces', 'columns', 'reviews'],
    ['google-launch'],
    ['review-replies', 'review-work'],
    ['listing-analytics', 'review-analytics', 'review-requests'],
    ['guest-data', 'sales-links'],
    ['imports'],
    ['restores', 'upkeep', 'venue-imports', 'user-imports', 'reservation-imports'],
    ['review-imports'],
    ['onboarding'],
    ['onboarding-imports', 'onboarding-invites', 'onboarding-messages'],
    ['company-move'],
  ],
}
const featureOrder = Object.values(storeys).flat()

const typesOnly = [
  ['server/src/platform', 'connectors/src/kit'],
  ['server/src/features', 'connectors/src/kit'],
]

const inside = (path: string, dir: string): boolean => dir === '' || path.startsWith(`${dir}/`)
const childOf = (path: string, dir: string): string => path.slice(dir.length + 1).split('/')[0]!
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const rankOf = (feature: string): number => featureOrder.findIndex((group) => group.includes(feature))

const layerOf = (path: string): string | undefined =>
  Object.keys(layers)
    .filter((layer) => inside(path, layer))
    .toSorted((a, b) => b.length - a.length)[0]

type Rule = (file: SourceFile, tree: SourceTree) => string[]
type EdgeRule = (from: string, edge: Edge) => string | undefined

const direction: EdgeRule = (from, { to }) => {
  const source = layerOf(from)
  const target = layerOf(to)
  if (!source || source === target) return undefined
  if (target && layers[source]!.some((allowed) => allowed === '' || allowed === target)) return undefined
  return `${source} may not import ${target ?? 'what is in no layer'}`
}

const onlyTypes: EdgeRule = (from, { to, typeOnly }) =>
  typesOnly.some(([source, target]) => inside(from, source!) && inside(to, target!)) && !typeOnly
    ? 'only types may be imported here'
    : undefined

const serverFeatures: EdgeRule = (from, { to }) => {
  const dir = 'server/src/features'
  if (!inside(to, dir)) return undefined
  if (inside(from, 'server/src/app'))
    return /^(routes|jobs|guards|api)\.ts$/.test(nameOf(to)) ? undefined : 'app takes routes.ts, jobs.ts, guards.ts and api.ts of a feature'
  if (!inside(from, dir)) return undefined
  const mine = childOf(from, dir)
  const theirs = childOf(to, dir)
  if (mine === theirs) return undefined
  if (nameOf(to) !== 'api.ts') return 'another feature is asked through its api.ts only'
  return rankOf(theirs) < rankOf(mine) ? undefined : `${theirs} does not come before ${mine} in the order of features`
}

const portalFeatures: EdgeRule = (from, { to, lazy }) => {
  const dir = 'portal/src/features'
  if (!inside(to, dir)) return undefined
  if (inside(from, dir)) return childOf(from, dir) === childOf(to, dir) ? undefined : 'portal features do not import one another'
  // What is asked before a page is there is the page's own to say.
  if (from === 'portal/src/app/early.ts' && nameOf(to) === 'first-rows.ts') return undefined
  if (inside(from, 'portal/src/app') && !(lazy && /(Page|Bell)\.tsx$/.test(to)))
    return 'app takes the pages of a feature and the bell only, lazily'
  return undefined
}

const connectors: EdgeRule = (from, { to }) => {
  const dir = 'connectors/src'
  if (!inside(to, dir) || inside(to, `${dir}/kit`)) return undefined
  if (inside(from, 'server/src/app')) return to === `${dir}/registry.ts` ? undefined : 'the server takes connectors from registry.ts'
  if (from === `${dir}/registry.ts` || !inside(from, dir)) return undefined
  return childOf(from, dir) === childOf(to, dir) ? undefined : 'connectors do not import one another'
}

const edgeRules: Readonly<Record<string, EdgeRule>> = { direction, onlyTypes, serverFeatures, portalFeatures, connectors }

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim()).length
const drawer = /^(utils?|helpers?|common|shared|misc|libs?|managers?|services?|base|core|types|constants|index)$/
const workOfNobody = /^(process|handle|manage|do)-/

const fileRules: Readonly<Record<string, Rule>> = {
  size: ({ text, isTest }) => {
    const limit = isTest ? 500 : 300
    return linesOf(text) > limit ? [`${linesOf(text)} lines, the limit is ${limit}`] : []
  },
  name: ({ path }) => {
    const parts = path.split('/').map((part) => part.split('.')[0]!)
    const drawers = parts.filter((part) => drawer.test(part)).map((part) => `"${part}" names a drawer, not a thing`)
    const styled = /^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|mjs)|[A-Z][A-Za-z0-9]*(\.test)?\.tsx)$/.test(nameOf(path))
    const named = styled ? [] : ['files are kebab-case, components PascalCase.tsx']
    return [...drawers, ...named, ...(workOfNobody.test(nameOf(path)) ? ['use the word of the trade for what is done'] : [])]
  },
  barrel: ({ path, code }) => {
    const rest = code.replaceAll(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '').trim()
    // A feature's list of what others may ask (docs/decisions/0029).
    const isList = /^server\/src\/features\/[^/]+\/api\.ts$/.test(path)
    return /^export\s+\*/m.test(code) || (rest === '' && code.trim() !== '' && !isList) ? ['a barrel: import from where the thing is'] : []
  },
  environment: ({ path, code }) => {
    const watched = inside(path, 'server/src') && path !== 'server/src/platform/config.ts'
    return watched && /\bprocess\.env\b/.test(code) ? ['the environment is read in platform/config.ts only'] : []
  },
  clock: ({ path, code }) => {
    const watched = (inside(path, 'server/src') && path !== 'server/src/platform/clock.ts') || inside(path, 'contracts/src')
    return watched && /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/.test(code) ? ['the time is read in platform/clock.ts only'] : []
  },
  timers: ({ path, code }) => {
    const watched = inside(path, 'server/src/features')
    return watched && /\bset(Timeout|Interval)\(|node:timers/.test(code)
      ? ['features wait by ctx.ports.timers only, so that a simulation may']
      : []
  },
  nodeFree: ({ path, outside }) => {
    const watched = ['contracts/src', 'portal/src', 'widget/src'].some((dir) => inside(path, dir))
    return watched ? outside.filter((wanted) => wanted.startsWith('node:')).map((wanted) => `${wanted} does not exist in a browser`) : []
  },
}

/** Tests may look anywhere and set their own clock; size and names hold for them too. */
const rulesForTests = new Set(['size', 'name'])

/** The first of two features comes after the second in the order of storeys. */
export const isAbove = (one: string, other: string): boolean => rankOf(one) > rankOf(other)

/** A matter within a feature of the portal may have a folder of its own, which is counted by itself; words for the database's refusals count nowhere. */
const folderProblems = (tree: SourceTree): Problem[] => {
  const folders = new Map<string, number>()
  for (const path of tree.keys()) {
    const feature = /^((?:server|portal)\/src\/features|connectors\/src)\/[^/]+(?=\/)/.exec(path)?.[0]
    const folder = feature?.startsWith('portal/') ? dirname(path) : feature
    if (folder && !path.includes('.test.') && nameOf(path) !== 'guards.ts') folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders].flatMap(([file, count]) => {
    const limit = file.startsWith('connectors/') && !file.endsWith('/kit') ? 6 : 30
    const size = count > limit ? [{ file, rule: 'size', text: `${count} files, the limit is ${limit}` }] : []
    const isServerFeature = file.startsWith('server/src/features/')
    const placeless = isServerFeature && rankOf(nameOf(file)) < 0
    return placeless ? [...size, { file, rule: 'serverFeatures', text: 'has no place in the order of features' }] : size
  })
}

const allProblems = (tree: SourceTree, made: Made): Problem[] => {
  const problems = folderProblems(tree)
  for (const { file, text } of tableProblems(tree, made, isAbove)) problems.push({ file, rule: 'tables', text })
  for (const file of tree.values()) {
    for (const [rule, check] of Object.entries(fileRules))
      if (!file.isTest || rulesForTests.has(rule)) for (const text of check(file, tree)) problems.push({ file: file.path, rule, text })
    if (file.isTest) continue
    for (const edge of file.edges)
      for (const [rule, check] of Object.entries(edgeRules)) {
        const text = check(file.path, edge)
        if (text) problems.push({ file: file.path, rule, text: `imports ${edge.to}: ${text}` })
      }
  }
  for (const ring of importCycles(tree))
    problems.push({ file: ring[0]!, rule: 'ring', text: `imports itself by way of ${ring.slice(1).join(', ')}` })
  return problems
}

type Exception = (typeof exceptions)[number]

/** A storey names what stands in it, and nothing that may come. */
const unbuilt = (tree: SourceTree): Problem[] =>
  featureOrder
    .flat()
    .filter((feature) => ![...tree.keys()].some((path) => inside(path, `server/src/features/${feature}`)))
    .map((feature) => ({ file: 'tools/architecture.ts', rule: 'serverFeatures', text: `there is no feature ${feature}` }))

/** `made`: what the migrations leave in the database; a table that no feature declares is an error wherever it is named. */
export const checkTree = (tree: SourceTree, allowed: readonly Exception[] = exceptions, made: Made = nothingMade): Problem[] => {
  const problems = allProblems(tree, made)
  const covers =
    ({ file, rule }: Exception) =>
    (problem: Problem) =>
      problem.file === file && problem.rule === rule
  const unneeded = allowed.filter((exception) => !problems.some(covers(exception)))
  return [
    ...problems.filter((problem) => !allowed.some((exception) => covers(exception)(problem))),
    ...unneeded.map(({ file, rule }) => ({ file, rule, text: 'its exception is no longer needed' })),
  ]
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? '.')
  const tree = readTree(root)
  const made = tablesMade(root)
  const problems = [
    ...checkTree(tree, exceptions, made),
    ...staleEntries(tree, made).map((text) => ({ file: 'tools/tables.ts', rule: 'tables', text })),
    ...unbuilt(tree),
    ...migrationProblems(root),
    ...requirementProblems(root),
  ]
  for (const { file, rule, text } of problems) console.log(`${file}: ${text} [${rule}]`)
  const edges = [...tree.values()].reduce((sum, file) => sum + file.edges.length, 0)
  console.log(`${tree.size} files, ${edges} imports, ${problems.length} problems`)
  process.exitCode = problems.length ? 1 : 0
}
