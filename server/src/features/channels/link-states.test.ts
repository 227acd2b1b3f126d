import { linkStates, type LinkState } from '@tablewire/contracts/channels/channels.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { listVenueLinks } from './list-venue-links.ts'

let open: OpenDb
let channelIds: string[]
beforeAll(async () => {
  open = await aDb()
  await manyCompanies(open.db, 1)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency)
    select ${idOf('9000', 'n')}, (select id from companies limit 1), 'House ' || n, 'Lyon', 'FR', 'Europe/Paris', 'EUR' from generate_series(1, 60) n`.execute(
    open.db,
  )
  channelIds = [(await aChannel(open.db)).id, (await aChannel(open.db)).id, (await aChannel(open.db)).id]
})
afterAll(() => open.close())

/** Venues that stand so, told one by one from all links. */
const counted = async (states: readonly LinkState[], channelId?: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from venues v
    where exists (select from channel_venues cv where cv.venue_id = v.id and cv.state = any(${states.filter((one) => one !== 'not_enabled')}::text[])
        and (${channelId ?? null}::uuid is null or cv.channel_id = ${channelId ?? null}::uuid))
      or (${states.includes('not_enabled')} and not exists (select from channel_venues cv where cv.venue_id = v.id and cv.state <> 'not_enabled'
        and (${channelId ?? null}::uuid is null or cv.channel_id = ${channelId ?? null}::uuid)))`.execute(open.db)
  return rows[0]!.n
}

const expectTrue = async (): Promise<void> => {
  const some: LinkState[][] = [...linkStates.map((state) => [state]), ['paused', 'error'], ['not_enabled', 'live'], [...linkStates]]
  for (const state of some)
    for (const channelId of [undefined, ...channelIds]) {
      const { total } = await listVenueLinks(aCtx(open.db), { filters: { state, ...(channelId ? { channelId } : {}) }, limit: 1 })
      expect([state, channelId, total]).toEqual([state, channelId, await counted(state, channelId)])
    }
}

/** Links are made, moved, and taken away again, many at once and side by side. */
const stir = async (round: number): Promise<void> => {
  const channelId = channelIds[round % channelIds.length]!
  const ofRound = sql`(abs(hashtext(id::text || ${String(round)})) % 3) = 0`
  await sql`
    insert into channel_venues (venue_id, channel_id, state)
    select id, ${channelId}::uuid, (array['live', 'requested', 'live'])[1 + abs(hashtext(id::text)) % 3] from venues where ${ofRound}
    order by id on conflict do nothing`.execute(open.db)
  await sql`
    update channel_venues set state = case state when 'live' then 'paused' when 'paused' then 'live' when 'requested' then 'rejected' else state end
    where channel_id = ${channelId} and venue_id in (select id from venues where ${ofRound})`.execute(open.db)
  if (round % 4 === 0)
    await sql`delete from channel_venues where channel_id = ${channelId} and abs(hashtext(venue_id::text)) % 5 = ${round % 5}`.execute(
      open.db,
    )
}

test('CH1: how many venues stand in a state, on a channel or on any, is exact whatever happens side by side', async () => {
  await expectTrue()
  for (let round = 0; round < 12; round += 3) {
    // Two that meet in the wrong order are tried again, as transactions are.
    await Promise.all([0, 1, 2].map((one) => stir(round + one).catch(() => stir(round + one))))
    await expectTrue()
  }
  await sql`delete from venues where right(id::text, 1) = '7'`.execute(open.db)
  await expectTrue()
})
