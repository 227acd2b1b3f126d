// Builds the portal when what it is made of has changed since the last time.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, modules, quietly, root, step } from './setup.mjs'

const portal = join(root, 'portal')
const dist = join(portal, 'dist')

const filesBelow = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesBelow(join(dir, entry.name)) : [join(dir, entry.name)],
      )
    : []

const sources = () => [
  ...filesBelow(join(portal, 'src')),
  ...filesBelow(join(portal, 'public')),
  ...readdirSync(portal)
    .filter((name) => /\.(ts|html|json)$/.test(name))
    .map((name) => join(portal, name)),
  ...filesBelow(join(root, 'contracts/src')),
  join(root, 'package-lock.json'),
]

/** By content hash, not by time: a checkout touches every file and changes few. */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of sources().toSorted())
    if (!/\.test\.tsx?$/.test(file)) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const isThere = (wanted) => {
  const stamp = join(dist, '.stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Undefined when the build is up to date; else what starts it. */
export const stalePortal = (node) => {
  const wanted = fingerprint()
  if (isThere(wanted)) return undefined
  return () => step('Building the portal', () => build(node, wanted))
}

/** Built beside its place and moved, so that neither a kill nor a failure leaves a partial portal. */
const build = async (node, wanted) => {
  const draft = join(cacheDir, `portal-${process.pid}`)
  const args = [join(modules, 'vite/bin/vite.js'), 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await quietly(node, args, { cwd: portal })
    writeFileSync(join(draft, '.stamp'), wanted)
    // Race: another process was faster, and its build may be in use by now.
    if (isThere(wanted)) return
    rmSync(dist, { recursive: true, force: true })
    renameSync(draft, dist)
  } catch (error) {
    if (!isThere(wanted)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
