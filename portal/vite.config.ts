import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['TABLEWIRE_SERVER'] ?? 'http://localhost:4000'
/** Addresses the server answers itself; everything else a browser opens is a page. */
const answered = ['^/v[12]/', '^/brand$', '^/user(-me|s)?(/|$|\\?)', '^/venues', '^/booking-channels', '^/openapi.json']

/** Beside `vite dev` nobody fills the template: take the page's words from the running server's own page. */
const filledByServer = (): Plugin => ({
  name: 'tablewire-template',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { server: dev }) => {
      if (!dev) return html
      const answer = await fetch(`${server}/brand`).catch(() => undefined)
      const brand = answer?.ok
        ? ((await answer.json()) as { data: { name: string; favicon: string; theme: { mode: string; palette: Record<string, string> } } })
            .data
        : undefined
      const values: Record<string, string> = {
        LANG: 'en',
        CSP_NONCE: 'dev',
        BRAND_TITLE: brand?.name ?? 'Tablewire',
        BRAND_DESCRIPTION: `${brand?.name ?? 'Tablewire'} - Manager`,
        BRAND_FAVICON: brand?.favicon ?? 'data:,',
        BRAND_THEME_COLOR: brand?.theme.palette['primary'] ?? '#7367F0',
        BRAND_BACKGROUND: brand?.theme.palette['background'] ?? '#16171d',
        BRAND_MODE: brand?.theme.mode ?? 'dark',
        BRAND_JSON: JSON.stringify(brand ?? {}).replaceAll('<', '\\u003c'),
      }
      return html.replaceAll(/%([A-Z_]+)%/g, (whole, name: string) => values[name] ?? whole)
    },
  },
})

/** Compressed once here instead of at every request; the server sends the files as they lie. */
const compressed = (): Plugin => ({
  name: 'tablewire-compressed',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }, bundle) => {
    const brotli = (text: Buffer): Promise<Buffer> => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
    for (const name of Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|svg)$/.test(file))) {
      const text = await readFile(join(dir, name))
      if (text.length < 1024) continue
      await Promise.all([
        promisify(gzip)(text, { level: 9 }).then((small) => writeFile(join(dir, `${name}.gz`), small)),
        brotli(text).then((small) => writeFile(join(dir, `${name}.br`), small)),
      ])
    }
  },
})

/**
 * `@mdi/js` is one module of 7,000 icons: whatever any page uses of it would land in the chunk all pages share. Each file gets the paths of its own
 * icons instead.
 */
const ownIcons = (): Plugin => ({
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [ownIcons(), react(), filledByServer(), compressed()],
  json: { namedExports: false },
  server: { proxy: Object.fromEntries(answered.map((path) => [path, { target: server, changeOrigin: false }])) },
  build: {
    outDir: 'dist',
    manifest: true,
    // Browsers that run this all know modulepreload; the polyfill would be one script more.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Nothing is inlined as data: URLs, so that the content security policy stays short.
    assetsInlineLimit: 0,
  },
})
