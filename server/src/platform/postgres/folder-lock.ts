import { linkSync, readFileSync, renameSync, rmdirSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export class DataFolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by another Tablewire (process ${pid}). Stop that one, or name another folder with --data.`)
    this.name = 'DataFolderInUse'
  }
}

/** `scratch` is a folder outside the data folder that the holder made; the next holder removes it if nobody did. */
type Holder = { readonly pid: number; readonly life: string; readonly scratch?: string }

export type FolderLock = {
  /** What the last holder left behind when it was killed. */
  readonly leftover: string | undefined
  note(scratch: string): void
  release(): void
}

/** Boot id and start tick of a process: a pid alone is reused, and a killed holder must not lock out its successor. */
const lifeOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
  } catch {
    return undefined
  }
}

const isAlive = (holder: Holder): boolean => {
  if (process.platform === 'linux') return lifeOf(holder.pid) === holder.life
  try {
    return process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const readHolder = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

const ifNot = (codes: readonly string[], step: () => void): boolean => {
  try {
    step()
    return true
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Only one process may replace a dead holder at a time; a marker older than ten seconds belongs to a process that died meanwhile. */
const replaceDead = (path: string, seen: Holder | undefined, draft: string): boolean => {
  const marker = `${path}.takeover`
  if (!ifNot(['EEXIST'], () => mkdirSync(marker))) {
    const age = performance.timeOrigin + performance.now() - (statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > 10_000) ifNot(['ENOENT'], () => rmdirSync(marker))
    return false
  }
  try {
    if (JSON.stringify(readHolder(path)) !== JSON.stringify(seen)) return false
    renameSync(draft, path)
    return true
  } finally {
    rmdirSync(marker)
  }
}

const held = (path: string, me: Holder, leftover: string | undefined): FolderLock => ({
  leftover,
  note: (scratch) => {
    writeFileSync(`${path}.${me.pid}`, JSON.stringify({ ...me, scratch }))
    renameSync(`${path}.${me.pid}`, path)
  },
  release: () => rmSync(path, { force: true }),
})

/**
 * Lock file: one process per data folder. A holder that is shutting down gets a moment to go. The file is created atomically (hard link), so that
 * nobody reads a partial one.
 */
export const lockFolder = async (folder: string, patienceMs = 3_000): Promise<FolderLock> => {
  const until = performance.now() + patienceMs
  const path = join(folder, 'tablewire.lock')
  const me: Holder = { pid: process.pid, life: lifeOf(process.pid) ?? '' }
  const draft = `${path}.${me.pid}`
  for (;;) {
    writeFileSync(draft, JSON.stringify(me))
    if (ifNot(['EEXIST'], () => linkSync(draft, path))) {
      rmSync(draft)
      return held(path, me, undefined)
    }
    const holder = readHolder(path)
    const alive = holder !== undefined && isAlive(holder)
    if (alive && performance.now() >= until) {
      rmSync(draft)
      throw new DataFolderInUse(folder, holder.pid)
    }
    if (!alive && replaceDead(path, holder, draft)) return held(path, me, holder?.scratch)
    await sleep(20)
  }
}
