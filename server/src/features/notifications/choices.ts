import { defaultChoices, type NotificationChoices, type NotificationSettings } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { currentUserOf } from './current-user.ts'
import { inScope } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './notification-rows.ts'
import { liveDevices } from './push-devices.ts'
import { pushKeys } from './push-keys.ts'

/** Limit of venues with choices of their own: nobody tends more one by one. */
const mostVenues = 500

/** Choices stored before an event existed lack it. */
const whole = (stored: Partial<NotificationChoices> | undefined): NotificationChoices => ({ ...defaultChoices, ...stored })

export const getSettings = async (ctx: Ctx): Promise<NotificationSettings> => {
  const { id } = currentUserOf(ctx)
  const all = await ctx.db
    .selectFrom('notificationChoices')
    .select('choices')
    .where('userId', '=', id)
    .where('venueId', 'is', null)
    .executeTakeFirst()
  const venues = await ctx.db
    .selectFrom('notificationChoices')
    .innerJoin('venues', 'venues.id', 'notificationChoices.venueId')
    .select(['venues.id as venueId', 'venues.name as venueName', 'choices'])
    .where('userId', '=', id)
    .where(inScope(ctx, 'venues.id'))
    .orderBy(sql`lower(venues.name)`)
    .orderBy('venues.id')
    .limit(mostVenues)
    .execute()
  const devices = await liveDevices(ctx, id)
  const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  return {
    choices: whole(all?.choices),
    venues: venues.map((venue) => ({ ...venue, choices: whole(venue.choices) })),
    devices,
    email,
    pushKey: (await pushKeys(ctx)).publicKey,
  }
}

/** One entry per event and channel, so that the audit records exactly what changed. */
const flat = (choices: Partial<NotificationChoices>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([event, ways]) => Object.entries(ways ?? {}).map(([way, on]) => [`${event}.${way}`, on] as const)),
  )

const stored = async (ctx: Ctx, venueId: string | null): Promise<Partial<NotificationChoices> | undefined> => {
  const { id } = currentUserOf(ctx)
  const row = await ctx.db
    .selectFrom('notificationChoices')
    .select('choices')
    .where('userId', '=', id)
    .where('venueId', 'is not distinct from', venueId)
    .forUpdate()
    .executeTakeFirst()
  return row?.choices
}

const requireVenue = async (ctx: Ctx, id: string): Promise<void> => {
  const found = await ctx.db.selectFrom('venues').select('id').where('id', '=', id).where(inScope(ctx, 'id')).executeTakeFirst()
  if (!found) throw new Problem('venue.not_found')
}

/** For one venue, or for all that have no choices of their own (`venueId` null). */
export const choose = async (
  ctx: Ctx,
  { venueId, choices }: { venueId: string | null; choices: NotificationChoices },
): Promise<NotificationSettings> =>
  transaction(ctx, async (inner) => {
    const { id } = currentUserOf(inner)
    if (venueId) await requireVenue(inner, venueId)
    const before = await stored(inner, venueId)
    await sql`
      insert into notification_choices (user_id, venue_id, choices, updated_at)
      values (${id}, ${venueId}, ${JSON.stringify(choices)}::jsonb, ${inner.clock().toString()}::timestamptz)
      on conflict (user_id, venue_id) do update set choices = excluded.choices, updated_at = excluded.updated_at`.execute(inner.db)
    await audit(inner, {
      action: 'notification_settings.updated',
      subject: 'notification_settings',
      subjectId: id,
      venueId,
      before: flat(before ?? (venueId ? {} : defaultChoices)),
      after: flat(choices),
    })
    return getSettings(inner)
  })

export const clearVenue = async (ctx: Ctx, venueId: string): Promise<NotificationSettings> =>
  transaction(ctx, async (inner) => {
    const { id } = currentUserOf(inner)
    await requireVenue(inner, venueId)
    const before = await stored(inner, venueId)
    await inner.db.deleteFrom('notificationChoices').where('userId', '=', id).where('venueId', '=', venueId).execute()
    await audit(inner, {
      action: 'notification_settings.updated',
      subject: 'notification_settings',
      subjectId: id,
      venueId,
      before: flat(before ?? {}),
      after: {},
    })
    return getSettings(inner)
  })

/** As the audit records them; a venue without choices of its own has none. */
export const flatChoices = async (ctx: Ctx, venueId: string | null): Promise<Record<string, boolean | null>> => {
  if (venueId) await requireVenue(ctx, venueId)
  const here = await stored(ctx, venueId)
  const known = here ?? (venueId ? undefined : defaultChoices)
  return { ...Object.fromEntries(Object.keys(flat(defaultChoices)).map((name) => [name, null])), ...(known ? flat(known) : {}) }
}

/** Undo: restores former choices; where none of them had a value, the venue had no choices of its own. */
export const restoreChoices = async (ctx: Ctx, venueId: string | null, values: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const now = await flatChoices(ctx, venueId)
  const wanted = { ...now, ...values }
  if (venueId && Object.values(wanted).every((on) => typeof on !== 'boolean')) return clearVenue(ctx, venueId)
  const choices = Object.fromEntries(
    Object.entries(defaultChoices).map(([event, ways]) => [
      event,
      Object.fromEntries(
        Object.entries(ways).map(([way, usual]) => [
          way,
          typeof wanted[`${event}.${way}`] === 'boolean' ? wanted[`${event}.${way}`] : usual,
        ]),
      ),
    ]),
  ) as NotificationChoices
  return choose(ctx, { venueId, choices })
}

/** Of two venues that became one, everybody's choices for the one that went hold at the one that is kept, unless there are some for it. */
export const carryChoices = async (ctx: Ctx, { from, to }: { from: string; to: string }): Promise<void> => {
  await sql`
    insert into notification_choices (user_id, venue_id, choices, updated_at)
    select c.user_id, ${to}, c.choices, ${ctx.clock().toString()}::timestamptz from notification_choices c where c.venue_id = ${from}
    on conflict (user_id, venue_id) do nothing`.execute(ctx.db)
}
