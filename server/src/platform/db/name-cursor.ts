import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

/** The place of a row in a list that runs by a text (as the database sorts it) and, for equal texts, by id. */
export type NamePlace = { name: string; id: string }

const Parts = z.tuple([z.string(), z.string(), z.uuid()])

/** The place a page goes on after, or `request.invalid` for text that no page in this order ever answered. */
export const readNameCursor = (text: string, sort: string): NamePlace => {
  try {
    const [wasSort, name, id] = z.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (wasSort === sort) return { name, id }
  } catch {
    // Answered below, like a cursor of another order.
  }
  throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
}

/** Of `limit + 1` rows read: the page, and the cursor of the next one when there is one. */
export const cutNames = <Row>(
  rows: readonly Row[],
  limit: number,
  { sort, placeOf }: { sort: string; placeOf: (row: Row) => NamePlace },
): { data: Row[]; next: string | null } => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  if (!last || rows.length <= limit) return { data, next: null }
  const { name, id } = placeOf(last)
  return { data, next: Buffer.from(JSON.stringify([sort, name, id])).toString('base64url') }
}
