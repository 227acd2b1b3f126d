// Builds what browsers run, the portal and the booking page, when what it is made of has changed since the last time.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir, modules, quietly, root, step } from './setup.mjs'

const filesBelow = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesBelow(join(dir, entry.name)) : [join(dir, entry.name)],
      )
    : []

/** `also`: what it is made of beside its own folder. */
const parts = [
  { name: 'portal', says: 'Building the portal', also: ['contracts/src'] },
  { name: 'widget', says: 'Building the booking page', also: ['portal/build-compressed.ts'] },
]

const sources = ({ name, also }) => {
  const own = join(root, name)
  return [
    ...filesBelow(join(own, 'src')),
    ...filesBelow(join(own, 'public')),
    ...readdirSync(own)
      .filter((file) => /\.(ts|html|json)$/.test(file))
      .map((file) => join(own, file)),
    ...also.flatMap((path) => (path.endsWith('.ts') ? [join(root, path)] : filesBelow(join(root, path)))),
    join(root, 'package-lock.json'),
  ]
}

/** By content hash, not by time: a checkout touches every file and changes few. */
const fingerprint = (part) => {
  const hash = createHash('sha256')
  for (const file of sources(part).toSorted())
    if (!/\.test\.tsx?$/.test(file)) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const distOf = ({ name }) => join(root, name, 'dist')
const isThere = (part, wanted) => {
  const stamp = join(distOf(part), '.stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Undefined when the builds are up to date; else what starts those that are not. */
export const stalePortal = (node) => {
  const stale = parts.map((part) => ({ part, wanted: fingerprint(part) })).filter(({ part, wanted }) => !isThere(part, wanted))
  if (!stale.length) return undefined
  return async () => {
    for (const { part, wanted } of stale) await step(part.says, () => build(node, part, wanted))
  }
}

/** Built beside its place and moved, so that neither a kill nor a failure leaves a partial one. */
const build = async (node, part, wanted) => {
  const draft = join(cacheDir, `${part.name}-${process.pid}`)
  const args = [join(modules, 'vite/bin/vite.js'), 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn']
  try {
    await quietly(node, args, { cwd: join(root, part.name) })
    writeFileSync(join(draft, '.stamp'), wanted)
    // Race: another process was faster, and its build may be in use by now.
    if (isThere(part, wanted)) return
    rmSync(distOf(part), { recursive: true, force: true })
    renameSync(draft, distOf(part))
  } catch (error) {
    if (!isThere(part, wanted)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
