import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

/** The place of a row in a list that runs by an instant and, for equal instants, by id. */
export type Place = { at: string; id: string }

const Parts = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

export const writeCursor = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** The place a page goes on after, or `request.invalid` for text that no page ever answered. */
export const readCursor = (text: string): Place => {
  try {
    const [at, id] = z.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  }
}

/** Of `limit + 1` rows read: the page, and the cursor of the next one when there is one. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place): { data: Row[]; next: string | null } => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: last && rows.length > limit ? writeCursor(placeOf(last)) : null }
}
