import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkNames } from './build-chunks.ts'
import { callsOnly } from './build-contracts.ts'
import { wholeLanguages } from './build-phrases.ts'
import { compressed } from './build-compressed.ts'
import { askedAhead, filledByServer, ownIcons } from './build-plugins.ts'
import { serviceWorker } from './build-worker.ts'

const server = process.env['TABLEWIRE_SERVER'] ?? 'http://localhost:4000'
/** Addresses the server answers itself; everything else a browser opens is a page. */
const answered = [
  '^/v[12]/',
  '^/brand$',
  '^/brand-pictures/',
  '^/listing-photos/',
  '^/recover-password',
  '^/redirect-target',
  '^/customers',
  '^/user(-me|s)?(/|$|\\?)',
  '^/venues',
  '^/booking-channels',
  '^/openapi.json',
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [wholeLanguages(), ownIcons(), callsOnly(), react(), filledByServer(server), askedAhead(), serviceWorker(), compressed()],
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
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames(), debugName: 'by need' }] } },
    },
  },
})
