import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { followMerge } from './follow-merge.ts'
import { onboardingHandlers as onboarding } from './routes.ts'

let open: OpenDb
beforeAll(async () => void (open = await aDb()))
afterAll(() => open.close())

test('ON3: of venues that became one, requests follow to the one that is kept; one that stands there already goes on alone', async () => {
  const { db } = open
  const ctx = aCtx(db, { scope: { kind: 'all' } })
  const [kept, other] = [await aVenue(db, { externalId: 'kept-1' }), await aVenue(db, { externalId: 'other-1' })]
  const [alone, both] = [await aChannel(db), await aChannel(db)]
  const ask = (venueId: string, channelId: string) =>
    onboarding.create(ctx, { body: { requester: 'rms', systemId: builtInSystemId, channelId, mozrestId: venueId, venueName: 'Casa' } })
  const follows = await ask(other.id, alone.id)
  const standing = await ask(kept.id, both.id)
  const second = await ask(other.id, both.id)
  await followMerge(ctx, { from: other.id, to: kept.id })
  // Told twice, as jobs may be.
  await followMerge(ctx, { from: other.id, to: kept.id })
  const read = (id: string) => onboarding.get(ctx, { params: { id } })
  expect(await read(follows.id)).toMatchObject({ mozrestId: kept.id, rmsVenueId: 'kept-1', status: 'restaurant_activation' })
  expect(await read(standing.id)).toMatchObject({ mozrestId: kept.id, status: 'restaurant_activation' })
  expect(await read(second.id)).toMatchObject({ status: 'canceled', endedBecause: 'merged' })
  // Nobody wrote that reason: each reads it in his own language.
  const german = { ...ctx, lang: 'de' as const }
  const said = 'Das Restaurant wurde mit einem anderen zusammengeführt, dessen Anfrage weiterläuft.'
  expect((await onboarding.get(german, { params: { id: second.id } })).cancellationReason).toBe(said)
  expect(await onboarding.history(german, { params: { id: second.id } })).toContainEqual(
    expect.objectContaining({ kind: 'canceled', reason: said }),
  )
  expect((await onboarding.history(ctx, { params: { id: follows.id } })).map(({ kind }) => kind)).toContain('venue_merged')
})
