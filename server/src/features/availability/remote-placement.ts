import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantMs, instantText } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { candidateOf } from './candidate.ts'
import { channelCovers } from './channel-covers.ts'
import { type Asker, type Candidate, evaluateAtSystem } from './evaluate.ts'
import { localOf, localDateTime } from './local-time.ts'
import { questionOf } from './question-of.ts'
import { refusalBy } from './refusal.ts'

type PlacementRequest = {
  venue: VenueWithBook
  startsAt: string
  partySize: number
  areaId: string | null
  asker: Asker
  ignore?: string | undefined
}

/** The evening a start belongs to, without asking our book, which says nothing about such a venue. */
const candidateAt = ({ timeZone }: VenueWithBook, ms: number): Candidate => candidateOf(localOf(ms, timeZone), ms, () => [])

/** Refuses what the venue's settings forbid its channels, before its system is asked: party, notice, horizon, covers of the channel. */
export const requireAllowed = async (
  ctx: Ctx,
  { venue, startsAt, partySize, areaId, asker, ignore }: PlacementRequest,
): Promise<number | null> => {
  if (areaId !== null && !venue.book.areas.some((area) => area.id === areaId)) throw new Problem('area.not_found')
  if (areaId === null && asker === 'channel' && venue.book.bookableAreas) throw new Problem('area.required')
  const candidate = candidateAt(venue, instantMs(startsAt))
  const days = [{ venueId: venue.id, from: candidate.date, to: candidate.date }]
  const terms = asker === 'channel' ? (await channelCovers(ctx, days, { ignore })).get(venue.id) : undefined
  const question = questionOf(ctx, { venue, partySize, areaId, asker }, { occupancy: [], terms })
  // As if it had the place: that is asked of it next.
  const [refused] = evaluateAtSystem(question, candidate, { systemId: venue.systemId ?? '', spotsOpen: partySize })
  if (refused) throw refusalBy(refused, { partySize, asker, time: localDateTime(candidate.date, candidate.minutes).slice(11) }, null)
  return terms?.limits.coversPerDay ?? null
}

const plainStaySeconds = 7200
const longestStaySeconds = 12 * 3600

/** The columns of a reservation whose place another system gave. */
export const placedRemotely = (
  venue: VenueWithBook,
  { startsAt, areaId, durationSeconds }: { startsAt: string; areaId: string; durationSeconds: number | null },
) => {
  const ms = instantMs(startsAt)
  const { date, minutes } = candidateAt(venue, ms)
  const staySeconds = Math.min(Math.max(durationSeconds ?? plainStaySeconds, 900), longestStaySeconds)
  const intervalMs = Math.floor(ms / 900_000) * 900_000
  return {
    startsAt: instantText(ms),
    endsAt: instantText(ms + staySeconds * 1000),
    startsLocal: localDateTime(date, minutes),
    serviceOn: date,
    areaId,
    pacingAt: instantText(intervalMs),
    pacingUntil: instantText(intervalMs + 900_000),
    coversMax: null,
    partiesMax: null,
    bookVersion: venue.book.version,
    override: false,
  }
}
