import { createHash } from 'node:crypto'
import { themes } from '@tablewire/contracts/reviews/review-themes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReview } from '../../../../tests/build/a-review.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { bitOf, markThemes, themesOfReview } from './mark-themes.ts'
import { themeQueries, themesVersion } from './theme-words.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

test('AN2: other lists of words, or in another order, have another number, so that what is kept is asked anew', () => {
  const lists = createHash('sha256')
    .update(JSON.stringify(themes.map((theme) => [theme, themeQueries[theme]])))
    .digest('hex')
  expect([themesVersion, lists.slice(0, 16)]).toEqual([1, 'fbe1db337f64973e'])
})

test('AN2: themes that are kept are those that would be asked, whatever is written, changed or was kept by other lists', async () => {
  const venue = await aVenue(open.db)
  const { id: channelId } = await aChannel(open.db, { venues: [venue.id] })
  const words = [
    'slow',
    'Kellnerin',
    'lekkerste',
    'froid',
    'portion',
    'teuer',
    'ruidoso',
    'toilet',
    'cosy',
    'mesa',
    'wijn',
    'gluten',
    'kids',
    'terrace',
    'and',
    'the',
  ]
  let seed = 18
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  const text = (): string => Array.from({ length: random(9) }, () => words[random(words.length)]).join(' ') || 'x'
  const ids: string[] = []
  for (let n = 0; n < 60; n++)
    ids.push(await aReview(open.db, { venueId: venue.id, channelId, content: text(), publishedAt: '2026-10-01T00:00:00Z' }))
  /** As the list of reviews narrows by a theme: asked of the words. */
  const byWords = async (): Promise<Map<string, number>> => {
    const found = new Map(ids.map((id) => [id, 0]))
    for (const theme of themes) {
      const { rows } = await sql<{ id: string }>`select id from reviews where words @@ ${themeQueries[theme]}::tsquery`.execute(open.db)
      for (const { id } of rows) found.set(id, found.get(id)! + bitOf(theme))
    }
    return found
  }
  const told = async (): Promise<Map<string, number>> => {
    const { rows } = await sql<{ id: string; bits: number }>`select r.id, ${themesOfReview} as bits from reviews r order by r.id`.execute(
      open.db,
    )
    return new Map(rows.map(({ id, bits }) => [id, bits]))
  }
  const due = async (): Promise<number> => {
    const { rows } = await sql<{
      due: number
    }>`select count(*)::integer as due from reviews where themes_version <> ${themesVersion}`.execute(open.db)
    return rows[0]!.due
  }
  const same = async (): Promise<void> => expect(Object.fromEntries(await told())).toEqual(Object.fromEntries(await byWords()))
  const ctx = aCtx(open.db)
  await same()
  expect(await due()).toBe(60)
  await markThemes(ctx)
  expect(await due()).toBe(0)
  await same()
  await sql`update reviews set flagged = true where id = ${ids[0]}`.execute(open.db)
  expect(await due()).toBe(0)
  for (const id of ids.slice(0, 20)) await sql`update reviews set content = ${text()} where id = ${id}`.execute(open.db)
  await sql`update reviews set author = 'Terrace Gluten' where id = ${ids[30]}`.execute(open.db)
  expect(await due()).toBeGreaterThan(10)
  await same()
  await markThemes(ctx)
  await same()
  // By other lists, older ones and those of a process that is newer.
  await sql`update reviews set themes = 5, themes_version = 0 where id = ${ids[1]}`.execute(open.db)
  await sql`update reviews set themes = 7, themes_version = ${themesVersion + 1} where id = ${ids[2]}`.execute(open.db)
  await same()
  await markThemes(ctx)
  expect(await due()).toBe(1)
  await same()
})
