// Plain JavaScript for whatever Node is installed, from 20 on, with nothing else there yet: it brings the tree to the state the
// lock file names and finds the exact Node that everything else runs on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Heap settings: most of a request's objects are garbage by the next one. A young generation that holds a few hundred requests lets few of them be
 * promoted, and a generous limit keeps full collections, which stop all requests, rare. Memory stays near 250 MB (`npm run bench -- list`).
 */
export const serverFlags = ['--max-old-space-size=1024', '--max-semi-space-size=32']

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const modules = join(root, 'node_modules')
export const cacheDir = join(modules, '.cache/tablewire')
const neededMajor = 24

export const say = (line) => process.stderr.write(`${line}\n`)

/** Progress for a person: what is being done, a sign of life every fifteen seconds, how long it took. */
export const step = async (what, work) => {
  const started = performance.now()
  const seconds = () => `${Math.max(1, Math.round((performance.now() - started) / 1000))} s`
  say(`${what} ...`)
  const alive = setInterval(() => say(`  still at it, ${seconds()}`), 15_000)
  try {
    const result = await work()
    say(`  done in ${seconds()}`)
    return result
  } finally {
    clearInterval(alive)
  }
}

/** Runs a program quietly; what it said is in the error when it fails. */
export const quietly = (command, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const stop = () => child.kill()
    process.once('exit', stop)
    child.on('error', reject)
    child.on('close', () => process.off('exit', stop))
    child.on('close', (code, signal) =>
      code === 0 ? resolve(output) : reject(new Error(`${output}\n${args.join(' ')} ended with ${signal ?? code}`)),
    )
  })

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** A part of this tree that came later is a link and no download: nobody waits half a minute for it. */
const linked = (at, target) => {
  const path = join(root, at)
  if (existsSync(path)) return true
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(relative(dirname(path), join(root, target)), path, 'junction')
  return true
}

/** npm writes its own lock record last of all, so a record that agrees with the lock means a complete installation. */
const agreesWithLock = (lock) => {
  try {
    const installed = readJson(join(modules, '.package-lock.json')).packages
    return Object.entries(lock.packages).every(([path, { version, optional, link, resolved }]) => {
      if (path === '' || !path.includes('node_modules/')) return true
      if (link) return linked(path, resolved)
      return path in installed ? installed[path].version === version : optional === true
    })
  } catch {
    return false
  }
}

const npm = () => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

const install = async () => {
  const lockPath = join(root, 'package-lock.json')
  const stampPath = join(modules, '.tablewire-stamp')
  const lockText = readFileSync(lockPath, 'utf8')
  const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  if (!agreesWithLock(JSON.parse(lockText))) {
    const [command, ...args] = [...npm(), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    await step(
      existsSync(modules) ? 'Bringing the dependencies up to date' : 'Installing the dependencies, once (about half a minute)',
      () => quietly(command, args, { cwd: root }),
    )
  }
  try {
    writeFileSync(stampPath, stamp)
  } catch {
    // Somebody else's installation: right, only not ours to mark.
  }
}

const packagedNode = () => {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const path = join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? { path, version: readJson(join(modules, name, 'package.json')).version } : undefined
}

const chooseNode = () => {
  const packaged = packagedNode()
  if (packaged?.version === process.versions.node) return process.execPath
  if (packaged && spawnSync(packaged.path, ['--version']).status === 0) return packaged.path
  if (Number.parseInt(process.versions.node) >= neededMajor) return process.execPath
  throw new Error(`Tablewire needs Node ${neededMajor} on ${process.platform}-${process.arch}; this is Node ${process.versions.node}.`)
}

const nodeEnv = (env) => ({
  ...process.env,
  TABLEWIRE_LEASH: String(process.pid),
  NODE_COMPILE_CACHE: join(cacheDir, 'compile'),
  PATH: `${join(modules, '.bin')}:${process.env.PATH ?? ''}`,
  ...env,
})

/** Starts the right Node under a watchdog: whatever ends this process, kill -9 included, ends that one too. */
export const startNode = (node, args, { env, stdio = 'inherit', cwd } = {}) => {
  const watchdog = pathToFileURL(join(root, 'tools/parent-watchdog.mjs')).href
  const child = spawn(node, ['--import', watchdog, ...args], { cwd, env: nodeEnv(env), stdio: [stdio, stdio, stdio, 'ipc'] })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child by itself, and twice would mean "at once" to some.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  watchNpm(() => child.kill('SIGTERM'))
  return child
}

/** npm, killed outright, signals nobody; only our parent process id changes, and a server without its terminal would keep the folder locked. */
const watchNpm = (stop) => {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    stop()
  }, 100).unref()
}

/** The exit code a shell would give. */
export const exitOf = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })

/** Everything in place; resolves with the path of the Node to run on. */
export const setup = async () => {
  await install()
  return chooseNode()
}

/** The frame of every starter: its result is the exit code, and what goes wrong is told without a stack. */
export const main = async (work) => {
  try {
    process.exitCode = await work()
  } catch (error) {
    say(error instanceof Error ? error.message.trim() : String(error))
    process.exitCode = 1
  }
}
