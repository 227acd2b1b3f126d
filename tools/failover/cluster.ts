import { type ChildProcess, execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstAdmin } from '../../tests/build/a-server.ts'
import { folderOf, type Machine, makeMachine, makeNetwork, runOn, startOn } from './machines.ts'
import { poolerPrepares, postgresBin } from './packages.ts'
import { answers, until } from './until.ts'

const tree = join(import.meta.dirname, '../..')
const deploy = join(tree, 'deploy')
const network = '10.77.0'
export const entrance = `http://${network}.10`
const guest = `${network}.1`

export type Cluster = {
  databases: readonly Machine[]
  servers: readonly Machine[]
  balancer: Machine
  /** Of each server, while it runs. */
  running: Map<string, ChildProcess>
  root: string
}
const idOf = (user: string, which: '-u' | '-g'): number => Number(execFileSync('id', [which, user], { encoding: 'utf8' }))
const ownedBy = (user: string, folder: string): string => {
  chownSync(folder, idOf(user, '-u'), idOf(user, '-g'))
  return folder
}

/** The variables of a file as systemd reads it; those of db1 become another machine's. */
const envOf = (file: string, { name, address }: Pick<Machine, 'name' | 'address'> = { name: 'db1', address: `${network}.21` }) =>
  Object.fromEntries(
    readFileSync(join(deploy, file), 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
      .map(([key, value]) => [key, value.replaceAll(`${network}.21`, address).replaceAll('db1', name)] as const),
  )
const sharedEnv = (file: string): Record<string, string> => envOf(file)

const logOf = ({ root }: Cluster, { name }: Machine, program: string): string => join(folderOf(root, 'logs'), `${name}-${program}.log`)

export const startEtcd = (cluster: Cluster, machine: Machine): void => {
  const env = { ...envOf('etcd/db1.env', machine), ...sharedEnv('etcd/cluster.env') }
  startOn(machine, { command: ['etcd'], env, log: logOf(cluster, machine, 'etcd') })
}

const patroniEnv = (machine: Machine) => ({ ...envOf('patroni/db1.env', machine), PATRONI_POSTGRESQL_BIN_DIR: postgresBin()! })

const startPatroni = (cluster: Cluster, machine: Machine): void => {
  const command = ['patroni', '/etc/patroni/config.yml']
  startOn(machine, { command, user: 'postgres', env: patroniEnv(machine), log: logOf(cluster, machine, 'patroni') })
}
/** What systemd starts on a machine of the database when its power is back. */
export const startDatabase = (cluster: Cluster, machine: Machine): void => {
  startEtcd(cluster, machine)
  startPatroni(cluster, machine)
}

const isPooled = ({ name }: Machine): boolean => name === 'app3' && poolerPrepares()

/** What systemd starts on a server's machine; the third one speaks through PgBouncer and the balancer. */
export const startServer = (cluster: Cluster, machine: Machine): void => {
  if (isPooled(machine) && !cluster.running.has(machine.name)) {
    const command = ['pgbouncer', '/etc/pgbouncer/pgbouncer.ini']
    startOn(machine, { command, user: 'postgres', log: logOf(cluster, machine, 'pgbouncer') })
  }
  const env = {
    ...sharedEnv('tablewire.env'),
    ...(isPooled(machine) ? sharedEnv('tablewire-pooled.env') : {}),
    TABLEWIRE_DATA: folderOf(cluster.root, machine.name, 'data'),
    TABLEWIRE_ADMIN_EMAIL: firstAdmin.email,
    TABLEWIRE_ADMIN_PASSWORD: firstAdmin.password,
    HOME: folderOf(cluster.root, machine.name),
    NODE_ENV: 'production',
  }
  const command = [process.execPath, join(tree, 'server/src/main.ts'), 'serve', '--empty']
  const child = startOn(machine, { command, env, log: logOf(cluster, machine, 'server') })
  cluster.running.set(machine.name, child)
}

export const isReady = ({ address }: Machine): Promise<boolean> => answers(`http://${address}:4000/readyz`)

export const patronictl = ({ databases }: Cluster, machine: Machine | undefined, ...words: string[]): string =>
  runOn(machine ?? databases[0]!, {
    command: ['patronictl', '-c', '/etc/patroni/config.yml', ...words],
    user: 'postgres',
    env: patroniEnv(machine ?? databases[0]!),
  })

type Member = { name: string; role: string; state: string }
const membersBy = async ({ address }: Machine): Promise<Member[]> => {
  const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
  return ((await answer.json()) as { members: Member[] }).members
}

/** The machine that takes writes. */
export const primaryOf = async ({ databases }: Cluster): Promise<Machine | undefined> => {
  const asked = await Promise.all(databases.map((one) => answers(`http://${one.address}:8008/primary`).catch(() => false)))
  return databases[asked.indexOf(true)]
}

/** The standby without which nothing is acknowledged. */
export const confirmingOf = async (cluster: Cluster): Promise<Machine> => {
  const members = await membersBy((await primaryOf(cluster))!)
  const confirming = members.find(({ role }) => role === 'sync_standby')
  return cluster.databases.find(({ name }) => name === confirming?.name)!
}

/** One leads, two follow it, and one of those has everything. */
export const isWhole = async (cluster: Cluster): Promise<boolean> => {
  const primary = await primaryOf(cluster)
  if (!primary) return false
  const members = await membersBy(primary)
  const following = members.filter(({ role, state }) => role !== 'leader' && ['streaming', 'running'].includes(state))
  return following.length === 2 && following.some(({ role }) => /sync/.test(role))
}

const makeDatabase = (primary: Machine): void => {
  const { password } = new URL(sharedEnv('tablewire-pooled.env')['DATABASE_URL']!)
  const command = ['psql', '-v', 'ON_ERROR_STOP=1', '-h', '/var/run/postgresql', '-d', 'postgres']
  runOn(primary, {
    command: [...command, '-c', `create role tablewire login password '${password}'`, '-c', 'create database tablewire owner tablewire'],
    user: 'postgres',
  })
}

/** From here on the log of what is written is kept in the repository; proved by a segment that arrives. */
const startArchive = (primary: Machine): void => {
  for (const step of ['stanza-create', 'check']) runOn(primary, { command: ['pgbackrest', '--stanza=tablewire', step], user: 'postgres' })
}

/** The address of the database for whoever checks the books: whoever takes writes, past every pooler and balancer. */
export const directUrl = (): string => sharedEnv('tablewire.env')['DATABASE_URL']!

const machinesIn = (root: string): Omit<Cluster, 'running' | 'root'> => {
  makeNetwork(guest)
  const repository = ownedBy('postgres', folderOf(root, 'repository'))
  const databases = [1, 2, 3].map((number) => {
    const name = `db${number}`
    const own = {
      '/var/lib/postgresql': ownedBy('postgres', folderOf(root, name, 'postgresql')),
      '/var/run/postgresql': ownedBy('postgres', folderOf(root, name, 'run')),
      '/var/lib/etcd': folderOf(root, name, 'etcd'),
      '/etc/patroni': join(deploy, 'patroni'),
      '/etc/pgbackrest': join(deploy, 'pgbackrest'),
      '/var/lib/pgbackrest': repository,
    }
    return makeMachine(name, { address: `${network}.2${number}`, own })
  })
  const servers = [1, 2, 3].map((number) =>
    makeMachine(`app${number}`, {
      address: `${network}.1${number}`,
      own: { '/etc/pgbouncer': join(deploy, 'pgbouncer'), '/var/lib/tablewire-files': folderOf(root, 'files') },
    }),
  )
  const own = { '/etc/haproxy': join(deploy, 'haproxy'), '/run/haproxy': folderOf(root, 'haproxy') }
  return { databases, servers, balancer: makeMachine('balancer', { address: `${network}.10`, own }) }
}

/** The whole installation, started from nothing as high-availability.md says; `root` takes its data and logs. */
export const startCluster = async (root: string, say: (line: string) => void): Promise<Cluster> => {
  // What a service of systemd would find: its own user may pass here.
  chmodSync(root, 0o755)
  const cluster: Cluster = { ...machinesIn(root), running: new Map(), root }
  const [first, ...others] = cluster.databases
  for (const machine of cluster.databases) startEtcd(cluster, machine)
  say('etcd, Patroni and PostgreSQL …')
  startPatroni(cluster, first!)
  await until('a first primary', 120_000, async () => (await primaryOf(cluster)) !== undefined)
  for (const machine of others) startPatroni(cluster, machine)
  await until('two standbys', 180_000, () => isWhole(cluster))
  const primary = (await primaryOf(cluster))!
  startArchive(primary)
  makeDatabase(primary)
  const haproxy = ['haproxy', '-W', '-db', '-f', '/etc/haproxy/haproxy.cfg']
  startOn(cluster.balancer, { command: haproxy, log: logOf(cluster, cluster.balancer, 'haproxy') })
  say('Three servers …')
  for (const machine of cluster.servers) startServer(cluster, machine)
  for (const machine of cluster.servers) await until(`${machine.name} ready`, 240_000, () => isReady(machine))
  await until('the entrance', 20_000, () => answers(`${entrance}/healthz`))
  return cluster
}
