import type { Fault } from '../slot-rules.ts'
import type { CallLog } from '../call-log.ts'
import type { Inventory } from '../inventory.ts'
import type { Memory } from '../memory.ts'
import { checkFile, type CheckedFile } from './check-file.ts'
import { type Gathering, newGathering } from './check-record.ts'
import type { FeedKind } from './feed-scan.ts'

export type FileState = 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE'
/** A file as the partner reads of it. */
export type FeedFile = {
  name: string
  kind: FeedKind
  at: string
  sha256: string
  state: FileState
  records: number
  /** Each with its code of Google's list. */
  errors: Fault[]
  errorCount: number
  added: number
  existing: number
  deleted: number
}
export type FeedDesk = {
  files(kind?: FeedKind): readonly FeedFile[]
  /** A file has arrived whole. Files are looked at one after the other. */
  take(kind: FeedKind, file: { path: string; name: string }): Promise<FeedFile>
}
type Stage = { memory: Memory; inventory: Inventory; log: CallLog; nowMs: () => number }
type Waiting = { generatedSec: number; shards: number; files: Map<number, { checked: CheckedFile; file: FeedFile }> }

const mostFiles = 500

const merged = (checked: readonly CheckedFile[], readSec: number): { all: Gathering; faults: Fault[] } => {
  const all = newGathering(readSec)
  const faults: Fault[] = []
  const put = <T>(target: Map<string, T>, [id, one]: [string, T], code: string): void => {
    if (target.has(id)) faults.push({ code, words: `${id} is in two files` })
    else target.set(id, one)
  }
  for (const { gathering } of checked) {
    for (const one of gathering.merchants) put(all.merchants, one, 'DUPLICATE_MERCHANTS')
    for (const one of gathering.services) put(all.services, one, 'DUPLICATE_SERVICES')
    for (const [id, rules] of gathering.waitlists) all.waitlists.set(id, rules)
    for (const [id, list] of gathering.slots) all.slots.set(id, [...(all.slots.get(id) ?? []), ...list])
  }
  return { all, faults }
}

type Counts = { added: number; existing: number; deleted: number }
const countsOf = (before: ReadonlySet<string>, after: ReadonlySet<string>): Counts => ({
  added: [...after].filter((id) => !before.has(id)).length,
  existing: [...after].filter((id) => before.has(id)).length,
  deleted: [...before].filter((id) => !after.has(id)).length,
})

const takeMerchants = ({ memory, log, nowMs }: Stage, { merchants }: Gathering): Counts => {
  const before = memory.fed ? new Set(Object.keys(memory.merchants)) : new Set<string>()
  const gone = memory.bookings.filter(
    ({ merchantId, status, startSec }) => !merchants.has(merchantId) && status === 'CONFIRMED' && startSec * 1000 > nowMs(),
  )
  for (const id of new Set(gone.map(({ merchantId }) => merchantId)))
    log.complain({
      at: new Date(nowMs()).toISOString(),
      about: `merchant ${id}`,
      code: 'MERCHANT_WITH_BOOKINGS',
      words: 'left the feed while bookings are still to come',
    })
  memory.merchants = Object.fromEntries(merchants)
  memory.fed = true
  return countsOf(before, new Set(merchants.keys()))
}
const takeServices = ({ memory }: Stage, { services, waitlists }: Gathering): Counts => {
  const before = new Set(Object.keys(memory.services))
  memory.services = Object.fromEntries(services)
  memory.waitlists = Object.fromEntries(waitlists)
  return countsOf(before, new Set(services.keys()))
}
const takers: Readonly<Record<FeedKind, (stage: Stage, gathering: Gathering) => Counts>> = {
  merchants: takeMerchants,
  services: takeServices,
  availability: ({ inventory }, { slots, readSec }) => inventory.replaceAll(slots, readSec * 1000),
}

const fail = (file: FeedFile, errors: readonly Fault[]): void => {
  file.state = 'FAILURE'
  file.errors.push(...errors)
  file.errorCount += errors.length
}
const newFile = (kind: FeedKind, { name, sha256, records, faults, faultCount }: CheckedFile, at: string): FeedFile => ({
  name,
  kind,
  at,
  sha256,
  state: 'IN_PROGRESS',
  records,
  errors: [...faults],
  errorCount: faultCount,
  added: 0,
  existing: 0,
  deleted: 0,
})
const mostTold = 10

