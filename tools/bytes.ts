/** What a browser downloads for the sign-in page and for the reservations: `node tools/run.mjs tools/bytes.ts [DIST] [--json]`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { readonly file: string; readonly imports?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>
export type PageBytes = {
  readonly page: string
  readonly bytes: number
  readonly budget: number
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
}

type Page = { readonly page: string; readonly budget: number; readonly beside?: true; readonly roots: readonly string[] }
/** The first page is counted whole, each further part with what it adds, one `beside` another with all beyond the first; the phrases of one language belong to them. */
const pages: readonly Page[] = [
  {
    page: '/login',
    budget: 190_000,
    roots: [
      'index.html',
      'src/features/session/LoginPage.tsx',
      // Asked for ahead, by first-paint.js.
      'src/features/session/sign-in.ts',
      'src/kit/en.json',
      'src/app/en.json',
      'src/features/session/en.json',
    ],
  },
  {
    page: '/reservations, beyond /login',
    budget: 120_000,
    roots: [
      'src/app/shell/AuthenticatedShell.tsx',
      'src/api/restore.ts',
      'src/api/home-route.ts',
      'src/features/reservations/ReservationsPage.tsx',
      'src/features/reservations/ReservationList.tsx',
      'src/features/reservations/en.json',
    ],
  },
  {
    page: '/reservations?view=day, beyond /login',
    budget: 120_000,
    beside: true,
    roots: [
      'src/app/shell/AuthenticatedShell.tsx',
      'src/api/restore.ts',
      'src/api/home-route.ts',
      'src/features/reservations/ReservationsPage.tsx',
      'src/features/reservations/phases/PhaseView.tsx',
      'src/features/reservations/sheet/ServiceLine.tsx',
      'src/features/reservations/en.json',
      'src/features/reservations/phases/en.json',
      'src/features/reservations/waitlist/en.json',
      'src/features/reservations/seating/en.json',
      'src/features/reservations/sheet/en.json',
    ],
  },
  {
    page: 'brought while nobody waits, beyond /reservations',
    budget: 80_000,
    roots: [
      'src/features/notifications/Bell.tsx',
      'src/features/notifications/en.json',
      'src/app/service-worker.ts',
      'src/features/reservations/ReservationPanel.tsx',
      'src/features/reservations/FormDrawer.tsx',
      'src/features/reservations/acts/AskBefore.tsx',
      'src/features/reservations/phases/PhaseView.tsx',
      'src/kit/office/en.json',
    ],
  },
  {
    // Wanted are 25,000: a third of it are parts of MUI that other pages of the office bring as well.
    page: '/analytics/reservations, beyond those',
    budget: 39_000,
    roots: ['src/features/analytics/ReservationAnalyticsPage.tsx', 'src/features/analytics/en.json'],
  },
  {
    page: 'the time line by table, beyond those',
    budget: 40_000,
    roots: ['src/features/reservations/timeline/Timeline.tsx', 'src/features/reservations/timeline/en.json'],
  },
]

const closure = (manifest: Manifest, roots: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The portal's build knows no ${key}.`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const root of roots) visit(root)
  return found
}

/** JavaScript in bytes after gzip, as the server sends it. */
export const pageBytes = (dist: string): PageBytes[] => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizeOf = (file: string): number => {
    const sent = join(dist, `${file}.gz`)
    return existsSync(sent) ? readFileSync(sent).length : gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  }
  const counted = new Set<string>()
  const first = closure(manifest, pages[0]!.roots)
  return pages.map(({ page, budget, beside, roots }) => {
    const files = [...closure(manifest, roots)]
      .filter((file) => file.endsWith('.js') && !(beside ? first : counted).has(file))
      .map((file) => ({ file, bytes: sizeOf(file) }))
    if (!beside) for (const { file } of files) counted.add(file)
    return { page, budget, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files: files.toSorted((a, b) => b.bytes - a.bytes) }
  })
}

const print = (found: readonly PageBytes[]): void => {
  for (const { page, bytes, budget, files } of found) {
    process.stdout.write(`${page}: ${(bytes / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB, ${files.length} files\n`)
    for (const { file, bytes: size } of files.slice(0, 8)) process.stdout.write(`  ${(size / 1000).toFixed(1).padStart(7)}  ${file}\n`)
  }
}

if (import.meta.main) {
  const [dist = join(import.meta.dirname, '../portal/dist')] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const found = pageBytes(dist)
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(found)}\n`)
  else print(found)
  if (found.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1
}
