import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { CandidateWarning, OnboardingCandidate } from '@tablewire/contracts/onboarding/candidates'
import type { onboarding, OnboardingCreated } from '@tablewire/contracts/onboarding/onboarding'
import type { OnboardingFields } from '@tablewire/contracts/onboarding/onboarding-fields'
import { type Requester, waitsFor } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { idFor, keyedId } from './keyed-request.ts'
import { refuseSecond } from './refuse-second.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { findCandidates } from './find-candidates.ts'
import { sideOf } from './request-scope.ts'
import { readRequest } from './request-view.ts'
import { reasonsFor, type SaidVenue } from './weigh-candidate.ts'
import { announce, movedJob, noteHistory } from './step-request.ts'

export type NewRequest = OnboardingFields & {
  requester?: Requester | undefined
  systemId?: string | undefined
  channelId?: string | undefined
}
type Parties = { requester: Requester; systemId: string; channelId: string }

const missing = (field: string): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'required' }] })

/** Whose request it is: a partner asks in its own name, who runs the platform in that of either. */
export const partiesOf = (ctx: Ctx, { requester, systemId, channelId }: NewRequest): Parties => {
  const side = sideOf(ctx)
  // Somebody of a partner who is bound to none yet.
  if (side === 'venue') throw new Problem('channel.not_found')
  const { scope } = ctx
  const asks = side === 'admin' ? requester : side
  if (!asks) throw missing('requester')
  const system = scope.kind === 'system' ? scope.systemId : systemId
  const channel = scope.kind === 'channel' ? scope.channelId : channelId
  if (!system) throw missing('systemId')
  if (!channel) throw missing('channelId')
  if (scope.kind === 'system' && systemId !== undefined && systemId !== system) throw new Problem('system.not_found')
  const foreign =
    scope.kind === 'channels' ? !scope.channelIds.includes(channel) : scope.kind === 'channel' && channelId && channelId !== channel
  if (foreign) throw new Problem('channel.not_found')
  return { requester: asks, systemId: system, channelId: channel }
}

