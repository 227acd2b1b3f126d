import type { OnboardingStatus, Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { MessageSide } from '@tablewire/contracts/onboarding/messages'
import type {} from '#src/features/onboarding/api.ts'
import type {} from '#src/features/onboarding-messages/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { OpenVenue } from './booking-requests.ts'
import { type ChannelKey, demoChannels, demoLinks } from './demo-channels.ts'
import { phoneOf } from './demo-estate.ts'
import { idMadeAt } from './past-id.ts'

const dayMs = 86_400_000
type Said = readonly [side: MessageSide, name: string, text: string]
type Case = {
  requester: Requester
  channel: 'guide' | 'tripadvisor'
  /** Through which states it went, each with how many days ago. */
  went: readonly (readonly [OnboardingStatus, number])[]
  /** Of one that is not here yet; the others are restaurants of the demo. */
  named?: { venueName: string; venueAddress: string; venueCountry: string; venuePhone: string }
  reason?: string
  said?: readonly Said[]
  notes?: string
}
const system = 'Tablewire'

/** Some in each state, fresh ones and such as have waited too long. */
const cases: readonly Case[] = [
  {
    requester: 'bc',
    channel: 'guide',
    went: [['rms_activation', 2]],
    named: {
      venueName: 'Osteria Lanterna',
      venueAddress: 'Via del Molo Vecchio 8, 16128 Genova',
      venueCountry: 'IT',
      venuePhone: '+39 010 5550118',
    },
    notes: 'Our readers ask for it every week.',
    said: [
      ['bc', 'Milla Frey', 'Do they work with you? Their own site says so.'],
      ['rms', 'Odile Harcourt', 'They do, under another company. I am asking which account is theirs.'],
    ],
  },
  {
    requester: 'bc',
    channel: 'tripadvisor',
    went: [['rms_activation', 9]],
    named: {
      venueName: 'Brasserie du Canal',
      venueAddress: 'Quai des Tisserands 21, 67000 Strasbourg',
      venueCountry: 'FR',
      venuePhone: '+33 1 99 00 41 22',
    },
  },
  { requester: 'rms', channel: 'guide', went: [['restaurant_activation', 1]], notes: 'Please call after five.' },
  {
    requester: 'rms',
    channel: 'tripadvisor',
    went: [['restaurant_activation', 8]],
    said: [['rms', 'Odile Harcourt', 'The owner is on holiday until Monday and will confirm then.']],
  },
  {
    requester: 'bc',
    channel: 'guide',
    went: [
      ['rms_activation', 12],
      ['restaurant_activation', 10],
      ['bc_activation', 3],
    ],
    said: [
      ['bc', 'Milla Frey', 'Photos are in. We switch it on with Thursday’s release.'],
      ['venue', 'Front of house', 'Thank you. We are ready.'],
    ],
  },
  {
    requester: 'rms',
    channel: 'guide',
    went: [
      ['restaurant_activation', 30],
      ['bc_activation', 26],
      ['live', 20],
    ],
  },
  {
    requester: 'bc',
    channel: 'tripadvisor',
    went: [
      ['rms_activation', 24],
      ['restaurant_activation', 21],
      ['bc_activation', 16],
      ['live', 9],
    ],
  },
  {
    requester: 'rms',
    channel: 'guide',
    went: [
      ['restaurant_activation', 18],
      ['rejected', 15],
    ],
    reason: 'The guide lists no hotel breakfasts.',
  },
  {
    requester: 'bc',
    channel: 'guide',
    went: [
      ['rms_activation', 40],
      ['canceled', 33],
    ],
    named: { venueName: 'Kaffeehaus Zinnober', venueAddress: 'Neue Gasse 2, 1010 Wien', venueCountry: 'AT', venuePhone: '+43 1 5550199' },
    reason: 'It closed for good.',
  },
]

/** Live ones are sold there; the others are not, so that they have something to wait for. */
const venueFor = (one: Case, venues: readonly OpenVenue[], taken: Set<string>): OpenVenue | undefined => {
  const isLive = one.went.at(-1)![0] === 'live'
  const there = new Set(
    demoLinks().flatMap(({ venue, channel, state }) => (channel === one.channel && (!isLive || state === 'live') ? [venue] : [])),
  )
  const found = venues.find(({ id, demo }) => !taken.has(id) && there.has(demo) === isLive)
  if (found) taken.add(found.id)
  return found
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

type Writing = { one: Case; venue: OpenVenue | undefined; channelId: string; nowMs: number }
type Place = NonNullable<Case['named']>

const placeOf = ({ one, venue }: Writing): Place =>
  one.named ?? {
    venueName: venue!.demo.name,
    venueAddress: `${venue!.demo.address}, ${venue!.demo.city}`,
    venueCountry: venue!.demo.country,
    venuePhone: phoneOf(venue!.demo),
  }
const instantAt = (nowMs: number, days: number): string => new Date(nowMs - days * dayMs).toISOString()
const nameOf = (side: MessageSide | 'hub', { one, venue }: Writing): string =>
  ({ rms: system, bc: demoChannels[one.channel].name, venue: placeOf({ one, venue } as Writing).venueName, hub: system, admin: system })[
    side
  ]

const writeRequest = async ({ db }: Ctx, writing: Writing): Promise<string> => {
  const { one, venue, channelId, nowMs } = writing
  const [[first, began]] = one.went as [Case['went'][number]]
  const id = idMadeAt(nowMs - began * dayMs)
  const known = first === 'rms_activation' ? null : venue!.id
  await db
    .insertInto('onboardingRequests')
    .values({
      id,
      requestedAt: instantAt(nowMs, began),
      requester: one.requester,
      systemId: builtInSystemId,
      channelId,
      venueId: known,
      rmsVenueId: known,
      ...placeOf(writing),
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
const broughtBy = (to: OnboardingStatus, days: number, { one, venue, nowMs }: Writing) => {
  const at = instantAt(nowMs, days)
  if (to === 'restaurant_activation') return { venueId: venue!.id, rmsVenueId: venue!.id }
  if (to === 'bc_activation') return { restaurantConfirmedAt: at, termsVersion: '1', visibleAt: instantAt(nowMs, days - 1) }
  if (to === 'live') return { availableAt: instantAt(nowMs, days + 1), onboardedAt: at }
  return to === 'rejected' ? { rejectReason: one.reason! } : { cancellationReason: one.reason! }
}

type Move = { from: OnboardingStatus | null; to: OnboardingStatus; days: number }
const writeMove = async ({ db }: Ctx, id: string, { from, to, days, ...writing }: Writing & Move): Promise<void> => {
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

const writeSaid = async ({ db }: Ctx, id: string, writing: Writing): Promise<void> => {
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

const writeCase = async (ctx: Ctx, writing: Writing): Promise<void> => {
  const id = await writeRequest(ctx, writing)
  let from: OnboardingStatus | null = null
  for (const [to, days] of writing.one.went) {
    await writeMove(ctx, id, { ...writing, from, to, days })
    from = to
  }
  await writeSaid(ctx, id, writing)
}

type Estate = { venues: readonly OpenVenue[]; channelIds: ReadonlyMap<ChannelKey, string>; nowMs: number }

/** ON3: what is on its way onto channels, with what was said about it. */
export const writeOnboarding = async (ctx: Ctx, { venues, channelIds, nowMs }: Estate): Promise<void> => {
  const taken = new Set<string>()
  for (const one of cases) {
    const venue = one.named ? undefined : venueFor(one, venues, taken)
    const channelId = channelIds.get(one.channel)
    if (channelId && (venue ?? one.named)) await writeCase(ctx, { one, venue, channelId, nowMs })
  }
}
