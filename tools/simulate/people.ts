import { bookForGuest } from '@tablewire/server/features/rms-bookings/book-for-guest'
import { moveRemote } from '@tablewire/server/features/rms-bookings/cancel-remote'
import { changeRemote } from '@tablewire/server/features/rms-bookings/change-remote'
import { requireReservation } from '@tablewire/server/features/reservations/api'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { transaction } from '@tablewire/server/platform/db/transaction'
import { Problem } from '@tablewire/server/platform/problem'
import type { Channel } from './channel.ts'
import { type Rms, takes } from './rms.ts'
import type { Simulation } from './stage.ts'

/** A guest of a channel, who books and may think again. */
export const guest = async (stage: Simulation, channel: Channel, number: number): Promise<void> => {
  const { dice } = stage.world
  await stage.world.sleep(dice.between(0, 20_000))
  const request = {
    email: `guest-${number}@example.test`,
    startsAt: dice.pick(stage.rms.starts.slice(0, 2)),
    partySize: dice.between(1, 4),
    byHold: dice.chance(0.5),
  }
  const id = await channel.book(request)
  if (id === undefined) return
  for (let acts = dice.between(0, 2); acts > 0; acts--) {
    await stage.world.sleep(dice.between(0, 30_000))
    if (dice.chance(0.4)) await channel.cancel(id)
    else await channel.change(id, dice.chance(0.5) ? { partySize: dice.between(1, 4) } : { startsAt: dice.pick(stage.rms.starts) })
  }
}

/** The people of the venue, at the hub. */
export const staff = async (stage: Simulation): Promise<void> => {
  const { dice } = stage.world
  await stage.world.sleep(dice.between(0, 60_000))
  const process = stage.aProcess()
  if (!process?.alive) return
  const ctx = process.ctx({ kind: 'user', id: 'staff', name: 'Staff', companyId: null, sessionId: 's' })
  const { rows } = { rows: stage.database.store.committed('reservations').filter((row) => row['status'] !== 'held') }
  try {
    if (!rows.length || dice.chance(0.3)) await staffBooks(stage, ctx)
    else await staffActs(stage, ctx, String(dice.pick(rows)['id']))
  } catch (error) {
    if (!(error instanceof Problem))
      stage.wrong(`the staff was answered 500: ${String(error)} ${(error as Error).stack?.split('\n')[1] ?? ''}`)
  }
}

const staffBooks = async ({ world, rms, places }: Simulation, ctx: Ctx): Promise<void> => {
  const { dice } = world
  world.tell(() => 'staff     books')
  ctx.unitOfWork.idempotencyKey = `staff-${dice.between(0, 1e9)}`
  await bookForGuest(ctx, {
    venueId: places.venueId,
    startsAt: dice.pick(rms.starts),
    partySize: 2,
    guest: { firstName: 'Phone', lastName: 'Guest', email: `phone-${dice.between(0, 1e6)}@example.test` },
    notify: true,
  } as Parameters<typeof bookForGuest>[1])
}

const staffActs = async ({ world }: Simulation, ctx: Ctx, id: string): Promise<void> => {
  const { dice } = world
  const move = dice.pick(['cancel', 'seat', 'no-show', 'change'] as const)
  world.tell(() => `staff     ${move} ${id.slice(-4)}`)
  if (move === 'change')
    await changeRemote(ctx, {
      id,
      patch: { partySize: dice.between(1, 4) },
      dialect: { phoneField: 'phone', international: false },
      notify: true,
      require: async () => undefined,
    })
  else
    await transaction(ctx, async (inner) => {
      const row = await requireReservation(inner, id)
      await moveRemote(inner, { row, move, step: { reason: 'as they say' } })
    })
}

/** The restaurant's people, at their own system. */
export const restaurant = async (stage: Simulation): Promise<void> => {
  const { dice } = stage.world
  await stage.world.sleep(dice.between(0, 90_000))
  const all = [...stage.rms.bookings.values()].filter(takes)
  if (!all.length || dice.chance(0.15)) return void walkIn(stage)
  const { id, status } = dice.pick(all)
  if (status === 'pending_confirmation') return void stage.rms.change(id, { status: dice.chance(0.7) ? 'confirmed' : 'rejected' })
  stage.rms.change(
    id,
    dice.weighted<Parameters<Rms['change']>[1]>([
      [{ status: 'canceled' }, 3],
      [{ status: 'confirmed' }, 1],
      [{ status: 'seated' }, 1],
      [{ status: 'no_show' }, 1],
      [{ partySize: dice.between(1, 4) }, 3],
      [{ startsAt: dice.pick(stage.rms.starts) }, 2],
    ]),
  )
}

const walkIn = ({ world, rms }: Simulation): void => {
  const { dice } = world
  const contact = {
    firstName: 'Own',
    lastName: 'Guest',
    email: `own-${dice.between(0, 1e6)}@example.test`,
    phone: null,
    lang: null,
    optIn: false,
  }
  rms.keep(
    {
      venueId: 'house',
      areaId: null,
      startsAt: dice.pick(rms.starts),
      partySize: 2,
      contact,
      notes: null,
      channel: { id: 'own', name: 'own' },
      key: `own-${dice.between(0, 1e9)}`,
    },
    'confirmed',
  )
}