/** One after another for a pair of partners: of two that come at once, the second one sees the first. */
const lockParties = async (ctx: Ctx, { systemId, channelId }: Parties): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(lower(${`onboarding ${systemId} ${channelId}`}), 0))`.execute(ctx.db))

/** Both are there, and switched on. */
const requireParties = async (ctx: Ctx, { systemId, channelId }: Parties): Promise<void> => {
  const { rows } = await sql<{ system: boolean; channel: boolean }>`
    select exists (select from systems where id = ${systemId} and active) as system,
      exists (select from channels where id = ${channelId} and active) as channel`.execute(ctx.db)
  if (!rows[0]!.system) throw new Problem('system.not_found')
  if (!rows[0]!.channel) throw new Problem('channel.not_found')
}

export const saidOf = ({
  venueName,
  venueAddress,
  venuePhone,
  venueCountry,
}: Pick<NewRequest, 'venueName' | 'venueAddress' | 'venuePhone' | 'venueCountry'>) => ({
  name: venueName,
  address: venueAddress ?? '',
  phone: venuePhone ?? '',
  country: venueCountry ?? null,
})

/** Of a request that is being filled in: what is here already and may be meant. */
export const candidatesFor = async (ctx: Ctx, asked: Received<typeof onboarding.candidates>['query']): Promise<OnboardingCandidate[]> => {
  const parties = partiesOf(ctx, { requester: 'rms', ...asked })
  await requireParties(ctx, parties)
  return findCandidates(ctx, { ...parties, ...saidOf(asked) })
}

/**
 * Never a second one silently: what is probably here is chosen, or said to be another one. The very same words are the same one whatever is said.
 * Answers what speaks for care of those at its address that are others.
 */
const refuseLikely = async (
  ctx: Ctx,
  fields: NewRequest,
  { systemId, channelId, rmsVenueId }: Parties & Place,
): Promise<CandidateWarning[]> => {
  const found = await findCandidates(ctx, { systemId, channelId, rmsVenueId, ...saidOf(fields) }, { exactly: true })
  const candidates = found.filter(({ likely }) => likely)
  const isSame = ({ mozrestId, venueName, venueAddress }: OnboardingCandidate): boolean =>
    mozrestId === null && rmsVenueId === null && venueName === fields.venueName && venueAddress === (fields.venueAddress ?? '')
  const standing = candidates.find((one) => one.requestId !== null && (!fields.noneOfThese || isSame(one)))
  if (standing) throw new Problem('onboarding.open_already', {}, { venueName: [{ issue: 'taken' }] }).with({ id: standing.requestId })
  if (candidates.length && !fields.noneOfThese) throw new Problem('onboarding.venue_likely').with({ candidates })
  return [...new Set(found.filter(({ reasons }) => reasons.includes('address')).flatMap(({ warnings }) => warnings))]
}

/** An id that means another restaurant than the one that is named would ask that other one. Which one it is a channel does not learn. */
export const refuseOther = async (ctx: Ctx, said: SaidVenue, { venueId }: Place): Promise<void> => {
  const { rows } = await sql<SaidVenue>`
    select v.name, coalesce(v.address, '') as address, coalesce(v.phone_number, '') as phone, v.country_code as country
    from venues v where v.id = ${venueId}`.execute(ctx.db)
  const [found] = rows
  if (found && reasonsFor(said, found).length === 0)
    throw new Problem('onboarding.venue_differs', {}, { rmsVenueId: [{ issue: 'invalid' }] })
}

const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** In our own book a venue without another id goes by ours. */
export const ownIdOf = (systemId: string, id: string | null): string | null =>
  systemId === builtInSystemId && id !== null && isId.test(id) ? id : null

type Place = { venueId: string | null; rmsVenueId: string | null }
/** Our venue and the system's id of it are one thing: each is found by the other. */
export const placeOf = async (ctx: Ctx, systemId: string, { venueId, rmsVenueId }: Place): Promise<Place> => {
  if (venueId === null && rmsVenueId === null) return { venueId, rmsVenueId }
  const { rows } = await sql<{ id: string; externalId: string | null }>`
    select v.id, v.external_id from venues v where v.system_id = ${systemId} and v.archived_at is null
      and ${venueId === null ? sql`(v.external_id = ${rmsVenueId} or v.id = ${ownIdOf(systemId, rmsVenueId)}::uuid and v.external_id is null)` : sql`v.id = ${venueId}::uuid`}`.execute(
    ctx.db,
  )
  const [venue] = rows
  if (venueId === null) return { venueId: venue?.id ?? null, rmsVenueId }
  if (!venue) throw new Problem('venue.not_found')
  const atSystem = venue.externalId ?? ownIdOf(systemId, venue.id)
  if (rmsVenueId !== null && atSystem !== null && atSystem !== rmsVenueId) throw new Problem('onboarding.venue_elsewhere')
  return { venueId, rmsVenueId: rmsVenueId ?? atSystem }
}

const rowOf = (ctx: Ctx, fields: NewRequest & { id: string }, { requester, systemId, channelId, venueId, rmsVenueId }: Parties & Place) => {
  const now = ctx.clock().toString()
  const internal = fields.internalNotes ?? ''
  return {
    id: fields.id,
    requestedAt: now,
    requester,
    systemId,
    channelId,
    venueId,
    rmsVenueId,
    bookingChannelVenueId: fields.bookingChannelVenueId ?? null,
    venueName: fields.venueName,
    venueAddress: fields.venueAddress ?? '',
    venuePhone: fields.venuePhone ?? '',
    venueCountry: fields.venueCountry ?? null,
    profileUrl: fields.profileUrl ?? null,
    reference: fields.reference ?? null,
    notes: fields.notes ?? '',
    rmsNotes: requester === 'rms' ? internal : '',
    bcNotes: requester === 'bc' ? internal : '',
    contactEmail: fields.contactEmail ?? null,
    contactLanguage: fields.contactLanguage ?? null,
    status: waitsFor({ rmsVenueId, restaurantConfirmedAt: null }),
    statusSince: now,
    createdBy: ctx.actor.name,
  }
}

/** What the audit and the history keep of it: nothing that one side notes for itself. */
const toldOf = ({ requester, venueName, rmsVenueId, bookingChannelVenueId, venueId, status }: OnboardingRecord) => ({
  requester,
  venueName,
  rmsVenueId,
  bookingChannelVenueId,
  mozrestId: venueId,
  status,
})

/** ON3: a request with as much as is known; what is there already is not asked for. */
export const createRequest = (ctx: Ctx, fields: NewRequest): Promise<OnboardingCreated> => {
  const keyed = keyedId(ctx)
  return transaction(ctx, async (inner) => {
    const parties = partiesOf(inner, fields)
    await lockParties(inner, parties)
    const { id, made } = await idFor(inner, keyed)
    if (made) return { ...(await readRequest(inner, id)), warnings: [] }
    await requireParties(inner, parties)
    const place = await placeOf(inner, parties.systemId, { venueId: fields.mozrestId ?? null, rmsVenueId: fields.rmsVenueId ?? null })
    if (!fields.mozrestId) await refuseOther(inner, saidOf(fields), place)
    await refuseSecond(inner, { ...parties, ...place, bookingChannelVenueId: fields.bookingChannelVenueId ?? null })
    const warnings = place.venueId === null ? await refuseLikely(inner, fields, { ...parties, ...place }) : []
    const request = await inner.db
      .insertInto('onboardingRequests')
      .values(rowOf(inner, { ...fields, id }, { ...parties, ...place }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const { status } = request
    await noteHistory(inner, id, { kind: 'requested', to: status, data: toldOf(request) })
    if (status !== 'rms_activation')
      await noteHistory(inner, id, {
        kind: 'skipped',
        data: { status: 'rms_activation', because: 'known', rmsVenueId: request.rmsVenueId },
      })
    await inner.ports.jobs.enqueue(inner, movedJob, { requestId: id, from: null, to: status })
    await announce(inner, request, 'created')
    await audit(inner, {
      action: 'onboarding.created',
      subject: 'onboarding',
      subjectId: id,
      venueId: request.venueId,
      after: toldOf(request),
    })
    return { ...(await readRequest(inner, id)), warnings }
  })
}
