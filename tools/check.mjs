// `npm run check`: types, lint, format, unused code, architecture, generated files and the portal's build, two at a time; a line for
// each, and in full what failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, modules, root, setup } from './setup.mjs'

const tool = (path) => join(modules, path)
const own = (path) => join(root, 'tools', path)

/** The portal that is built here is thrown away: what counts is that it can be built, which the other checks do not tell. */
const built = mkdtempSync(join(tmpdir(), 'tablewire-portal-'))

/** The slowest first, so that none runs on alone at the end. */
const checks = [
  ['types', tool('typescript/bin/tsc'), '-p', '.'],
  ['unused', tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  ['lint', tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--format=unix', '--report-unused-disable-directives'],
  ['portal', tool('vite/bin/vite.js'), 'build', join(root, 'portal'), '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'],
  ['format', tool('oxfmt/bin/oxfmt'), '--check'],
  ['architecture', own('architecture.ts')],
  ['generated', own('generate.ts'), '--check'],
].filter(([, program]) => !program.startsWith(own('')) || existsSync(program))

const run = (node, [name, ...args]) =>
  new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}  ${seconds} s`)
      resolve({ name, output, ok: code === 0 })
    })
  })

await main(async () => {
  const node = await setup()
  const waiting = [...checks]
  const results = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(node, next))
  }
  try {
    await Promise.all([worker(), worker()])
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
  const failed = results.filter(({ ok }) => !ok)
  for (const { name, output } of failed) console.log(`\n${name}:\n${output.trim()}`)
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
})
