import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { rightOf } from '@tablewire/contracts/identity/page-rights'

type Theme = { mode: string; fixedMode?: boolean; palette: Record<string, string> }
type Brand = { name: string; favicon: string; theme: Theme }
/** While the server is not there yet. */
const noBrand = {
  name: 'Tablewire',
  favicon: 'data:,',
  theme: { mode: 'dark', fixedMode: false, palette: { primary: '#7367F0', background: '#16171d', paper: '#1f2029' } },
}

/** Beside `vite dev` nobody fills the template: take the page's words from the running server's brand. */
export const filledByServer = (server: string): Plugin => ({
  name: 'tablewire-template',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { server: dev }) => {
      if (!dev) return html
      const answer = await fetch(`${server}/brand`).catch(() => undefined)
      const brand = answer?.ok ? ((await answer.json()) as { data: Brand }).data : undefined
      const { name: title, favicon, theme } = brand ?? noBrand
      const values: Record<string, string> = {
        LANG: 'en',
        CSP_NONCE: 'dev',
        BRAND_TITLE: title,
        BRAND_DESCRIPTION: `${title} - Manager`,
        BRAND_FAVICON: favicon,
        BRAND_THEME_COLOR: theme.palette['primary'] ?? noBrand.theme.palette.primary,
        BRAND_BACKGROUND: theme.palette['background'] ?? noBrand.theme.palette.background,
        BRAND_PAPER: theme.palette['paper'] ?? noBrand.theme.palette.paper,
        BRAND_MODE: theme.mode,
        BRAND_FIXED_MODE: String(theme.fixedMode === true),
        BRAND_JSON: JSON.stringify(brand ?? {}).replaceAll('<', '\\u003c'),
      }
      return html.replaceAll(/%([A-Z_]+)%/g, (whole, key: string) => values[key] ?? whole)
    },
  },
})

/**
 * `@mdi/js` is one module of 7,000 icons: whatever any page uses of it would land in the chunk all pages share. Each file gets the paths of its own
 * icons instead.
 */
export const ownIcons = (): Plugin => ({
  name: 'tablewire-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: '@mdi/js' },
    handler: async (code) => {
      const paths = (await import('@mdi/js')) as unknown as Record<string, string>
      return code.replaceAll(/^import \{([^}]+)\} from '@mdi\/js'$/gm, (whole, names: string) => {
        const icons = names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        // On as many lines as before, so that positions in the source stay right.
        return icons.map((name) => `const ${name} = ${JSON.stringify(paths[name])}`).join(';') + '\n'.repeat(whole.split('\n').length - 1)
      })
    },
  },
})

/** Asked for by the page itself, browsers say of it that they could not use it once the service worker rules: first-paint.js asks for it. */
const runtime = /\/rolldown-runtime-/
type Ahead = { files: string[]; phrases: Record<string, string[]> }
type Chunk = { fileName: string; facadeModuleId: string | null; imports: string[] }

const frame = ['app/shell/AuthenticatedShell.tsx', 'api/restore.ts']
/** What the first view of a page needs beyond the entry, by the page's path; any other page needs the frame. */
const needs: Record<string, { modules: string[]; areas: string[] }> = {
  // Whoever stands at the door is about to sign in.
  '/login': { modules: ['features/session/LoginPage.tsx', 'features/session/sign-in.ts'], areas: ['kit', 'app', 'features/session'] },
  '/reservations': { modules: [...frame, 'features/reservations/ReservationsPage.tsx'], areas: ['kit', 'app', 'features/reservations'] },
  // Its views bring what they need beyond the page.
  '/reservations?view=list': { modules: ['features/reservations/ReservationList.tsx'], areas: [] },
  '/reservations?view=day': {
    modules: [
      'features/reservations/phases/PhaseView.tsx',
      'features/reservations/sheet/ServiceLine.tsx',
      'features/reservations/empty/ChooseVenue.tsx',
    ],
    areas: ['phases', 'waitlist', 'seating', 'sheet'].map((area) => `features/reservations/${area}`),
  },
  '*': { modules: frame, areas: ['kit', 'app'] },
}
const langs = ['en', 'de', 'es', 'fr', 'nl']

const aheadOf = (chunks: readonly Chunk[], src: string): Record<string, Ahead> => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const filesOf = (module: string): string[] => {
    const start = chunks.find(({ facadeModuleId }) => facadeModuleId === join(src, module))
    if (!start) throw new Error(`No chunk of its own: ${module}`)
    const found = new Set<string>()
    const visit = (file: string): void => {
      if (found.has(file)) return
      found.add(file)
      for (const next of byFile.get(file)?.imports ?? []) visit(next)
    }
    visit(start.fileName)
    return [...found]
  }
  // The page itself already asks for the entry and what that imports.
  const preloaded = new Set(filesOf('../index.html').filter((file) => !runtime.test(file)))
  const each = Object.entries(needs).map(([path, { modules, areas }]): [string, Ahead] => {
    const whole = new Set(path.includes('?') ? [...preloaded, ...needs['/reservations']!.modules.flatMap(filesOf)] : preloaded)
    const files = [...new Set(modules.flatMap(filesOf))].filter((file) => !whole.has(file))
    return [
      path,
      { files, phrases: Object.fromEntries(langs.map((lang) => [lang, areas.flatMap((area) => filesOf(`${area}/${lang}.json`))])) },
    ]
  })
  return Object.fromEntries(each)
}

/**
 * Pages are chunks the entry asks for once it runs: one trip to the server after another. first-paint.js knows the page and the language earlier
 * and asks for all of it at once; here it learns the names of the files. It is named by its content like all others. What asks for the rows becomes a
 * script of its own: as a part of the entry it would wait for all the rest of it.
 */
export const askedAhead = (): Plugin => ({
  name: 'tablewire-ahead',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }, bundle) => {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
    const ahead = aheadOf(chunks, join(import.meta.dirname, 'src'))
    const source = await readFile(join(dir, 'first-paint.js'), 'utf8')
    const filled = source
      .replace('const pages = []', `const pages = ${JSON.stringify(Object.keys(rightOf))}`)
      .replace('const ahead = {}', `const ahead = ${JSON.stringify(ahead)}`)
    const early = chunks.find(({ name }) => name === 'early')
    if (!early || early.imports.length > 0) throw new Error(`What asks before the page needs more than itself: ${early?.imports.join()}`)
    const name = `assets/first-paint-${createHash('sha256').update(filled).digest('base64url').slice(0, 8)}.js`
    const page = await readFile(join(dir, 'index.html'), 'utf8')
    const html = page.replaceAll(/ *<link rel="modulepreload"[^>]*>\n/g, '')
    // What the entry imports is asked for by scripts of the same page: a preload that a service worker answers is another one to the browser than the
    // import that follows, and would be fetched for nothing.
    const imported = [...page.matchAll(/<link rel="modulepreload"[^>]*href="\/([^"]+)">/g)].map(([, file]) => file!)
    const needed = imported.filter((file) => file !== early.fileName && !runtime.test(file))
    await writeFile(join(dir, name), filled)
    const first = `<script type="module" async crossorigin src="/${early.fileName}"></script>\n    `
    const script = first + needed.map((file) => `<script type="module" crossorigin src="/${file}"></script>\n    `).join('')
    const whole = html.replace('/first-paint.js', `/${name}`).replace('<script type="module"', `${script}<script type="module"`)
    await writeFile(join(dir, 'index.html'), whole)
    await rm(join(dir, 'first-paint.js'))
  },
})
