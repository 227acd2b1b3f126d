// `npm run check [--all]`: types, lint, format, unused code, architecture, generated files and the portal's build, side by side; a line for
// each, and in full what failed. Of what is judged file by file only those that changed are looked at, and what was known before is kept;
// `--all`, or CI in the environment, looks at everything anew.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { changedFiles } from './changed-files.mjs'
import { stalePortal } from './portal-build.mjs'
import { cacheDir, main, modules, root, setup } from './setup.mjs'

const tool = (path) => join(modules, path)
const own = (path) => join(root, 'tools', path)

/** A change of these affects files that did not change. */
const concernsAll = /^(package-lock\.json|tsconfig\.json|\.oxlintrc\.json|\.oxfmtrc\.jsonc?)$/

/** Undefined = all of them. */
const filesAskedFor = () => {
  if (process.argv.includes('--all') || process.env.CI) return undefined
  const changed = changedFiles()
  return changed?.some((path) => concernsAll.test(path)) ? undefined : changed
}

const isCode = (path) => /\.(ts|tsx|mts|mjs)$/.test(path)

const types = (files) => {
  const kept = ['--incremental', '--tsBuildInfoFile', join(cacheDir, 'types.tsbuildinfo')]
  return ['types', tool('typescript/bin/tsc'), '-p', '.', ...(files ? kept : [])]
}

const lintOptions = ['--type-aware', '--deny-warnings', '--format=unix', '--report-unused-disable-directives']

/** The slowest first, so that none runs alone at the end. */
const checksOf = (files) => [
  types(files),
  ['unused', tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  ['lint', tool('oxlint/bin/oxlint'), ...lintOptions, ...(files?.filter(isCode) ?? [])],
  ['portal'],
  ['format', tool('oxfmt/bin/oxfmt'), '--check'],
  ['architecture', own('architecture.ts')],
  ['generated', own('generate.ts'), '--check'],
]

const program = (node, args) =>
  new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ output, ok: code === 0 }))
  })

/** The same build as `npm start` and the journeys use: the second one finds it cached. */
const portal = async (node) => {
  try {
    await stalePortal(node)?.()
    return { output: '', ok: true }
  } catch (error) {
    return { output: error.message, ok: false }
  }
}

const run = async (node, [name, ...args]) => {
  const started = performance.now()
  const { output, ok } = await (name === 'portal' ? portal(node) : program(node, args))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}  ${seconds} s`)
  return { name, output, ok }
}

await main(async () => {
  const node = await setup()
  mkdirSync(cacheDir, { recursive: true })
  const files = filesAskedFor()
  const waiting = checksOf(files).filter(([name]) => name !== 'lint' || !files || files.some(isCode))
  const results = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(node, next))
  }
  await Promise.all([worker(), worker(), worker()])
  const failed = results.filter(({ ok }) => !ok)
  for (const { name, output } of failed) console.log(`\n${name}:\n${output.trim()}`)
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
})
