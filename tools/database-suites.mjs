// The test files that ask for a database: on another PostgreSQL only these say anything new.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './setup.mjs'

/** Every test file that gets a database has this one below it. */
const database = join(root, 'tests/build/database.ts')
/**
 * And this one, what starts the product as a process of its own: how it starts, ends, is killed and waits. The statements it sends there are those that
 * the suites inside one process send.
 */
const serverProcess = join(root, 'tests/build/a-server.ts')

/**
 * What asks again what others have asked, by protocol, a hundred times or by the clock: laws but for the one that calls every endpoint, tests by protocol,
 * whole files there and back. Their statements are those of the suites that stay.
 */
const asksAgain = /tests\/(?:protocol|laws\/(?!laws\.))|round-trip/

const placeOf = (from, name) => {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('#src/')) return join(root, 'server/src', name.slice('#src/'.length))
  if (name.startsWith('@tablewire/server/')) return join(root, 'server/src', `${name.slice('@tablewire/server/'.length)}.ts`)
  return undefined
}

const namesIn = (file) =>
  existsSync(file) ? Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:from|import\()\s*'([^']+)'/g), ([, name]) => name) : []

/** Whether a file has that one below it. */
const leadingTo = (source) => {
  const known = new Map([[source, true]])
  const leads = (file) => {
    const before = known.get(file)
    if (before !== undefined) return before
    // Whoever comes round to this file while it is being read learns nothing here.
    known.set(file, false)
    const found = namesIn(file).some((name) => {
      const place = placeOf(file, name)
      return place !== undefined && leads(place)
    })
    known.set(file, found)
    return found
  }
  return leads
}

/** Paths below the root; those of what starts PostgreSQL itself are none of them. */
export const databaseSuites = () => {
  const [speaksSql, startsProcesses] = [leadingTo(database), leadingTo(serverProcess)]
  return ['server/src', 'tests/laws', 'tests/build']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)))
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !file.includes('/platform/postgres/') &&
        !asksAgain.test(file) &&
        speaksSql(file) &&
        !startsProcesses(file),
    )
    .map((file) => relative(root, file))
    .toSorted()
}
