import { join, relative } from 'node:path'

type Graph = { getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

const src = join(import.meta.dirname, 'src')
/** What runs before all others, with everything it needs and nothing else: a script of its own in the page. */
export const early = 'early'
/**
 * What asks before every page, what every page runs, then what the sign-in page adds, what signing in takes, what every signed-in page adds, and the first of those; a few large files
 * load faster than forty small ones.
 */
const roots: readonly { name: string; modules: readonly string[] }[] = [
  { name: early, modules: ['app/early.ts'] },
  { name: 'start', modules: ['main.tsx'] },
  { name: 'door', modules: ['features/session/LoginPage.tsx'] },
  { name: 'sign', modules: ['features/session/sign-in.ts', 'api/webauthn.ts'] },
  { name: 'frame', modules: ['app/shell/AuthenticatedShell.tsx', 'api/restore.ts'] },
  { name: 'evening', modules: ['features/reservations/ReservationsPage.tsx'] },
]

const reachable = (graph: Graph, modules: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  for (const module of modules) visit(join(src, module))
  return found
}

/** Small pieces that every page of the portal draws; what opens over a page comes when it opens, and MUI parts of one page stay there. */
const pieces = /\/src\/kit\/(?!ConfirmDialog|DrawerPanel|Weekdays)[\w-]+\.tsx?$/

/** Written with `require`, which the graph of imports does not show. */
const always = /\/node_modules\/(react|react-dom|react-is|scheduler|use-sync-external-store)\//

/** Names the chunk of a module by who needs it first; null leaves it to the bundler, as for the roots, which keep a file of their own to be found by. */
export const chunkNames = (): ((id: string, graph: Graph) => string | null) => {
  let known: { name: string; ids: Set<string> }[] | undefined
  return (id, graph) => {
    known ??= roots.map(({ name, modules }) => ({ name, ids: reachable(graph, modules) }))
    if (id.startsWith(src) && roots.some(({ name, modules }) => name !== early && modules.includes(relative(src, id)))) return null
    if (always.test(id)) return 'start'
    return known.find(({ ids }) => ids.has(id))?.name ?? (pieces.test(id) ? 'pieces' : null)
  }
}
