import type { Cluster } from '@tablewire/connectors/kit/cluster'
import { sql } from 'kysely'
import type { Db } from './db/schema.ts'
import { newId } from './id.ts'
import type { Logger } from './log.ts'

type OpenCircuit = { name: string; ms: number; own: boolean }
type ClusterState = { others: number; before: number; open: OpenCircuit[] }
type Listener = Parameters<Cluster['onCircuitChange']>[0]

const heartbeatMs = 2000
/** Who was not heard of for so long is gone. */
const missedSeconds = 9

/** One small statement says that we are there, and tells who else is and what they heard of other firms. */
const heartbeat = async (db: Db, me: string): Promise<ClusterState> => {
  const { rows } = await sql<ClusterState>`
    with here as (
        insert into processes (id, seen_at) values (${me}, clock_timestamp()) on conflict (id) do update set seen_at = excluded.seen_at),
      gone as (
        delete from processes where id in (
          select id from processes where seen_at < clock_timestamp() - make_interval(secs => ${missedSeconds * 3}) and id <> ${me} for update skip locked)),
      over as (
        delete from circuits where name in (select name from circuits where open_until < clock_timestamp() - interval '2 minutes' for update skip locked))
    select count(*)::int as others, count(*) filter (where id < ${me})::int as before,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'ms', extract(epoch from open_until - clock_timestamp()) * 1000,
        'own', by_process = ${me})), '[]') from circuits) as open
    from processes where id <> ${me} and seen_at > clock_timestamp() - make_interval(secs => ${missedSeconds})`.execute(db)
  return rows[0]!
}

/** Of so many at once each process has its part; what cannot be divided goes to the first ones. Nobody is left without any. */
const partOf = (atOnce: number, { others, before }: Pick<ClusterState, 'others' | 'before'>): number => {
  const all = others + 1
  return Math.max(1, Math.floor(atOnce / all) + (before < atOnce % all ? 1 : 0))
}

/**
 * What the processes on one database know of each other, a few seconds old. Nothing is asked or written for a call that goes well: the limits of other
 * firms are divided among all that are there, and only a circuit that opens or closes is written down.
 */
export const joinCluster = (db: Db, log: Logger): Cluster & { start: () => Promise<void>; stop: () => Promise<void> } => {
  const me = newId()
  const listeners: Listener[] = []
  let heard = new Set<string>()
  let seen = { others: 0, before: 0 }
  let joining = false
  let stopped = false
  let told = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined

  const take = ({ open, ...now }: ClusterState): void => {
    // Those who were there before do not know of us yet, and still take what was theirs.
    joining = now.others > 0 && timer === undefined
    seen = now
    const names = new Set(open.map(({ name }) => name))
    for (const { name, ms, own } of open) if (ms > 0 && !own) for (const { opened } of listeners) opened(name, ms)
    // Also of those that we opened ourselves: somebody else may hear first that it is back.
    for (const name of heard) if (!names.has(name)) for (const { closed } of listeners) closed(name)
    heard = names
    told = false
  }
  const look = (): Promise<unknown> =>
    (running = heartbeat(db, me).then(take, (error: unknown) => {
      // Once per loss: what was known goes on to be true.
      if (!told && !stopped) log.warn({ err: error }, 'other processes are not heard of')
      told = true
    }))
  const write = (statement: ReturnType<typeof sql>): void => {
    statement.execute(db).catch((error: unknown) => log.debug({ err: error }, 'circuit not told'))
  }
  return {
    shareOf: (atOnce) => (joining ? 1 : partOf(atOnce, seen)),
    onCircuitChange: (listener) => void listeners.push(listener),
    announce: {
      opened: (name, forMs) =>
        write(sql`
          insert into circuits (name, open_until, by_process) values (${name}, clock_timestamp() + make_interval(secs => ${forMs / 1000}), ${me})
          on conflict (name) do update set open_until = excluded.open_until, by_process = excluded.by_process`),
      closed: (name) => write(sql`delete from circuits where name = ${name}`),
    },
    start: async () => {
      await look()
      timer = setInterval(() => void look(), heartbeatMs).unref()
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
      await sql`delete from processes where id = ${me}`.execute(db).catch(() => undefined)
    },
  }
}
