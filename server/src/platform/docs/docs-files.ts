import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/** Style and scripts of the documentation, served beside its pages: they need nothing inline. */
export const docsFiles: readonly { path: string; type: string; text: string }[] = [
  { path: '/docs.css', type: 'text/css; charset=utf-8', text: read('docs.css') },
  { path: '/docs-page.mjs', type: 'text/javascript; charset=utf-8', text: read('docs-page.mjs') },
  { path: '/docs-search.mjs', type: 'text/javascript; charset=utf-8', text: read('docs-search.mjs') },
]
