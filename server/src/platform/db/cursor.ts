import { z } from 'zod/mini'
import { Problem } from '../problem.ts'

/** Keyset cursor of a list sorted by an instant and, for equal instants, by id. */
export type Place = { at: string; id: string }

const Parts = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

export const writeCursor = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** The keyset a page continues after, or `request.invalid` for a cursor that was never issued. */
export const readCursor = (text: string): Place => {
  try {
    const [at, id] = z.parse(Parts, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  }
}

/** Keyset cursor of a list whose rows stand at numbered places. */
export const writeNumberCursor = (place: number): string => Buffer.from(JSON.stringify([place])).toString('base64url')

/** The number a page continues after, or `request.invalid`. */
export const readNumberCursor = (text: string): number => {
  try {
    return z.parse(z.tuple([z.int()]), JSON.parse(Buffer.from(text, 'base64url').toString()))[0]
  } catch {
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  }
}

/** Of `limit + 1` rows read: the page, and the next cursor when there are more. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place): { data: Row[]; next: string | null } => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: last && rows.length > limit ? writeCursor(placeOf(last)) : null }
}
