import type { HubClient } from './hub.ts'
import type { Memory, Place, PlaceFacts } from './memory.ts'

export type Places = { hub: string; token: string; ask: HubClient; memory: Memory; origin: () => string }

const shownFields = [
  'name',
  'address',
  'postalCode',
  'city',
  'latitude',
  'longitude',
  'phone',
  'website',
  'menuUrl',
  'hours',
  'specialDays',
]

/** As guests read it here: what the hub said, and what was changed here since. */
export const shownOf = ({ facts, drift }: Place): PlaceFacts => ({ ...facts, ...drift })

/** What programs read of a page, and what the hub is told: one answer. */
export const reportOf = (place: Place, origin: string): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(shownOf(place)).filter(([name, value]) => shownFields.includes(name) && value !== null)),
  observedAt: new Date().toISOString(),
  status: 'shown',
  url: `${origin}/places/${place.venueId}`,
  ...(place.changedBy ? { changedBy: place.changedBy } : {}),
})

/** The listing of a venue, unless it is the one we have (304). */
const fetchListing = async ({ hub, token }: Places, venueId: string, etag: string | undefined) => {
  const answer = await fetch(`${hub}/v1/bc/venues/${encodeURIComponent(venueId)}/listing`, {
    headers: { 'x-token': token, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    signal: AbortSignal.timeout(15_000),
  })
  if (answer.status === 304) return 'same' as const
  const value = (await answer.json().catch(() => undefined)) as PlaceFacts | undefined
  if (answer.ok && value) return { facts: value, etag: answer.headers.get('etag') ?? '' }
  return answer.status === 404 || answer.status === 409 ? ('gone' as const) : undefined
}

/** One venue as the hub says it is; what was changed here goes only when the hub asks for it. */
const follow = async (places: Places, venueId: string, asked: boolean): Promise<void> => {
  const { memory } = places
  const known = memory.places[venueId]
  const fetched = await fetchListing(places, venueId, known?.etag)
  if (fetched === undefined) throw new Error('the hub did not answer')
  if (fetched === 'gone') {
    delete memory.places[venueId]
    return memory.save()
  }
  const place: Place = fetched === 'same' ? known! : { drift: known?.drift ?? {}, ...fetched, venueId }
  if (asked) {
    place.drift = {}
    delete place.changedBy
  }
  memory.places[venueId] = place
  memory.save()
  await tellHub(places, venueId)
}

export const tellHub = async ({ ask, memory, origin }: Places, venueId: string): Promise<void> => {
  const place = memory.places[venueId]
  if (place) await ask({ method: 'PUT', path: `/venues/${encodeURIComponent(venueId)}/listing`, body: reportOf(place, origin()) })
}

type Feed = { data: { venueId: string; asked: boolean }[]; next: string; more: boolean }

/** Follows the hub's feed of changes from where it was left. */
export const followChanges = async (places: Places): Promise<void> => {
  const { ask, memory } = places
  for (let more = true; more;) {
    const after = memory.after === null ? '' : `&after=${encodeURIComponent(memory.after)}`
    const feed = (await ask({ method: 'GET', path: `/listings/changes?limit=100${after}` })) as Partial<Feed>
    for (const { venueId, asked } of feed.data ?? []) if (venueId) await follow(places, venueId, asked)
    if (typeof feed.next !== 'string') return
    memory.after = feed.next
    memory.save()
    more = feed.more === true
  }
}

/** Changes what is shown here; the hub is not told, as with guides that let anybody suggest something. False = no such place. */
export const driftPlace = ({ memory }: Places, venueId: string, drift: PlaceFacts | null): boolean => {
  const place = memory.places[venueId]
  if (!place) return false
  place.drift = drift === null ? {} : { ...place.drift, ...drift }
  if (drift === null) delete place.changedBy
  else place.changedBy = 'guest'
  memory.save()
  return true
}
