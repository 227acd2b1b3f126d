import { join, relative } from 'node:path'

type Graph = { getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

const src = join(import.meta.dirname, 'src')
/** What runs before all others, with everything it needs and nothing else: a script of its own in the page. */
export const early = 'early'
/**
 * What asks before every page, what every page runs, then what the sign-in page adds, what signing in takes, what every signed-in page adds, the first of those and its list; a few large files
 * load faster than forty small ones.
 */
const roots: readonly { name: string; modules: readonly string[] }[] = [
  { name: early, modules: ['app/early.ts'] },
  { name: 'start', modules: ['main.tsx'] },
  { name: 'door', modules: ['features/session/LoginPage.tsx'] },
  { name: 'sign', modules: ['features/session/sign-in.ts', 'api/webauthn.ts'] },
  { name: 'frame', modules: ['app/shell/AuthenticatedShell.tsx', 'api/restore.ts'] },
  { name: 'evening', modules: ['features/reservations/ReservationsPage.tsx'] },
  { name: 'list', modules: ['features/reservations/ReservationList.tsx'] },
]

/** What a host opens over the list: each in one file with its own pieces, and what it takes from elsewhere in files that other pages can load alone. */
const opened: typeof roots = [
  { name: 'service', modules: ['features/reservations/phases/PhaseView.tsx', 'features/reservations/sheet/ServiceLine.tsx'] },
  {
    name: 'booking',
    modules: ['FormDrawer', 'ReservationPanel', 'acts/AskBefore'].map((part) => `features/reservations/${part}.tsx`),
  },
]
const ofOpened = join(src, 'features/reservations/')

/** Areas of the contract come down to what a call takes (build-contracts.ts): the rules their schemas are made of are left. */
const ofSchemas = (from: string, to: string): boolean => /\/contracts\/src\/.+(?<!\.rules)\.ts$/.test(from) && to.endsWith('.rules.ts')

const reachable = (graph: Graph, modules: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!ofSchemas(id, next)) visit(next)
  }
  for (const module of modules) visit(join(src, module))
  return found
}

/** Small pieces that every page of the portal draws; what opens over a page comes when it opens, and MUI parts of one page stay there. */
const pieces = /\/src\/kit\/(?!ConfirmDialog|DrawerPanel|QrCode|Weekdays)[\w-]+\.tsx?$/

/** Written with `require`, which the graph of imports does not show. */
const always = /\/node_modules\/(react|react-dom|react-is|scheduler|use-sync-external-store)\//

/** A part that its package offers by the same door as what starts the page, and that only a page opened later asks for. */
const later = /\/node_modules\/@tanstack\/react-router\/dist\/esm\/useBlocker\.js$/

/** Names the chunk of a module by who needs it first; null leaves it to the bundler, as for the roots, which keep a file of their own to be found by. */
export const chunkNames = (): ((id: string, graph: Graph) => string | null) => {
  let known: { name: string; ids: Set<string> }[] | undefined
  const parts = [...roots, ...opened]
  return (id, graph) => {
    known ??= parts.map(({ name, modules }) => ({ name, ids: reachable(graph, modules) }))
    const needs = (name: string): boolean => known!.find((part) => part.name === name)!.ids.has(id)
    if (later.test(id)) return null
    if (id.startsWith(src) && parts.some(({ name, modules }) => name !== early && modules.includes(relative(src, id)))) return null
    if (always.test(id)) return 'start'
    const first = known.find(({ ids }) => ids.has(id))?.name
    // What the list and the service view share comes with their page.
    const own = first === 'list' && needs('service') ? 'evening' : first
    const mine = own !== undefined && (id.startsWith(ofOpened) || !opened.some(({ name }) => name === own))
    return mine ? own : pieces.test(id) ? 'pieces' : null
  }
}
