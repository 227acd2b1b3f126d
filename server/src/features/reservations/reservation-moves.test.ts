import { after, Move, Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

/** Moves of the hub itself, without a button. */
const byTheHub = [
  'held expired',
  'confirmed expired',
  'seated expired',
  // Seated from the waitlist by a slip: its table is kept as before.
  'seated held',
  'held confirmed',
  'held pending_confirmation',
  'held requires_payment',
  'requires_payment pending_confirmation',
]

test('database and contract know the same moves', async () => {
  const { rows } = await sql<{
    move: string
  }>`select from_status || ' ' || to_status as move from reservation_moves where not of_system`.execute(open.db)
  const offered = Status.options.flatMap((from) =>
    Move.options.flatMap((move) => (after(move, from) ? [`${from} ${after(move, from)}`] : [])),
  )
  expect(rows.map((row) => row.move).toSorted()).toEqual([...new Set([...offered, ...byTheHub])].toSorted())
})
