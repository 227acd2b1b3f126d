/** Feeds by the user that takes them. */
export const feedKinds = ['merchants', 'services', 'availability'] as const
export type FeedKind = (typeof feedKinds)[number]

const quote = 34
const backslash = 92
const comma = 44
const opens: ReadonlySet<number> = new Set([123, 91])
const closes: ReadonlySet<number> = new Set([125, 93])
const arrayOpen = 91
const objectOpen = 123
/** How deep a record stands: an element of the list in the feed, for times of the list in that. */
const depthOf: Readonly<Record<FeedKind, number>> = { merchants: 3, services: 3, availability: 5 }

export class FeedUnreadable extends Error {
  override name = 'FeedUnreadable'
}

/** Takes the records out of a feed as it comes, so that a large one is never held whole. */
export class FeedScan {
  readonly #depth: number
  readonly #stack: number[] = []
  readonly #rest: Buffer[] = []
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #record: Buffer[] = []
  #found: string[] = []
  #piece: Buffer = Buffer.alloc(0)
  /** Up to here the piece is put away. */
  #from = 0
  #inText = false
  #escaped = false
  /** Within the list of records: whether a comma stood since the last one. */
  #between: 'start' | 'comma' | 'record' = 'start'

  constructor(kind: FeedKind) {
    this.#depth = depthOf[kind]
  }

  /** Records that end in this piece, as text. */
  push(piece: Buffer): string[] {
    this.#piece = piece
    this.#from = 0
    this.#found = []
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!
      if (this.#inText) this.#text(byte)
      else if (byte === quote) this.#inText = true
      else if (opens.has(byte)) this.#open(byte, at)
      else if (closes.has(byte)) this.#close(at)
      else if (byte === comma && this.#isList()) this.#comma(at)
    }
    this.#keep(piece.length)
    return this.#found
  }

  /** Everything but the records. */
  rest(): string {
    if (this.#stack.length || this.#inText) throw new FeedUnreadable('the file ends too early')
    return this.#decoded(this.#rest)
  }

  #isList(): boolean {
    return (
      this.#stack.length === this.#depth - 1 &&
      this.#stack.every((bracket, index) => bracket === (index % 2 === 0 ? objectOpen : arrayOpen))
    )
  }
  #decoded(pieces: readonly Buffer[]): string {
    try {
      return this.#decoder.decode(Buffer.concat(pieces))
    } catch {
      throw new FeedUnreadable('the file is not UTF-8')
    }
  }
  #keep(to: number): void {
    const target = this.#stack.length >= this.#depth ? this.#record : this.#rest
    if (to > this.#from) target.push(Buffer.from(this.#piece.subarray(this.#from, to)))
    this.#from = to
  }
  #text(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) this.#inText = false
  }
  #open(byte: number, at: number): void {
    if (byte === objectOpen && this.#isList()) {
      if (this.#between === 'record') throw new FeedUnreadable('two records without a comma between them')
      this.#keep(at)
    }
    this.#stack.push(byte)
    if (byte === arrayOpen && this.#isList()) this.#between = 'start'
  }
  #close(at: number): void {
    if (this.#isList() && this.#between === 'comma') throw new FeedUnreadable('a comma after the last record')
    if (this.#stack.length !== this.#depth || this.#stack.at(-1) !== objectOpen) return void this.#stack.pop()
    this.#keep(at + 1)
    this.#stack.pop()
    if (this.#isList()) {
      this.#found.push(this.#decoded(this.#record))
      this.#between = 'record'
    } else this.#rest.push(...this.#record)
    this.#record = []
  }
  #comma(at: number): void {
    if (this.#between !== 'record') throw new FeedUnreadable('a comma without a record before it')
    this.#between = 'comma'
    this.#keep(at)
    this.#from = at + 1
  }
}
