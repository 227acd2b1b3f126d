import type { OnboardingStatus, Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { MessageSide } from '@tablewire/contracts/onboarding/messages'
import type {} from '#src/features/onboarding/api.ts'
import type {} from '#src/features/onboarding-messages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { idMadeAt } from './past-id.ts'

const dayMs = 86_400_000
type Said = readonly [side: MessageSide, name: string, text: string]
export type CaseStory = {
  requester: Requester
  /** Through which states it went, each with how many days ago. */
  went: readonly (readonly [OnboardingStatus, number])[]
  reason?: string
  said?: readonly Said[]
  notes?: string
}
export type CasePlace = { venueName: string; venueAddress: string; venueCountry: string; venuePhone: string }
type Party = { id: string; name: string }
export type CaseWriting = {
  one: CaseStory
  place: CasePlace
  /** Of one that is here. */
  venue: { id: string; rmsVenueId: string } | null
  system: Party
  channel: Party
  nowMs: number
}

const sideOf = (to: OnboardingStatus, requester: Requester, first: boolean) => {
  if (first || to === 'canceled') return requester
  if (to === 'rejected') return requester === 'rms' ? 'bc' : 'rms'
  return (
    ({ restaurant_activation: 'rms', bc_activation: 'venue', live: 'hub' } as Partial<Record<OnboardingStatus, 'rms' | 'venue' | 'hub'>>)[
      to
    ] ?? 'hub'
  )
}
const kindOf = (to: OnboardingStatus, first: boolean): string => {
  if (first) return 'requested'
  return ({ restaurant_activation: 'provided', bc_activation: 'confirmed' } as Partial<Record<OnboardingStatus, string>>)[to] ?? to
}

const instantAt = (nowMs: number, days: number): string => new Date(nowMs - days * dayMs).toISOString()
const nameOf = (side: MessageSide | 'hub', { place, system, channel }: CaseWriting): string =>
  ({ rms: system.name, bc: channel.name, venue: place.venueName, hub: 'Tablewire', admin: 'Tablewire' })[side]

const writeRequest = async ({ db }: Ctx, writing: CaseWriting): Promise<string> => {
  const { one, place, venue, system, channel, nowMs } = writing
  const [[first, began]] = one.went as [CaseStory['went'][number]]
  const id = idMadeAt(nowMs - began * dayMs)
  const known = first === 'rms_activation' ? null : venue
  await db
    .insertInto('onboardingRequests')
    .values({
      id,
      requestedAt: instantAt(nowMs, began),
      requester: one.requester,
      systemId: system.id,
      channelId: channel.id,
      venueId: known && known.id,
      rmsVenueId: known && known.rmsVenueId,
      ...place,
      notes: one.notes ?? '',
      reference: `F-${1000 + Math.round(began * 7)}`,
      contactEmail: 'house@tablewire.test',
      contactLanguage: 'en',
      status: first,
      statusSince: instantAt(nowMs, began),
      createdBy: nameOf(one.requester, writing),
    })
    .execute()
  return id
}

/** What comes with a state, as the moves of the life cycle ask for it. */
const broughtBy = (to: OnboardingStatus, days: number, { one, venue, nowMs }: CaseWriting) => {
  const at = instantAt(nowMs, days)
  if (to === 'restaurant_activation') return { venueId: venue!.id, rmsVenueId: venue!.rmsVenueId }
  if (to === 'bc_activation') return { restaurantConfirmedAt: at, termsVersion: '1', visibleAt: instantAt(nowMs, days - 1) }
  if (to === 'live') return { availableAt: instantAt(nowMs, days + 1), onboardedAt: at }
  return to === 'rejected' ? { rejectReason: one.reason! } : { cancellationReason: one.reason! }
}

type Move = { from: OnboardingStatus | null; to: OnboardingStatus; days: number }
const writeMove = async ({ db }: Ctx, id: string, { from, to, days, ...writing }: CaseWriting & Move): Promise<void> => {
  const { one, nowMs } = writing
  const at = instantAt(nowMs, days)
  const side = sideOf(to, one.requester, from === null)
  if (from !== null)
    await db
      .updateTable('onboardingRequests')
      .set((eb) => ({ status: to, statusSince: at, version: eb('version', '+', 1), ...broughtBy(to, days, writing) }))
      .where('id', '=', id)
      .execute()
  await db
    .insertInto('onboardingHistory')
    .values({
      id: idMadeAt(nowMs - days * dayMs),
      requestId: id,
      at,
      actorKind: side === 'hub' ? 'system' : 'user',
      actorId: null,
      actorName: nameOf(side, writing),
      side,
      kind: kindOf(to, from === null),
      fromStatus: from,
      toStatus: to,
      data: JSON.stringify(to === 'rejected' || to === 'canceled' ? { reason: one.reason } : {}),
    })
    .execute()
}

const writeSaid = async ({ db }: Ctx, id: string, writing: CaseWriting): Promise<void> => {
  const { one, nowMs } = writing
  for (const [index, [side, authorName, content]] of (one.said ?? []).entries()) {
    const days = Math.max(0.1, one.went.at(-1)![1] - 0.5 - index * 0.3)
    const who = { side, authorId: null, authorName, ofName: nameOf(side, writing) }
    const how = { mentions: '[]', corrects: null, by: 'portal' as const, mailHash: null }
    await db
      .insertInto('onboardingMessages')
      .values({ id: idMadeAt(nowMs - days * dayMs), requestId: id, ...who, content, ...how, createdAt: instantAt(nowMs, days) })
      .execute()
  }
}

/** One request with its history and what was said about it. */
export const writeCase = async (ctx: Ctx, writing: CaseWriting): Promise<void> => {
  const id = await writeRequest(ctx, writing)
  let from: OnboardingStatus | null = null
  for (const [to, days] of writing.one.went) {
    await writeMove(ctx, id, { ...writing, from, to, days })
    from = to
  }
  await writeSaid(ctx, id, writing)
}
