import { defineConfig } from 'vite'
import { compressed } from '../portal/build-compressed.ts'

/** The booking page's script, named by its content, and the loader on other people's pages, whose name never changes: neither imports anything of the other. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compressed()],
  build: {
    outDir: 'dist',
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { frame: 'src/main.ts', widget: 'src/loader.ts' },
      output: { entryFileNames: ({ name }) => (name === 'widget' ? 'widget.js' : 'assets/[name]-[hash].js') },
    },
  },
})
