import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = 'docs/requirements.md'
/** Two letters of an area and a number; other pairs of letters (VP8, HH24) mean other things. */
const cited = /\b(?:AC|AN|BR|CH|ER|GO|HU|LI|ON|RE|SC|SE|SH|VE|WI)\d{1,2}\b/g

export const numbersIn = (text: string): Set<string> => new Set(Array.from(text.matchAll(cited), ([number]) => number))

/** A requirement has one line of the list, which begins with its number. */
export const listedIn = (text: string): string[] => Array.from(text.matchAll(/^\| ([A-Z]{2}\d{1,2}) \|/gm), ([, number]) => number!)

type Cited = { readonly path: string; readonly text: string }

export const citations = (root: string): Cited[] =>
  globSync('{contracts,server,connectors,sandbox,portal,tests,benches,tools,docs}/**/*.{ts,tsx,mjs,sql,md}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.endsWith('/dist') || name === list,
  }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const unlisted = (listed: readonly string[], files: readonly Cited[]): { readonly file: string; readonly text: string }[] =>
  files.flatMap(({ path, text }) =>
    [...numbersIn(text)]
      .filter((number) => !listed.includes(number))
      .map((number) => ({ file: path, text: `cites ${number}, which ${list} does not have` })),
  )

export const requirementProblems = (root: string): { readonly file: string; readonly rule: string; readonly text: string }[] =>
  unlisted(listedIn(readFileSync(join(root, list), 'utf8')), citations(root)).map((problem) => ({ ...problem, rule: 'requirements' }))
