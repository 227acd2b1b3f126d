import type { Cluster } from '@tablewire/connectors/kit/cluster'
import { sql } from 'kysely'
import type { Db } from './db/schema.ts'
import { newId } from './id.ts'
import type { Logger } from './log.ts'

type OpenCircuit = { name: string; ms: number; own: boolean }
type ClusterState = { others: number; before: number; open: OpenCircuit[] }
type Listener = Parameters<Cluster['onCircuitChange']>[0]

const heartbeatMs = 2000
/** A process without a heartbeat for this long is gone. */
const missedSeconds = 9

/** Heartbeat: one statement that renews this process's row and reads the other processes and the circuits they have opened. */
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

/** Divides a concurrency limit among the processes; the remainder goes to the first ones. Each gets at least one. */
const partOf = (atOnce: number, { others, before }: Pick<ClusterState, 'others' | 'before'>): number => {
  const all = others + 1
  return Math.max(1, Math.floor(atOnce / all) + (before < atOnce % all ? 1 : 0))
}

/**
 * Cluster membership: what the processes on one database know of each other, a few seconds old. A call that succeeds costs no statement: limits of
 * reservation systems are divided among the live processes, and only a circuit that opens or closes is written.
 */
export const joinCluster = (db: Db, log: Logger): Cluster & { start: () => Promise<void>; stop: () => Promise<void> } => {
  const me = newId()
  const listeners: Listener[] = []
  let openCircuits = new Set<string>()
  let seen = { others: 0, before: 0 }
  let joining = false
  let stopped = false
  let logged = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined

  const take = ({ open, ...now }: ClusterState): void => {
    // Processes that were there before do not know of us yet, and still use their old, larger share.
    joining = now.others > 0 && timer === undefined
    seen = now
    const names = new Set(open.map(({ name }) => name))
    for (const { name, ms, own } of open) if (ms > 0 && !own) for (const { opened } of listeners) opened(name, ms)
    // Also circuits that we opened ourselves: another process may be first to see the system recover.
    for (const name of openCircuits) if (!names.has(name)) for (const { closed } of listeners) closed(name)
    openCircuits = names
    logged = false
  }
  const look = (): Promise<unknown> =>
    (running = heartbeat(db, me).then(take, (error: unknown) => {
      // Logged once per outage; the last known state stays in force.
      if (!logged && !stopped) log.warn({ err: error }, 'other processes are not heard of')
      logged = true
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
