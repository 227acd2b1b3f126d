import { setTimeout as sleep } from 'node:timers/promises'
import { answers, until } from './until.ts'
import { type Cluster, confirmingOf, isReady, isWhole, patronictl, primaryOf, startDatabase, startEtcd, startServer } from './cluster.ts'
import { cutOff, freezeMachine, killMachine, killPrograms, type Machine, plugIn, thawMachine } from './machines.ts'
import { survivesFreeze } from './packages.ts'

export type Fault = {
  /** For the table. */
  words: string
  /** Does it and heals it; `begins` is called at the moment in which it strikes. */
  strike: (cluster: Cluster, begins: () => void) => Promise<void>
  /** Why it is left out here. */
  notHere?: () => string | undefined
  /** For so long commits may wait while the primary says that it takes writes: until Patroni takes the standby out that has to confirm them. */
  commitsWaitMs?: number
  /** No call may fail. */
  unnoticed?: boolean
}

const awayMs = 40_000
const settleMs = 240_000

const primary = async (cluster: Cluster): Promise<Machine> => {
  const found = await primaryOf(cluster)
  if (!found) throw new Error('No primary before the fault')
  return found
}

const terminated = async (cluster: Cluster, machine: Machine): Promise<void> => {
  const child = cluster.running.get(machine.name)!
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
/** Ready, and taken back by the balancer. */
const startedAgain = async (cluster: Cluster, machine: Machine): Promise<void> => {
  startServer(cluster, machine)
  await until(`${machine.name} ready again`, settleMs, () => isReady(machine))
  await sleep(3000)
}

const etcdGone = async ({ databases }: Cluster): Promise<boolean> => {
  const there = await Promise.all(databases.map(({ address }) => answers(`http://${address}:2379/health`).catch(() => false)))
  return !there.includes(true)
}

const all = {
  kill: {
    words: 'power of the primary gone',
    strike: async (cluster, begins) => {
      const machine = await primary(cluster)
      begins()
      killMachine(machine)
      await sleep(awayMs)
      startDatabase(cluster, machine)
    },
  },
  switchover: {
    words: 'planned switchover',
    strike: async (cluster, begins) => {
      const machine = await primary(cluster)
      begins()
      patronictl(cluster, machine, 'switchover', 'tablewire', '--force')
      await sleep(10_000)
    },
  },
  freeze: {
    words: 'primary hung for 45 s',
    notHere: () => (survivesFreeze() ? undefined : 'Patroni before 3.1 loses what was acknowledged after a machine hung (its change 2689)'),
    strike: async (cluster, begins) => {
      const machine = await primary(cluster)
      begins()
      freezeMachine(machine)
      await sleep(45_000)
      thawMachine(machine)
    },
  },
  partition: {
    words: 'primary cut off for 40 s',
    strike: async (cluster, begins) => {
      const machine = await primary(cluster)
      begins()
      cutOff(machine)
      await sleep(awayMs)
      plugIn(machine)
    },
  },
  standby: {
    words: 'standby that confirms hung for 45 s',
    // wal_sender_timeout, loop_wait, and a round of its own at etcd.
    commitsWaitMs: 20_000,
    strike: async (cluster, begins) => {
      const machine = await confirmingOf(cluster)
      begins()
      freezeMachine(machine)
      await sleep(45_000)
      thawMachine(machine)
    },
  },
  etcd: {
    words: 'etcd away for 30 s',
    strike: async (cluster, begins) => {
      begins()
      for (const machine of cluster.databases) killPrograms(machine, 'etcd')
      await until('no etcd', 10_000, () => etcdGone(cluster))
      await sleep(30_000)
      for (const machine of cluster.databases) startEtcd(cluster, machine)
    },
  },
  server: {
    words: 'one server of three killed',
    strike: async (cluster, begins) => {
      const [machine] = cluster.servers
      begins()
      killMachine(machine!)
      await sleep(10_000)
      await startedAgain(cluster, machine!)
    },
  },
  cut: {
    words: 'one server of three cut off for 30 s',
    strike: async (cluster, begins) => {
      const [machine] = cluster.servers
      begins()
      cutOff(machine!)
      await sleep(30_000)
      plugIn(machine!)
    },
  },
  rolling: {
    words: 'rolling restart of all servers',
    unnoticed: true,
    strike: async (cluster, begins) => {
      begins()
      for (const machine of cluster.servers) {
        await terminated(cluster, machine)
        await startedAgain(cluster, machine)
      }
    },
  },
} satisfies Record<string, Fault>
export type FaultName = keyof typeof all
export const faults: Readonly<Record<FaultName, Fault>> = all
export const faultNames = Object.keys(all) as FaultName[]

/** Everything is as it was: one primary with two standbys, three servers. */
export const healed = async (cluster: Cluster): Promise<void> => {
  await until('one primary and two standbys', settleMs, () => isWhole(cluster))
  for (const machine of cluster.servers) await until(`${machine.name} ready`, settleMs, () => isReady(machine))
}