/** Feeds as they come in: each is taken as a whole, when all of its files have arrived. */
class Desk implements FeedDesk {
  readonly #stage: Stage
  readonly #files: FeedFile[] = []
  readonly #waiting = new Map<string, Waiting>()
  /** Timestamps and nonces of earlier feeds, which may never come again. */
  readonly #used = new Set<string>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  files(kind?: FeedKind): readonly FeedFile[] {
    return kind ? this.#files.filter((one) => one.kind === kind) : this.#files
  }

  take(kind: FeedKind, file: { path: string; name: string }): Promise<FeedFile> {
    const looked = this.#queue.then(() => this.#look(kind, file))
    this.#queue = looked.catch(() => undefined)
    return looked
  }

  #at(): string {
    return new Date(this.#stage.nowMs()).toISOString()
  }
  #tell({ kind, name, errors, errorCount }: FeedFile): void {
    const about = `${kind} feed ${name}`
    for (const { code, words } of errors.slice(0, mostTold)) this.#stage.log.complain({ at: this.#at(), about, code, words })
    if (errorCount > mostTold)
      this.#stage.log.complain({ at: this.#at(), about, code: 'MORE', words: `${errorCount - mostTold} errors more` })
  }

  async #look(kind: FeedKind, { path, name }: { path: string; name: string }): Promise<FeedFile> {
    const before = this.#files.findLast((one) => one.name === name && one.kind === kind)
    const checked = await checkFile(kind, { path, name, nowSec: this.#stage.nowMs() / 1000 })
    // Whoever did not hear that a file has arrived sends it again.
    if (before?.sha256 === checked.sha256) return before
    const file = newFile(kind, checked, this.#at())
    this.#files.push(file)
    this.#files.splice(0, Math.max(0, this.#files.length - mostFiles))
    if (before) checked.fatal.push({ code: 'REUSED_FILE_NAME', words: 'each upload has a name of its own' })
    if (checked.fatal.length) fail(file, checked.fatal)
    else this.#place(kind, checked, file)
    this.#tell(file)
    return file
  }

  #place(kind: FeedKind, checked: CheckedFile, file: FeedFile): void {
    const { shard, shards, generatedSec, nonce } = checked.metadata!
    const key = `${kind} ${nonce ?? generatedSec}`
    const marks = [`${kind} ${generatedSec}`, ...(nonce === null ? [] : [`nonce ${nonce}`])]
    const again = this.#waiting.has(key) ? undefined : marks.find((mark) => this.#used.has(mark))
    if (again) return fail(file, [{ code: 'REUSED_METADATA', words: `generation_timestamp or nonce came before: ${again}` }])
    const open = this.#waiting.get(key) ?? { generatedSec, shards, files: new Map() }
    if (open.generatedSec !== generatedSec || open.shards !== shards)
      return fail(file, [{ code: 'INCONSISTENT_METADATA', words: 'files of one feed differ in generation_timestamp or total_shards' }])
    if (open.files.has(shard)) return fail(file, [{ code: 'INVALID_SHARD', words: `file ${shard} came twice` }])
    for (const mark of marks) this.#used.add(mark)
    open.files.set(shard, { checked, file })
    this.#waiting.set(key, open)
    this.#giveUpOlder(kind, generatedSec)
    if (open.files.size === shards) this.#finish(kind, key, open)
    return undefined
  }

  /** Older feeds of the kind that are not whole never will be. */
  #giveUpOlder(kind: FeedKind, than: number): void {
    for (const [key, { files: parts, generatedSec, shards }] of this.#waiting) {
      if (!key.startsWith(`${kind} `) || generatedSec >= than) continue
      this.#waiting.delete(key)
      for (const { file } of parts.values()) {
        fail(file, [{ code: 'MISSING_SHARDS', words: `only ${parts.size} of ${shards} files came` }])
        this.#tell(file)
      }
    }
  }

  #finish(kind: FeedKind, key: string, { files: parts, generatedSec }: Waiting): void {
    this.#waiting.delete(key)
    const sorted = [...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
    const { all, faults } = merged(
      sorted.map(({ checked }) => checked),
      generatedSec,
    )
    const counts = takers[kind](this.#stage, all)
    this.#stage.memory.save()
    for (const { file } of sorted) file.state = 'SUCCESS'
    const last = sorted.at(-1)!.file
    Object.assign(last, counts)
    last.errors.push(...faults)
    last.errorCount += faults.length
  }
}

export const makeFeedDesk = (stage: Stage): FeedDesk => new Desk(stage)
