import { builtInSystemId } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { OpenVenue } from './booking-requests.ts'
import { type ChannelKey, demoChannels, demoLinks } from './demo-channels.ts'
import { phoneOf } from './demo-estate.ts'
import { type CasePlace, type CaseStory, writeCase } from './write-onboarding.ts'

type Case = CaseStory & {
  channel: 'guide' | 'tripadvisor'
  /** Of one that is not here yet; the others are restaurants of the demo. */
  named?: CasePlace
}
const system = { id: builtInSystemId, name: 'Tablewire' }

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

const placeOf = ({ demo }: OpenVenue): CasePlace => ({
  venueName: demo.name,
  venueAddress: `${demo.address}, ${demo.city}`,
  venueCountry: demo.country,
  venuePhone: phoneOf(demo),
})

type Estate = { venues: readonly OpenVenue[]; channelIds: ReadonlyMap<ChannelKey, string>; nowMs: number }

/** ON3: what is on its way onto channels, with what was said about it. */
export const writeOnboarding = async (ctx: Ctx, { venues, channelIds, nowMs }: Estate): Promise<void> => {
  const taken = new Set<string>()
  for (const one of cases) {
    const venue = one.named ? undefined : venueFor(one, venues, taken)
    const channelId = channelIds.get(one.channel)
    const place = one.named ?? (venue && placeOf(venue))
    if (!channelId || !place) continue
    const channel = { id: channelId, name: demoChannels[one.channel].name }
    await writeCase(ctx, { one, place, venue: venue ? { id: venue.id, rmsVenueId: venue.id } : null, system, channel, nowMs })
  }
}
