import { type Dice, makeDice } from '../traffic/dice.ts'

type Event = { atMs: number; order: number; run: (() => void) | undefined }
/** A poll that finds nothing as long as nothing is due. */
type Poll = { nextMs: number; everyMs: number; run: () => void }

/** Awaits all settled promises: done once the microtask queue is empty. */
const drained = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Virtual time: a discrete event simulation. Events are in a queue, ordered by time; between two events all consequences of the first run, and no
 * time passes. All randomness comes of one seed, so that a history is reproducible.
 */
export class World {
  readonly dice: Dice
  readonly startMs: number
  nowMs = 0
  #order = 0
  readonly #queue: Event[] = []
  readonly #polls = new Set<Poll>()
  /** The next time at which a poll would find something. */
  dueMs: () => number = () => Infinity
  readonly trace: ((line: string) => void) | undefined
  constructor(seed: number, startMs: number, trace?: (line: string) => void) {
    this.dice = makeDice(seed)
    this.startMs = startMs
    this.trace = trace
  }

  get epochMs(): number {
    return this.startMs + Math.floor(this.nowMs)
  }

  /** A UUID of this simulation's generator. */
  id(): string {
    const hex = Array.from({ length: 4 }, () => this.dice.between(0, 0xffff_ffff).toString(16).padStart(8, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  tell(what: () => string): void {
    this.trace?.(`${(this.nowMs / 1000).toFixed(3).padStart(10)} s  ${what()}`)
  }

  /** The function returned cancels it. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { atMs: this.nowMs + Math.max(0, ms), order: this.#order++, run }
    this.#push(event)
    return () => void (event.run = undefined)
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Polls that would find nothing are skipped. */
  poll(poll: Omit<Poll, 'nextMs'>): () => void {
    const added: Poll = { ...poll, nextMs: this.nowMs + poll.everyMs }
    this.#polls.add(added)
    return () => void this.#polls.delete(added)
  }

  /** Runs all events until then. */
  async run(untilMs: number): Promise<void> {
    for (;;) {
      const poll = this.#nextPoll()
      const event = this.#queue[0]
      const pollFirst = poll !== undefined && (!event || poll.atMs < event.atMs)
      const atMs = pollFirst ? poll.atMs : (event?.atMs ?? Infinity)
      if (atMs > untilMs) break
      this.nowMs = Math.max(this.nowMs, atMs)
      if (pollFirst) {
        poll.poll.nextMs = atMs + poll.poll.everyMs
        poll.poll.run()
      } else {
        this.#pop()
        if (!event!.run) continue
        event!.run()
      }
      await drained()
    }
    this.nowMs = untilMs
  }

  #nextPoll(): { atMs: number; poll: Poll } | undefined {
    let first: { atMs: number; poll: Poll } | undefined
    const dueMs = this.dueMs() - this.startMs
    if (dueMs === Infinity) return undefined
    for (const poll of this.#polls) {
      const behind = Math.max(0, Math.max(dueMs, this.nowMs) - poll.nextMs)
      const atMs = poll.nextMs + Math.ceil(behind / poll.everyMs) * poll.everyMs
      if (!first || atMs < first.atMs) first = { atMs, poll }
    }
    return first
  }

  #isBefore(a: Event, b: Event): boolean {
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
  }

  #push(event: Event): void {
    const queue = this.#queue
    let at = queue.push(event) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isBefore(event, queue[above]!)) break
      queue[at] = queue[above]!
      at = above
    }
    queue[at] = event
  }

  #pop(): void {
    const queue = this.#queue
    const last = queue.pop()!
    if (!queue.length) return
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= queue.length) break
      if (below + 1 < queue.length && this.#isBefore(queue[below + 1]!, queue[below]!)) below++
      if (!this.#isBefore(queue[below]!, last)) break
      queue[at] = queue[below]!
      at = below
    }
    queue[at] = last
  }
}
