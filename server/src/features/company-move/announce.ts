import type pg from 'pg'
import { systemClock } from '#src/platform/clock.ts'
import { newId } from '#src/platform/id.ts'
import type { Sums } from './switch.ts'
import { inTransaction, type Move } from './two-databases.ts'

/** Rows of reservations, as the sums tell them. */
const bookingsIn = (sums: Sums): number =>
  ['reservations', 'reservations (ahead)'].reduce((sum, name) => sum + Number(sums[name]?.split(' ')[0] ?? 0), 0)

/** `companyId` null: read by administrators alone, as nobody of the company is there. */
const noteInAudit = async (
  db: pg.Client,
  { id, company, from, url }: Move,
  of: { sums: Sums; companyId: string | null },
): Promise<void> => {
  const entry = {
    action: 'company.moved',
    before: { url: from ?? null },
    after: { name: company.name, url, reservations: bookingsIn(of.sums) },
  }
  await db.query(
    `insert into audit_entries (id, action, subject, subject_id, company_id, actor_kind, actor_id, actor_name, request_id, before, after, at)
     values ($1, $2, 'company', $3, $4, 'system', 'move-company', 'move-company', $5, $6, $7, clock_timestamp())`,
    [newId(), entry.action, company.id, of.companyId, id, JSON.stringify(entry.before), JSON.stringify(entry.after)],
  )
}

/** Within the transaction in which the company arrives. */
export const noteArrival = (move: Move, sums: Sums): Promise<void> =>
  noteInAudit(move.target.db, move, { sums, companyId: move.company.id })

/** From now on callers are sent to the other side: the audit tells it, and open screens ask again. Once, however often the command is given. */
export const announce = async (move: Move): Promise<void> => {
  const { db } = move.source
  await inTransaction(db, async () => {
    const { rows } = await db.query<{ sums: Sums }>(
      `update company_moves set facts = facts || '{"arrived": true}' where id = $1 and not facts ? 'arrived' returning facts -> 'sums' as sums`,
      [move.id],
    )
    if (!rows[0]) return
    await noteInAudit(db, move, { sums: rows[0].sums, companyId: null })
    const reset = { type: 'reset', venueId: null, id: null, kind: null, at: systemClock().toString() }
    await db.query('insert into live_messages (message) values ($1)', [JSON.stringify(reset)])
  })
  await db.query(`select pg_notify('tablewire_live', '')`)
}
