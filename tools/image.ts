/**
 * `npm run image [-- --root FOLDER]`: builds the image of deploy/Containerfile with podman, buildah or docker. Where none of them works, takes the same
 * steps in a folder with a Debian system (`debootstrap trixie FOLDER`), starts what the image would start, and asks its probe. Root only.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answers, until } from './failover/until.ts'

const tree = join(import.meta.dirname, '..')
const file = join(tree, 'deploy/Containerfile')
type Step = { what: string; words: string }
const steps: Step[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => ({ what: line.slice(0, line.indexOf(' ')), words: line.slice(line.indexOf(' ') + 1) }))
const known = new Set(['FROM', 'RUN', 'WORKDIR', 'COPY', 'ENV', 'EXPOSE', 'USER', 'STOPSIGNAL', 'VOLUME', 'HEALTHCHECK', 'CMD'])

const builds = (): boolean =>
  ['podman', 'buildah', 'docker'].some((builder) => {
    if (spawnSync(builder, ['info'], { stdio: 'ignore' }).status !== 0) return false
    console.error(`${builder} …`)
    const { status } = spawnSync(builder, ['build', '-f', file, '-t', 'tablewire', tree], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${builder} could not build it`)
    return true
  })

/** The tree as it is committed, as a fresh clone has it. */
const copyTree = (to: string): void => {
  mkdirSync(to, { recursive: true })
  const packed = execFileSync('git', ['archive', 'HEAD'], { cwd: tree, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', to], { input: packed })
}

type Built = { env: Record<string, string>; folder: string; user: string; command: readonly string[]; port: number }
const takeSteps = (root: string): Built => {
  if (root === '/' || !existsSync(join(root, 'etc/debian_version'))) throw new Error(`${root} is no folder with a Debian system of its own`)
  rmSync(join(root, 'etc/resolv.conf'), { force: true })
  const built: Built = { env: {}, folder: '/', user: 'root', command: [], port: 0 }
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  for (const { what, words } of steps) {
    if (!known.has(what)) throw new Error(`${what} is not known here: a step of it would be left out`)
    console.error(`${what} ${words}`)
    if (what === 'WORKDIR') built.folder = words
    if (what === 'COPY') copyTree(join(root, built.folder))
    if (what === 'ENV') Object.assign(built.env, Object.fromEntries(words.split(' ').map((one) => one.split('='))))
    if (what === 'EXPOSE') built.port = Number(words)
    if (what === 'USER') built.user = words
    if (what === 'CMD') built.command = JSON.parse(words) as string[]
    if (what === 'RUN') inside(root, built, words)
  }
  return built
}
const inside = (root: string, { folder }: Built, line: string): void => {
  // A second time on the same folder: the account is there.
  const again = line.startsWith('useradd') ? `id tablewire >/dev/null 2>&1 || ${line}` : line
  execFileSync('chroot', [root, 'sh', '-ec', `mkdir -p ${folder} && cd ${folder} && ${again}`], {
    stdio: 'inherit',
    // A builder has nothing of whoever calls it either.
    env: { PATH: process.env['PATH'], HOME: '/root' },
  })
}

/** As its own user, with a database of its own in its data folder; what it says is shown. */
const tryIt = async (root: string, { env, folder, user, command, port }: Built): Promise<void> => {
  const probe = `http://127.0.0.1:${port}/readyz`
  if (await answers(probe).catch(() => false)) throw new Error(`Something else answers at port ${port} already`)
  const line = `cd ${folder} && exec "$@"`
  const words = [root, 'setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', 'sh', '-ec', line, 'sh', ...command, '--empty']
  const child = spawn('chroot', words, { stdio: 'inherit', env: { PATH: process.env['PATH'], HOME: '/var/lib/tablewire', ...env } })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const early = ended.then(() => Promise.reject(new Error('What the image starts ended by itself')))
  try {
    await Promise.race([until('the image answers', 120_000, () => answers(probe, 2000)), early])
  } finally {
    early.catch(() => undefined)
    child.kill('SIGTERM')
    await ended
  }
}

const { values } = parseArgs({ options: { root: { type: 'string' } } })
if (!builds()) {
  if (!values.root) {
    console.error('No builder works here (podman, buildah, docker). With a Debian system in a folder: --root FOLDER')
    process.exit(2)
  }
  const root = realpathSync(values.root)
  await tryIt(root, takeSteps(root))
  console.log('Every step of the image was taken, and what it starts is ready.')
}
