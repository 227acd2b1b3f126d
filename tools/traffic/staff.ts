import { reservations } from '@tablewire/contracts/booking/reservations'
import { after, type Move } from '@tablewire/contracts/booking/reservations.rules'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Client } from './client.ts'
import type { Dice } from './dice.ts'
import { noShowShare } from './habits.ts'
import type { Journal } from './journal.ts'

type Row = Result<typeof reservations.list>['data'][number]
type Floor = { client: Client; journal: Journal; dice: Dice; token: string; venueIds: readonly string[] }

const moves = {
  confirm: reservations.confirm,
  seat: reservations.seat,
  complete: reservations.complete,
  'no-show': reservations.noShow,
} satisfies Partial<Record<Move, unknown>>

/** What a host would do with that party now, if anything. */
const nextMove = ({ status, startsAt, endsAt }: Row, dice: Dice): keyof typeof moves | undefined => {
  const now = Date.now()
  if (status === 'pending_confirmation') return 'confirm'
  if (status === 'confirmed' && Date.parse(startsAt) < now) return dice.chance(noShowShare) ? 'no-show' : 'seat'
  return status === 'seated' && Date.parse(endsAt) < now ? 'complete' : undefined
}

const make = async ({ client, journal, token }: Floor, row: Row, move: keyof typeof moves): Promise<void> => {
  const reply = await client.call(moves[move], { params: { id: row.id } }, { token })
  // A race with a guest or another host.
  if (!reply.ok) return journal.event(`${move} refused`)
  journal.event(`staff: ${move}`)
  const expected = after(move, row.status)
  if (reply.data.status !== expected)
    client.wrong(moves[move], `${move} of ${row.status} leads to ${reply.data.status} instead of ${expected}`, reply.data)
}

/** One look over the list as the portal shows it, and the moves of one party. */
export const workFloor = async (floor: Floor): Promise<void> => {
  const { client, dice, token, venueIds } = floor
  const from = new Date(Date.now() - 12 * 3_600_000).toISOString()
  const filters = {
    venueId: [dice.pick(venueIds)],
    from,
    status: ['pending_confirmation' as const, 'confirmed' as const, 'seated' as const],
  }
  const reply = await client.call(reservations.list, { query: { limit: 50, sort: 'startsAt', filters } }, { token })
  if (!reply.ok) return
  const { data: rows, total } = reply.data
  if (rows.length > 50 || total < rows.length)
    client.wrong(reservations.list, `${rows.length} rows of ${total}`, { rows: rows.length, total })
  if (rows.some((row, index) => index > 0 && row.startsAt < rows[index - 1]!.startsAt))
    client.wrong(
      reservations.list,
      'not in the order asked for',
      rows.map(({ startsAt }) => startsAt),
    )
  for (const row of rows) {
    const move = nextMove(row, dice)
    if (move) return make(floor, row, move)
  }
}
