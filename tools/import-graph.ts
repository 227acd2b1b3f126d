import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** `lazy` is `import('...')`; type-only imports are edges like any other, marked. */
export type Edge = { readonly to: string; readonly typeOnly: boolean; readonly lazy: boolean }

export type SourceFile = {
  readonly path: string
  readonly text: string
  /** Without comments, so that a rule about code does not trip over prose. */
  readonly code: string
  readonly isTest: boolean
  readonly edges: readonly Edge[]
  /** Packages and node modules, as written. */
  readonly outside: readonly string[]
}

export type SourceTree = ReadonlyMap<string, SourceFile>

const skipped = new Set(['node_modules', 'dist', 'generated', 'data', 'coverage', 'test-results'])

const pathsBelow = (root: string, dir = root): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || skipped.has(entry.name)) return []
    const path = join(dir, entry.name)
    if (entry.isDirectory()) return pathsBelow(root, path)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [relative(root, path)] : []
  })

/** A comment begins a line or stands apart: what a text such as a type of content or a pattern of files holds is none. */
const withoutComments = (text: string): string =>
  text.replaceAll(/(?<=^|[\s({,;=>])\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g

const packageDirs = (root: string, paths: readonly string[]): Map<string, string> => {
  const dirs = new Set(paths.map((path) => path.split('/')[0]!))
  const found = new Map<string, string>()
  for (const dir of dirs) {
    const file = join(root, dir, 'package.json')
    if (existsSync(file)) found.set((JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name, dir)
  }
  return found
}

type Resolver = (from: string, wanted: string) => string | undefined

const resolver = (root: string, paths: readonly string[]): Resolver => {
  const known = new Set(paths)
  const packages = packageDirs(root, paths)
  const find = (path: string): string | undefined => [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate))
  return (from, wanted) => {
    if (wanted.startsWith('.')) return find(join(dirname(from), wanted))
    if (wanted.startsWith('#src/')) return find(join(from.slice(0, from.indexOf('/')), 'src', wanted.slice('#src/'.length)))
    for (const [name, dir] of packages) if (wanted.startsWith(`${name}/`)) return find(join(dir, 'src', wanted.slice(name.length + 1)))
    return undefined
  }
}

const readFile = (root: string, path: string, resolve: Resolver): SourceFile => {
  const text = readFileSync(join(root, path), 'utf8')
  const code = withoutComments(text)
  const imports = [
    ...[...code.matchAll(statement)].map(([, type, wanted]) => ({ wanted: wanted!, typeOnly: Boolean(type), lazy: false })),
    ...[...code.matchAll(dynamic)].map(([, wanted]) => ({ wanted: wanted!, typeOnly: false, lazy: true })),
  ]
  const resolved = imports.map((found) => ({ ...found, to: resolve(path, found.wanted) }))
  return {
    path,
    text,
    code,
    isTest: /\.test\.tsx?$/.test(path),
    edges: resolved.flatMap(({ to, typeOnly, lazy }) => (to && to !== path ? [{ to, typeOnly, lazy }] : [])),
    outside: resolved.filter(({ wanted }) => !/^(\.|#src\/)/.test(wanted)).map(({ wanted }) => wanted),
  }
}

export const readTree = (root: string): SourceTree => {
  const paths = pathsBelow(root).toSorted()
  const resolve = resolver(root, paths)
  return new Map(paths.map((path) => [path, readFile(root, path, resolve)]))
}

/** Import cycles (Tarjan's strongly connected components), lazy imports aside. */
export const importCycles = (tree: SourceTree): string[][] => {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (path: string): void => {
    const mine = order.size
    order.set(path, mine)
    low.set(path, mine)
    stack.push(path)
    for (const { to, lazy } of tree.get(path)!.edges) {
      if (lazy) continue
      if (!order.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path)!, low.get(to)!))
    }
    if (low.get(path) !== mine) return
    const ring = stack.splice(stack.indexOf(path))
    if (ring.length > 1) found.push(ring)
  }
  for (const path of tree.keys()) if (!order.has(path)) visit(path)
  return found
}
