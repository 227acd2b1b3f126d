import { isDeepStrictEqual } from 'node:util'
import type { ListingChanger, ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { type Difference, differencesOf, isSameHouse } from './compare-facts.ts'
import type { DifferenceState } from './copy-rows.ts'
import { type Truth, truthsOf } from './truths-of.ts'

/** What somebody saw at a channel. */
export type Observation = {
  facts: ShownFacts
  observedAt: string
  origin: 'report' | 'probe'
  status: 'shown' | 'pending' | 'rejected'
  reason: string | null
  url: string | null
  changedBy: ListingChanger | undefined
}
type Place = { venueId: string; channelId: string }
/** Without an observation what is known is compared again: the venue changed, not the place. */
export type Seen = Place & { observation: Observation | null }
export type Taken = Place & { outcome: 'taken' | 'unchanged' | 'outdated'; differences: ListingField[] }

type Copy = Place & {
  facts: ShownFacts | null
  observedAt: string | null
  status: Observation['status'] | null
  reason: string | null
  url: string | null
  origin: Observation['origin'] | null
  askedAt: string | null
  otherHouse: boolean
}
type Standing = Place & {
  id: string
  field: ListingField
  ours: ShownFacts
  theirs: ShownFacts
  changedBy: ListingChanger
  since: string
  state: DifferenceState
}

const keyOf = ({ venueId, channelId }: Place): string => `${venueId} ${channelId}`
const sourcesOf: Readonly<Record<ListingField, readonly (keyof ShownFacts)[]>> = {
  name: ['name'],
  address: ['address', 'postalCode', 'city'],
  position: ['latitude', 'longitude'],
  phone: ['phone'],
  website: ['website'],
  menu: ['menuUrl'],
  hours: ['hours'],
  specialDays: ['hours', 'specialDays'],
}
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
const sameFor = (field: ListingField, one: ShownFacts, other: ShownFacts): boolean =>
  sourcesOf[field].every((name) => isSame(one[name] ?? null, other[name] ?? null))

/** Days that have gone by since take nothing back. */
const isWithin = (one: ShownFacts, other: ShownFacts): boolean =>
  one.specialDays?.every((day) => other.specialDays?.some((known) => isSame(known, day))) ?? false
const isNews = (before: Standing, { field, ours, theirs }: Difference): boolean => {
  if (isSame(before.theirs, theirs) && isSame(before.ours, ours)) return false
  return field !== 'specialDays' || !isWithin(ours, before.ours) || !isWithin(theirs, before.theirs)
}

/** Locked, in one order for everybody. */
const lockCopies = async (ctx: Ctx, places: readonly Place[]): Promise<Map<string, Copy>> => {
  const venues = places.map(({ venueId }) => venueId)
  const channels = places.map(({ channelId }) => channelId)
  await sql`
    insert into listing_copies (venue_id, channel_id) select v, c from unnest(${venues}::uuid[], ${channels}::uuid[]) as x (v, c) order by v, c
    on conflict do nothing`.execute(ctx.db)
  const { rows } = await sql<Copy>`
    select k.venue_id, k.channel_id, k.facts, k.observed_at, k.status, k.reason, k.url, k.origin, k.asked_at, k.other_house
    from unnest(${venues}::uuid[], ${channels}::uuid[]) as x (v, c) join listing_copies k on k.venue_id = x.v and k.channel_id = x.c
    order by k.venue_id, k.channel_id for update of k`.execute(ctx.db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const standingOf = async (ctx: Ctx, places: readonly Place[]): Promise<Map<string, Standing[]>> => {
  const { rows } = await sql<Standing>`
    select d.id, d.venue_id, d.channel_id, d.field, d.ours, d.theirs, d.changed_by, d.since, d.state
    from unnest(${places.map(({ venueId }) => venueId)}::uuid[], ${places.map(({ channelId }) => channelId)}::uuid[]) as x (v, c)
      join listing_differences d on d.venue_id = x.v and d.channel_id = x.c`.execute(ctx.db)
  return Map.groupBy(rows, keyOf)
}

/** A channel that says so itself has had its time; a page that we read may be from before it could follow. */
const probeWaitsMs = 3_600_000
const isOver = (askedAt: string | null, { observedAt, origin, status }: Observation): boolean => {
  if (askedAt === null || status === 'pending') return false
  const passed = Date.parse(observedAt) - Date.parse(askedAt)
  return passed > (origin === 'probe' ? probeWaitsMs : 0)
}

/** A word about the state alone says nothing of what is shown. */
const factsAfter = (copy: Copy, observation: Observation | null): ShownFacts => {
  if (!observation) return copy.facts ?? {}
  return Object.keys(observation.facts).length === 0 && observation.status !== 'shown' ? (copy.facts ?? {}) : observation.facts
}

type Case = { copy: Copy; truth: Truth; observation: Observation | null; facts: ShownFacts; now: string; over: boolean }

/** Who changed it, and since when, follow from which side is not what it was. */
const madeBy = ({ copy, observation, facts, now }: Case, field: ListingField): Pick<Standing, 'changedBy' | 'since'> => {
  if (copy.facts && sameFor(field, copy.facts, facts)) return { changedBy: 'us', since: now }
  return { changedBy: observation?.changedBy ?? (copy.facts ? 'channel' : 'other'), since: observation?.observedAt ?? now }
}
const stateAfter = (before: Standing, { over }: Case, isChanged: boolean): DifferenceState => {
  if (before.state === 'asked') return over ? 'open' : 'asked'
  return isChanged ? 'open' : before.state
}
const nextOf = (one: Case, difference: Difference, before: Standing | undefined): Standing => {
  const place = { venueId: one.copy.venueId, channelId: one.copy.channelId }
  if (!before) return { ...place, ...difference, ...madeBy(one, difference.field), id: newId(), state: 'open' }
  const isChanged = isNews(before, difference)
  const made = isChanged ? madeBy(one, difference.field) : {}
  return { ...before, ...difference, ...made, state: stateAfter(before, one, isChanged) }
}

type Outcome = { taken: Taken; copy: Copy; keep: Standing[]; gone: string[]; changed: boolean; now: string }
const judge = (one: Case, standing: readonly Standing[]): Outcome => {
  const { copy, truth, observation, facts, now, over } = one
  const found = truth.enabled ? differencesOf(truth.listing, facts, truth.today) : []
  const before = new Map(standing.map((row) => [row.field, row]))
  const next = found.map((difference) => nextOf(one, difference, before.get(difference.field)))
  const keep = next.filter((row) => !isSame(row, before.get(row.field) ?? null))
  const gone = standing.filter(({ field }) => !found.some((one_) => one_.field === field)).map(({ id }) => id)
  const said = observation && {
    observedAt: observation.observedAt,
    origin: observation.origin,
    status: observation.status,
    reason: observation.reason,
    url: observation.url ?? copy.url,
  }
  const isDone = observation !== null && observation.status === 'shown' && next.every(({ state }) => state === 'ignored')
  const after: Copy = {
    ...copy,
    ...said,
    facts: observation || copy.facts ? facts : null,
    askedAt: over || isDone ? null : copy.askedAt,
    otherHouse: !isSameHouse(truth.listing, facts),
  }
  const changed = keep.length + gone.length > 0 || !isSame({ ...after, observedAt: null }, { ...copy, observedAt: null })
  const taken = {
    venueId: copy.venueId,
    channelId: copy.channelId,
    outcome: changed ? 'taken' : 'unchanged',
    differences: found.map(({ field }) => field),
  } as const
  return { taken, copy: after, keep, gone, changed, now }
}

const write = async (ctx: Ctx, outcomes: readonly Outcome[]): Promise<void> => {
  const copies = outcomes.map(({ copy }) => copy)
  await sql`
    update listing_copies k set facts = r.facts, observed_at = r."observedAt", origin = r.origin, status = r.status, reason = r.reason, url = r.url,
      asked_at = r."askedAt", other_house = r."otherHouse",
      probed_at = case when r.origin = 'probe' then r."observedAt" else k.probed_at end, probe_failure = case when r.origin = 'probe' then null else k.probe_failure end
    from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as r ("venueId" uuid, "channelId" uuid, facts jsonb, "observedAt" timestamptz, origin text,
      status text, reason text, url text, "askedAt" timestamptz, "otherHouse" boolean)
    where k.venue_id = r."venueId" and k.channel_id = r."channelId"`.execute(ctx.db)
  const gone = outcomes.flatMap((one) => one.gone)
  if (gone.length) await sql`delete from listing_differences where id = any(${gone}::uuid[])`.execute(ctx.db)
  const keep = outcomes.flatMap((one) => one.keep)
  if (keep.length)
    await sql`
      insert into listing_differences (id, venue_id, channel_id, field, ours, theirs, changed_by, since, state)
      select r.id, r."venueId", r."channelId", r.field, r.ours, r.theirs, r."changedBy", r.since, r.state
      from jsonb_to_recordset(${JSON.stringify(keep)}::jsonb) as r (id uuid, "venueId" uuid, "channelId" uuid, field text, ours jsonb, theirs jsonb,
        "changedBy" text, since timestamptz, state text)
      on conflict (id) do update set ours = excluded.ours, theirs = excluded.theirs, changed_by = excluded.changed_by, since = excluded.since,
        state = excluded.state`.execute(ctx.db)
}

const tell = async (ctx: Ctx, { taken, keep, gone }: Outcome, action: string): Promise<void> => {
  const { venueId } = taken
  if (keep.length + gone.length > 0)
    await audit(ctx, {
      action,
      subject: 'listing',
      subjectId: venueId,
      venueId,
      after: { differences: taken.differences.join(', ') || null },
    })
  await ctx.ports.live.publish(ctx, { type: 'listing', venueId, id: venueId, kind: null })
}

/** LI1: what is shown of venues is held against what they say of themselves; each place once. What is older than what is known changes nothing. */
export const takeCopies = async (ctx: Ctx, seen: readonly Seen[], action: string): Promise<Taken[]> =>
  transaction(ctx, async (inner) => {
    if (!seen.length) return []
    const now = inner.clock().toString()
    const copies = await lockCopies(inner, seen)
    const [standing, truths] = await Promise.all([
      standingOf(inner, seen),
      truthsOf(inner, [...new Set(seen.map(({ venueId }) => venueId))]),
    ])
    const taken: Taken[] = []
    const changed: Outcome[] = []
    const kept: Outcome[] = []
    for (const { observation, ...place } of seen) {
      const copy = copies.get(keyOf(place))
      const truth = truths.get(place.venueId)
      if (!copy || !truth) continue
      const before = standing.get(keyOf(place)) ?? []
      if (observation && copy.observedAt && Date.parse(observation.observedAt) < Date.parse(copy.observedAt)) {
        taken.push({ ...place, outcome: 'outdated', differences: before.map(({ field }) => field) })
        continue
      }
      const over = observation ? isOver(copy.askedAt, observation) : false
      const outcome = judge({ copy, truth, observation, facts: factsAfter(copy, observation), now, over }, before)
      taken.push(outcome.taken)
      kept.push(outcome)
      if (outcome.changed) changed.push(outcome)
    }
    if (kept.length) await write(inner, kept)
    for (const outcome of changed) await tell(inner, outcome, action)
    return taken
  })
