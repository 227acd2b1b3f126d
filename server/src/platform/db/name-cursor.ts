import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

/** Keyset cursor of a list sorted by a text (in the database's collation) and, for equal texts, by id. */
export type NamePlace = { name: string; id: string }

const Parts = z.tuple([z.string(), z.string(), z.uuid()])

/** The keyset a page continues after, or `request.invalid` for a cursor that was never issued for this order. */
export const readNameCursor = (text: string, sort: string): NamePlace => {
  try {
    const [wasSort, name, id] = z.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (wasSort === sort) return { name, id }
  } catch {
    // Refused below, like a cursor of another order.
  }
  throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
}

/** Of `limit + 1` rows read: the page, and the next cursor when there are more. */
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
