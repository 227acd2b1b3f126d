import { createHash } from 'node:crypto'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { PushedDay, type SystemNotice } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { LocalDate } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { onChangeNotice } from '#src/features/rms-bookings/api.ts'
import { invalidateDays, storePushedDays } from '#src/features/rms-client/api.ts'
import { venueIdOf } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { refuseMoved } from '#src/platform/db/where-moved.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

/** Deduplication window of notices. */
export const noticeHours = 24

type NoticeResult = Result<typeof partners.notice>
const bookingActions = ['update', 'updated', 'create', 'created', 'cancel', 'canceled', 'cancelled']

const eventIdOf = ({ eventId, event_id }: SystemNotice): string | undefined => eventId ?? event_id
const entityIdOf = ({ entityId, entity_id }: SystemNotice): string | undefined => entityId ?? entity_id
const venueRefOf = ({ venueId, venue_id, data }: SystemNotice): string | undefined => {
  const ref = venueId ?? venue_id ?? data?.['venueId'] ?? data?.['venue_id']
  return typeof ref === 'string' ? ref : undefined
}

/** True for a repeated notice. Deduplicated by its id; without one by its content. */
const cameBefore = async (ctx: Ctx, systemId: string, notice: SystemNotice): Promise<boolean> => {
  const id = eventIdOf(notice)
  const text = id === undefined ? `content ${JSON.stringify([notice.entity, notice.action, entityIdOf(notice), notice.data])}` : `id ${id}`
  const fingerprint = createHash('sha256').update(text).digest()
  const now = ctx.clock()
  const { numAffectedRows } = await sql`
    insert into system_notices (system_id, fingerprint, received_at) values (${systemId}, ${fingerprint}, ${now.toString()}::timestamptz)
    on conflict (system_id, fingerprint) do update set received_at = excluded.received_at
      where system_notices.received_at < ${now.subtract({ hours: noticeHours }).toString()}::timestamptz`.execute(ctx.db)
  return Number(numAffectedRows ?? 0n) === 0
}

const mostDays = 400
/** Days told with their slots, in `days` or as the notice's data itself; what we cannot read is asked for. */
const daysOf = (data: Record<string, unknown>): PushedDay[] =>
  [data['days'] ?? data]
    .flat()
    .slice(0, mostDays)
    .flatMap((day) => PushedDay.safeParse(day).data ?? [])
const isDate = (value: unknown): value is string => LocalDate.safeParse(value).success
/** `date`, `dates`, or Unix seconds as bookings have them; anything unusable means every day. */
const datesOf = (data: Record<string, unknown>): string[] | undefined => {
  const named = [data['date'], data['dates'], daysOf(data).map(({ date }) => date)].flat(2).filter(isDate)
  return named.length ? named : undefined
}

const tables = async (ctx: Ctx, notice: SystemNotice): Promise<string | null> => {
  const ref = entityIdOf(notice) ?? venueRefOf(notice)
  if (ref === undefined) return 'no venue is named'
  try {
    const venueId = await venueIdOf(ctx, ref)
    const days = daysOf(notice.data ?? {})
    await invalidateDays(ctx, venueId, datesOf(notice.data ?? {}))
    if (days.length) await storePushedDays(ctx, { venueId, days })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await refuseMovedVenue(ctx, ref)
    return 'the venue is not known here'
  }
}

/** A success would let the system believe that it was heard: of a venue that has moved it learns where to say it. */
const refuseMovedVenue = async (ctx: Ctx, ref: string): Promise<void> => {
  if (hubId.test(ref)) await refuseMoved(ctx, [ref.toLowerCase()])
}

/** A booking made at the system itself is fetched by its venue. */
const knownVenue = async (ctx: Ctx, ref: string): Promise<string | undefined> =>
  venueIdOf(ctx, ref).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error
    await refuseMovedVenue(ctx, ref)
    return undefined
  })

/** Handles a hint: never believed, it triggers a resync. What we do not understand is answered with success all the same, so that nobody retries it. */
const follow = async (ctx: Ctx, systemId: string, notice: SystemNotice): Promise<string | null> => {
  if (notice.entity === 'availability') return tables(ctx, notice)
  if (notice.entity !== 'booking') return 'this entity is not known here'
  if (notice.action !== undefined && !bookingActions.includes(notice.action)) return 'this action is not known here'
  const remoteId = entityIdOf(notice)
  if (remoteId === undefined) return 'no booking is named'
  const ref = venueRefOf(notice)
  const known = await onChangeNotice(ctx, { systemId, remoteId, venueId: ref === undefined ? undefined : await knownVenue(ctx, ref) })
  return known || ref !== undefined ? null : 'the booking is not known here, and no venue is named'
}

export const receiveNotice = async (ctx: Ctx, notice: SystemNotice): Promise<NoticeResult> => {
  const { actor, clock } = ctx
  if (actor.kind !== 'system' || actor.id === null) throw new Problem('access.denied')
  const at = clock()
  const { id: systemId } = actor
  // Deduplication and effect are one transaction: a notice that was only remembered when we crashed would count as a repetition the next time.
  const { duplicate, note } = await transaction(ctx, async (inner) => {
    const before = await cameBefore(inner, systemId, notice)
    // Equal content without an id may be a new event all the same (seated, reopened, seated): an extra resync does no harm.
    return { duplicate: before, note: before && eventIdOf(notice) !== undefined ? null : await follow(inner, systemId, notice) }
  })
  const entityId = entityIdOf(notice)
  ctx.ports.traces.note({
    from: 'system',
    to: 'hub',
    operation: 'webhook',
    systemId: actor.id,
    otherIds: entityId === undefined ? [] : [entityId],
    requestId: ctx.requestId,
    outcome: note === null ? 'ok' : 'refused',
    error: note,
    httpStatus: 200,
    startedAt: at.toString(),
    durationMs: clock().epochMilliseconds - at.epochMilliseconds,
    method: 'POST',
    url: '/v1/webhooks/rms',
    requestBody: notice,
    responseBody: { accepted: note === null, duplicate, note },
  })
  return { accepted: note === null, duplicate, note }
}
