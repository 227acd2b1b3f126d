import { type EventName, type OnboardingMoved, type WebhookBody, WebhookEntity } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'

const tomorrowEvening = (ctx: Ctx): number => {
  const day = 86_400
  return Math.floor(ctx.clock().epochMilliseconds / 1000 / day + 1) * day + 19 * 3600
}

const aReview = () => ({ venueId: newId(), source: 'guide', externalId: newId(), revision: 1 })
const actions: Readonly<Record<EventName, WebhookBody['action']>> = {
  'booking.created': 'update',
  'booking.updated': 'update',
  'booking.canceled': 'canceled',
  'review.reply_requested': 'reply',
  'review.reply_withdrawn': 'withdrawn',
  'onboarding.moved': 'moved',
  'guest.erased': 'erased',
  'installation.restored': 'restored',
}
const aMove = (): OnboardingMoved => ({
  from: 'restaurant_activation',
  to: 'bc_activation',
  by: 'venue',
  reason: null,
  requester: 'rms',
  systemId: newId(),
  channelId: newId(),
  mozrestId: newId(),
  rmsVenueId: 'casa-1',
  bookingChannelVenueId: null,
  venueName: 'Casa Prueba',
  reference: null,
})
const entityOf = (name: EventName): WebhookBody['entity'] => {
  const [entity] = name.split('.')
  return WebhookEntity.options.find((one) => one === entity)!
}

/** An event as a real one would be, about nothing there is; `test` says so. */
export const testPayload = (ctx: Ctx, name: EventName): WebhookBody => {
  const data = {
    'booking.created': () => ({ partySize: 2, date: tomorrowEvening(ctx), areaId: newId(), status: 'confirmed' }),
    'booking.updated': () => ({ partySize: 3 }),
    'booking.canceled': () => ({ status: 'canceled' }),
    'review.reply_requested': () => ({ ...aReview(), text: 'Thank you, and see you soon.', language: 'en' }),
    'review.reply_withdrawn': aReview,
    'onboarding.moved': aMove,
    'guest.erased': () => ({ venueId: newId(), bookings: [{ id: newId(), theirId: null }] }),
    'installation.restored': () => ({ from: ctx.clock().subtract({ hours: 1 }).toString(), to: ctx.clock().toString() }),
  }[name]()
  return {
    event_id: newId(),
    sequence: 0,
    occurred_at: ctx.clock().toString(),
    entity: entityOf(name),
    entity_id: newId(),
    action: actions[name],
    data,
    test: true,
  }
}

/** Into the event streams of the calling channel, for its developers; no endpoint gets it. */
export const triggerEvent = async (ctx: Ctx, name: EventName): Promise<{ event_id: string; listening: boolean }> =>
  transaction(ctx, async (inner) => {
    const channelId = inner.actor.id!
    const payload = testPayload(inner, name)
    await inner.db
      .insertInto('webhookEvents')
      .values({
        id: payload.event_id,
        channelId,
        systemId: null,
        venueId: newId(),
        reservationId: payload.entity_id,
        entity: payload.entity,
        action: payload.action,
        name,
        test: true,
        data: JSON.stringify(payload.data),
        occurredAt: payload.occurred_at,
      })
      .execute()
    await audit(inner, { action: 'webhook.tested', subject: 'webhook', subjectId: channelId, after: { name } })
    const { rows } = await sql`
      select from webhook_streams where channel_id = ${channelId} and until > ${payload.occurred_at}::timestamptz`.execute(inner.db)
    return { event_id: payload.event_id, listening: rows.length > 0 }
  })
