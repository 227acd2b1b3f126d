import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { anyReservation, aYear, type Year } from '../../../../tests/build/a-year-of-reservations.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { goOnRebuilding, rebuildState, startRebuild } from './rebuild.ts'
import { refreshDays } from './refresh-days.ts'

let year: Year
let ctx: Ctx
beforeAll(async () => {
  year = await aYear({ reservations: 150 })
  ctx = aCtx(year.open.db)
})
afterAll(() => year.open.close())

const sums = async (): Promise<unknown> => {
  const { rows } = await sql`
    select 'days' as kind, d.basis, d.venue_id, d.day::text as day, d.outcome, d.source, d.channel_id, d.system_id, d.parties::text as parties, d.sizes::text as packed from analytics_days d
    union all select 'books', '', b.venue_id, b.day::text, '', '', b.channel_id, b.system_id, '', b.covers::text from analytics_books b
    order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(year.open.db)
  return rows
}

test('AN1: a rebuild counts everything anew, goes on where it was ended, and leaves alone what is written meanwhile', async () => {
  await refreshDays(ctx)
  const right = await sums()
  await sql`update analytics_days set parties = parties + 7`.execute(year.open.db)
  await sql`delete from analytics_books where day > '2026-06-01'`.execute(year.open.db)
  await startRebuild(ctx)
  const ended = new Error('killed')
  const killed = goOnRebuilding(ctx, {
    onVenue: async () => {
      if ((await rebuildState(ctx))!.done === 2) throw ended
    },
  })
  await expect(killed).rejects.toBe(ended)
  expect(await rebuildState(ctx)).toMatchObject({ done: 2, venues: 4, finishedAt: null })
  // Asked for again it goes on; asked for from the start it begins anew.
  await startRebuild(ctx)
  expect((await rebuildState(ctx))!.done).toBe(2)
  let counted = 0
  await goOnRebuilding(ctx, { onVenue: async () => void counted++ })
  expect(counted).toBe(2)
  expect(await rebuildState(ctx)).toMatchObject({ done: 4, finishedAt: expect.stringContaining('Z') })
  expect(await sums()).toEqual(right)
  await startRebuild(ctx, { again: true })
  expect(await rebuildState(ctx)).toMatchObject({ done: 0, finishedAt: null })
  await goOnRebuilding(ctx, { onVenue: () => anyReservation(year) })
  const rebuilt = await sums()
  await refreshDays(ctx)
  const refreshed = await sums()
  expect(refreshed).not.toEqual(rebuilt)
  await startRebuild(ctx, { again: true })
  await goOnRebuilding(ctx)
  expect(await sums()).toEqual(refreshed)
})
