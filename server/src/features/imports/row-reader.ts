import { createHash } from 'node:crypto'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { Outcome } from '@tablewire/contracts/import/import-findings'
import type { RequestedPlace } from './batch-rows.ts'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'

/** What a row says about a target: a cell for each of its columns, or the constant. */
export type RowReader = {
  cellsOf: (cells: readonly string[], target: string) => string[]
  /** Put together by a space. */
  textOf: (cells: readonly string[], target: string) => string
  columnOf: (target: string) => string
}

export const rowReader = (header: readonly string[], { fields }: Mapping): RowReader => {
  const sources = new Map(
    Object.entries(fields).map(([target, { columns, constant }]) => [
      target,
      { places: columns.map((name) => header.indexOf(name)).filter((place) => place >= 0), constant: constant ?? '' },
    ]),
  )
  const cellsOf: RowReader['cellsOf'] = (cells, target) => {
    const source = sources.get(target)
    if (!source) return []
    if (!source.places.length) return source.constant === '' ? [] : [source.constant]
    return source.places.map((place) => cells[place]?.trim() ?? '')
  }
  return {
    cellsOf,
    textOf: (cells, target) => {
      const found = cellsOf(cells, target)
      return found.length === 1 ? found[0]! : found.filter((cell) => cell !== '').join(' ')
    },
    columnOf: (target) => fields[target]?.columns.join(', ') ?? '',
  }
}

/** What was found in a row; `cells` go with a rejected one, to be handed back. */
export type RowFinding = {
  line: number
  outcome: Outcome
  reason: FindingReason
  columnName: string
  value: string
  cells?: readonly string[]
  about?: RequestedPlace
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The row by all it says. */
export const contentKey = (cells: readonly string[]): string => `row:${digestOf(cells.join('\u001f')).toString('base64url').slice(0, 27)}`

/**
 * A hash set of keys with their lines. 64 bits of each in flat arrays: two million rows take 48 MB, where a Map would take a quarter of a gigabyte;
 * the probability of a collision is one in ten million.
 */
export class SeenRows {
  #keys = new BigUint64Array(65_536)
  #lines = new Int32Array(65_536)
  #count = 0

  /** The line the key came on first, or undefined and it is remembered. */
  add(key: string, line: number): number | undefined {
    if (this.#count * 2 > this.#keys.length) this.#grow()
    const hash = digestOf(key).readBigUInt64LE() || 1n
    const place = this.#placeOf(hash)
    if (this.#keys[place] === hash) return this.#lines[place]
    this.#keys[place] = hash
    this.#lines[place] = line
    this.#count++
    return undefined
  }

  /** The line the key came on first, or undefined. */
  lineOf(key: string): number | undefined {
    const hash = digestOf(key).readBigUInt64LE() || 1n
    const place = this.#placeOf(hash)
    return this.#keys[place] === hash ? this.#lines[place] : undefined
  }

  #placeOf(hash: bigint): number {
    const mask = this.#keys.length - 1
    let place = Number(hash & 0xffffffffn) & mask
    while (this.#keys[place] !== 0n && this.#keys[place] !== hash) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const keys = this.#keys
    const lines = this.#lines
    this.#keys = new BigUint64Array(keys.length * 2)
    this.#lines = new Int32Array(keys.length * 2)
    for (const [index, key] of keys.entries()) {
      if (key === 0n) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#lines[place] = lines[index]!
    }
  }
}
