import type { Verdict } from '@tablewire/contracts/booking/availability'
import type { BookConflicts } from '@tablewire/contracts/estate/book-drafts'
import type { Book } from '@tablewire/contracts/estate/book'
import { sql } from 'kysely'
import { inScope, venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ComingParty, comingParties } from './coming-parties.ts'
import { conflictView, newlyClosed, shownConflicts } from './find-conflicts.ts'

type ConflictTable = {
  venueId: string
  reservationId: string
  startsAt: InstantColumn
  areaId: string
  partySize: number
  rules: JsonColumn<Verdict[]>
  bookVersion: number
  foundAt: DefaultedInstant
  keptAt: NullableInstant
  keptBy: string | null
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    bookConflicts: ConflictTable
  }
}

type Row = ComingParty & { rules: Verdict[] }

/** Still to come, and still at the place in conflict: a moved or canceled one is resolved. */
const open = (ctx: Ctx, venueId: string) => sql`
  from book_conflicts c join placed_bookings r on r.venue_id = c.venue_id and r.id = c.reservation_id
    join areas a on a.venue_id = r.venue_id and a.id = r.area_id
  where c.venue_id = ${venueId} and ${inScope(ctx, 'c.venue_id')} and c.kept_at is null and c.starts_at > ${ctx.clock().toString()}::timestamptz
    and r.starts_at = c.starts_at and r.area_id = c.area_id and r.party_size >= c.party_size
    and r.status in ('pending_confirmation', 'requires_payment', 'confirmed')`

/** What earlier changes of the book left behind, the next meal first. */
export const conflictsLeft = async (ctx: Ctx, venueId: string): Promise<BookConflicts> => {
  const { book } = await venueWithBook(ctx, venueId)
  const { rows } = await sql<Row>`
    select r.id, r.reference, r.status, r.party_size as "partySize", r.area_id as "areaId", a.name as "areaName",
      to_char(r.starts_local, 'YYYY-MM-DD"T"HH24:MI') as "startsLocal", r.service_on::text as "serviceOn",
      trim(r.guest_first_name || ' ' || r.guest_last_name) as "guestName",
      (extract(epoch from r.starts_at) * 1000)::float8 as "startMs", (extract(epoch from r.ends_at) * 1000)::float8 as "endMs", c.rules
    ${open(ctx, venueId)} order by c.starts_at, c.reservation_id limit ${shownConflicts}`.execute(ctx.db.withoutPlugins())
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${open(ctx, venueId)}`.execute(ctx.db)
  const view = conflictView(ctx, book)
  return { total: counted.rows[0]!.total, conflicts: rows.map(({ rules, ...party }) => view({ party, rules })) }
}

/** Dismisses the conflict: the reservation stays as it is. */
export const keepReservation = async (
  ctx: Ctx,
  { venueId, reservationId }: { venueId: string; reservationId: string },
): Promise<BookConflicts> =>
  transaction(ctx, async (inner) => {
    await venueWithBook(inner, venueId)
    const { rows } = await sql<{ id: string }>`
      update book_conflicts c set kept_at = ${inner.clock().toString()}::timestamptz, kept_by = ${inner.actor.kind === 'user' ? inner.actor.id : null}::uuid
      where c.venue_id = ${venueId} and ${inScope(inner, 'c.venue_id')} and c.reservation_id = ${reservationId} and c.kept_at is null
      returning c.reservation_id as id`.execute(inner.db)
    if (!rows[0]) throw new Problem('book.conflict_not_found')
    await audit(inner, {
      action: 'book.conflict_kept',
      subject: 'reservation',
      subjectId: reservationId,
      venueId,
      before: { conflict: 'open' },
      after: { conflict: 'kept' },
    })
    await inner.ports.live.publish(inner, { type: 'book', venueId, id: null, kind: null })
    return conflictsLeft(inner, venueId)
  })

/** After a change of the book: records reservations it left without a place, and removes conflicts that are resolved. */
export const recordConflicts = async (ctx: Ctx, { venueId, before }: { venueId: string; before: Book }): Promise<void> =>
  transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    const { closed, fitting } = await newlyClosed({ ...venue, book: before }, await comingParties(inner, venueId), venue.book)
    await sql`delete from book_conflicts where venue_id = ${venueId} and (reservation_id = any(${fitting}::uuid[]) or starts_at < ${inner.clock().toString()}::timestamptz)`.execute(
      inner.db,
    )
    if (closed.length) {
      const rows = closed.map(({ party, rules }) => ({
        id: party.id,
        startMs: party.startMs,
        areaId: party.areaId,
        size: party.partySize,
        rules,
      }))
      await sql`
        insert into book_conflicts (venue_id, reservation_id, starts_at, area_id, party_size, rules, book_version)
        select ${venueId}, n.id, to_timestamp(n."startMs" / 1000), n."areaId", n.size, n.rules, ${venue.book.version}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, "startMs" float8, "areaId" uuid, size integer, rules jsonb)
        on conflict (venue_id, reservation_id) do update
          set starts_at = excluded.starts_at, area_id = excluded.area_id, party_size = excluded.party_size, rules = excluded.rules,
            book_version = excluded.book_version, found_at = now(), kept_at = null, kept_by = null`.execute(inner.db)
    }
    await inner.ports.live.publish(inner, { type: 'book', venueId, id: null, kind: null })
  })
