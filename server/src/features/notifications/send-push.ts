import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Ctx } from '#src/platform/ctx.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'
import { encryptPush, mostPushBytes } from '#src/platform/push/encrypt.ts'
import { vapidHeader } from '#src/platform/push/vapid.ts'
import { headline, sentence } from './in-words.ts'
import { loadBundle, portalUrl } from './load-bundle.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import type {} from './notification-rows.ts'
import { pushKeys } from './push-keys.ts'
import { pushServices } from './push-services.ts'

/** TTL at the push service: news of an evening is worthless the next day. */
const liveSeconds = 4 * 3600
const timeoutMs = 10_000
const linesShown = 4

/** The payload for the service worker. `tag` deduplicates: the same bundle, sent twice, shows once. */
type PushMessage = { title: string; body: string; tag: string; url: string; lang: Lang; at: string }

const truncate = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export const messageOf = (bundle: readonly Notification[], lang: Lang): PushMessage => {
  const single = bundle.length === 1 ? bundle[0] : undefined
  const last = bundle.at(-1)!
  const lines = bundle.slice(-linesShown).map((one) => truncate(sentence(one, lang), 160))
  return {
    title: truncate(single?.venueName ? `${headline(bundle, lang)} – ${single.venueName}` : headline(bundle, lang), 120),
    body: lines.join('\n'),
    tag: last.id,
    url: single?.link ?? '/reservations',
    lang,
    at: last.at,
  }
}

/** One bundle to one browser. An expired subscription is deleted; a busy service is retried later. */
export const sendPush = async (ctx: Ctx, { subscriptionId, ids }: { subscriptionId: string; ids: string[] }): Promise<void> => {
  const device = await ctx.db
    .selectFrom('pushSubscriptions')
    .innerJoin('sessions', 'sessions.id', 'pushSubscriptions.sessionId')
    .select(['pushSubscriptions.userId', 'endpoint', 'p256dh', 'auth'])
    .where('pushSubscriptions.id', '=', subscriptionId)
    .where('sessions.endedAt', 'is', null)
    .executeTakeFirst()
  if (!device) return
  const bundle = await loadBundle(ctx, { userId: device.userId, ids, way: 'push' })
  if (!bundle) return
  const young = bundle.notifications.filter(({ at }) => Date.parse(at) > ctx.clock().epochMilliseconds - liveSeconds * 1000)
  if (!young.length) return
  const status = await post(ctx, device, JSON.stringify(messageOf(young, bundle.person.lang)))
  if (status === 404 || status === 410) {
    await ctx.db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute()
    return
  }
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  // A permanent refusal is not retried.
  if (status >= 300 || status === 0) return void ctx.log.warn({ status, subscriptionId }, 'push refused')
  await ctx.db.updateTable('pushSubscriptions').set({ usedAt: ctx.clock().toString() }).where('id', '=', subscriptionId).execute()
}

type Device = { endpoint: string; p256dh: string; auth: string }

/** The status answered; 0 for an address that may not be called. */
const post = async (ctx: Ctx, { endpoint, p256dh, auth }: Device, text: string): Promise<number> => {
  if (Buffer.byteLength(text) > mostPushBytes) throw new Error('a push message of that length cannot be sent')
  const { publicUrl, mailFrom } = ctx.ports.config
  const contact = publicUrl?.startsWith('https:') ? portalUrl(ctx) : `mailto:${oneAddress(mailFrom).address}`
  const authorization = vapidHeader(endpoint, await pushKeys(ctx), { contact, nowMs: ctx.clock().epochMilliseconds })
  try {
    const { status } = await ctx.ports.send(endpoint, pushServices(ctx.ports.config), {
      headers: {
        authorization,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(liveSeconds),
        urgency: 'high',
      },
      body: encryptPush(text, { p256dh, auth }),
      timeoutMs,
      // Its status says it all.
      longest: 0,
    })
    return status
  } catch (error) {
    if (error instanceof AddressRefused) return 0
    throw error
  }
}
