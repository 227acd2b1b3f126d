// The test files that ask for a database: on another PostgreSQL only these say anything new.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './setup.mjs'

/** Every test file that gets a database has this one below it; what starts a server on a database of its own always runs on the built-in one. */
const source = join(root, 'tests/build/database.ts')

const placeOf = (from, name) => {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('#src/')) return join(root, 'server/src', name.slice('#src/'.length))
  if (name.startsWith('@tablewire/server/')) return join(root, 'server/src', `${name.slice('@tablewire/server/'.length)}.ts`)
  return undefined
}

const known = new Map()
const leadsThere = (file) => {
  if (file === source) return true
  const before = known.get(file)
  if (before !== undefined) return before
  // Whoever comes round to this file while it is being read learns nothing here.
  known.set(file, false)
  const names = existsSync(file)
    ? Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:from|import\()\s*'([^']+)'/g), ([, name]) => name)
    : []
  const found = names.some((name) => {
    const place = placeOf(file, name)
    return place !== undefined && leadsThere(place)
  })
  known.set(file, found)
  return found
}

/** Paths below the root; those of what starts PostgreSQL itself are none of them. */
export const databaseSuites = () =>
  ['server/src', 'tests/laws', 'tests/protocol', 'tests/build']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/platform/postgres/') && leadsThere(file))
    .map((file) => relative(root, file))
    .toSorted()
