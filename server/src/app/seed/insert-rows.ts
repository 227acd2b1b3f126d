import { type RawBuilder, sql } from 'kysely'
import type { Rows } from './evening-rows.ts'

/** A type of the database, or `instant`: epoch milliseconds. */
type Columns = Readonly<Record<string, string>>

const columns = {
  guests: {
    venueId: 'uuid',
    id: 'uuid',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    phone: 'text',
    lang: 'text',
    tags: 'text[]',
    notes: 'text',
    optInConsent: 'boolean',
    createdAt: 'instant',
  },
  reservations: {
    venueId: 'uuid',
    id: 'uuid',
    reference: 'text',
    status: 'text',
    partySize: 'integer',
    startsAt: 'instant',
    endsAt: 'instant',
    startsLocal: 'timestamp',
    serviceOn: 'date',
    areaId: 'uuid',
    pacingAt: 'instant',
    pacingUntil: 'instant',
    coversMax: 'integer',
    partiesMax: 'integer',
    bookVersion: 'integer',
    source: 'text',
    channelId: 'uuid',
    systemId: 'uuid',
    channelReference: 'text',
    guestId: 'uuid',
    guestFirstName: 'text',
    guestLastName: 'text',
    guestEmail: 'text',
    guestPhone: 'text',
    guestLang: 'text',
    guestOptIn: 'boolean',
    notes: 'text',
    tags: 'text[]',
    version: 'integer',
    updatedAt: 'instant',
    cancelActor: 'text',
    cancelReason: 'text',
    canceledAt: 'instant',
    holdExpiresAt: 'instant',
    createdAt: 'instant',
  },
  events: {
    venueId: 'uuid',
    reservationId: 'uuid',
    id: 'uuid',
    kind: 'text',
    move: 'text',
    fromStatus: 'text',
    toStatus: 'text',
    side: 'text',
    actorKind: 'text',
    actorId: 'text',
    actorName: 'text',
    reason: 'text',
    before: 'jsonb',
    after: 'jsonb',
    at: 'instant',
  },
} satisfies Record<keyof Rows, Columns>

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What the database makes of a column's texts. */
const readAs = (type: string): ((value: string) => string) => {
  if (type === 'instant') return (value) => `to_timestamp(${value}::float8 / 1000)`
  if (type === 'text[]') return (value) => `array(select json_array_elements_text(${value}::json))`
  return (value) => (type === 'text' ? value : `${value}::${type}`)
}

/** Bulk insert: `insert … select` of any number of rows, one JSON array per column: each name is sent and read once, not once per row. */
const inserting = (table: string, { of, rows }: { of: Columns; rows: readonly object[] }): RawBuilder<unknown> => {
  const columnsGiven = Object.entries(of).map(([name, type]) => ({ name, type }))
  const values = columnsGiven.map(({ type }, index) => readAs(type)(`c${index}`)).join(', ')
  const given = columnsGiven.map(
    ({ name }) => sql`json_array_elements_text(${JSON.stringify(rows.map((row) => row[name as keyof typeof row] ?? null))}::json)`,
  )
  return sql`insert into ${sql.raw(table)} (${sql.raw(columnsGiven.map(({ name }) => snake(name)).join(', '))}) select ${sql.raw(values)}
    from rows from (${sql.join(given)}) as given (${sql.raw(columnsGiven.map((_column, index) => `c${index}`).join(', '))})`
}

/**
 * Guests, reservations and their histories as one statement, to be run when the database has time. Its guard looks at every
 * reservation in the order given, those before it in the same statement included.
 */
export const insertingRows = (rows: Rows): RawBuilder<unknown> => sql`
  with met as (${inserting('guests', { of: columns.guests, rows: rows.guests })}),
    placed as (${inserting('reservations', { of: columns.reservations, rows: rows.reservations })})
  ${inserting('reservation_events', { of: columns.events, rows: rows.events })}`
