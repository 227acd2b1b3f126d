import type { ChannelProduct } from '@tablewire/contracts/channels/channel-objects'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { testMode, TestVenue } from '@tablewire/contracts/rms/test-mode'
import { sql } from 'kysely'
import { channelOf, createChannel, linkVenues, listKeys, rotateToken } from '#src/features/channels/api.ts'
import { createTestVenues } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { testBooks } from './test-books.ts'

const twinOf = async (ctx: Ctx, channelId: string): Promise<string | null> =>
  (await ctx.db.selectFrom('channels').select('id').where('testOf', '=', channelId).executeTakeFirst())?.id ?? null

const venuesOf = async (ctx: Ctx, twin: string): Promise<TestVenue[]> => {
  const { rows } = await sql<TestVenue>`
    select v.id, v.name from channel_venues cv join venues v on v.id = cv.venue_id where cv.channel_id = ${twin} and cv.state = 'live' order by v.id limit 100`.execute(
    ctx.db,
  )
  return rows
}

/** What a channel has to try things with. */
export const readChannelTestMode = async (ctx: Ctx, id: string): Promise<Result<typeof testMode.channel>> => {
  await channelOf(ctx, id)
  const channelId = await twinOf(ctx, id)
  if (channelId === null) return { channelId, keys: [], venues: [] }
  return { channelId, keys: await listKeys(ctx, channelId), venues: await venuesOf(ctx, channelId) }
}

type Twinned = { id: string; name: string; product: ChannelProduct | null }
/** The twin with its venues on sale. */
const makeTwin = async (ctx: Ctx, { id, name, product }: Twinned): Promise<{ channelId: string; xToken: string }> => {
  const { id: channelId, xToken } = await createChannel(ctx, { name: `${name.slice(0, 100)} (test)`, product }, { testOf: id })
  const venues = await createTestVenues(ctx, { company: `Test restaurants of ${name}`, venues: testBooks() })
  await linkVenues(ctx, { channelId, venues })
  return { channelId, xToken }
}

/** A new test key; with the first one the channel's twin and its venues are made. */
export const makeChannelTestKey = async (ctx: Ctx, id: string): Promise<Result<typeof testMode.channelKey>> =>
  transaction(ctx, async (inner) => {
    // Two who ask at the same moment make one twin.
    await inner.db.selectFrom('channels').select('id').where('id', '=', id).forUpdate().execute()
    const { name, test, product } = await channelOf(inner, id)
    if (test) throw new Problem('test_mode.already')
    const twin = await twinOf(inner, id)
    const { channelId, xToken } =
      twin === null ? await makeTwin(inner, { id, name, product }) : { channelId: twin, xToken: (await rotateToken(inner, twin)).xToken }
    await audit(inner, { action: 'channel.test_key_made', subject: 'channel', subjectId: id, after: { name, testChannelId: channelId } })
    return { channelId, xToken, venues: await venuesOf(inner, channelId) }
  })
