import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
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

/** `insert … select … from` a JSON text: any number of rows, one parameter. */
const inserting = (table: string, { of, rows }: { of: Columns; rows: readonly object[] }): RawBuilder<unknown> => {
  const names = Object.keys(of)
  const into = names.map(snake).join(', ')
  const from = names.map((name) => `"${name}" ${of[name] === 'instant' ? 'float8' : of[name]}`).join(', ')
  const values = names.map((name) => (of[name] === 'instant' ? `to_timestamp("${name}" / 1000)` : `"${name}"`)).join(', ')
  return sql`insert into ${sql.raw(table)} (${sql.raw(into)}) select ${sql.raw(values)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(from)})`
}

/**
 * Guests, reservations and their histories in one statement. The database's guard looks at every reservation in the order given,
 * those before it in the same statement included.
 */
export const insertRows = async (db: Db, rows: Rows): Promise<void> => {
  if (!rows.reservations.length) return
  await sql`
    with met as (${inserting('guests', { of: columns.guests, rows: rows.guests })}),
      placed as (${inserting('reservations', { of: columns.reservations, rows: rows.reservations })})
    ${inserting('reservation_events', { of: columns.events, rows: rows.events })}`.execute(db.withoutPlugins())
}
