import type { notifications } from '@tablewire/contracts/operations/notifications'
import type { Handlers } from '#src/platform/http/mount.ts'
import { choose, clearVenue, getSettings } from './choices.ts'
import { countUnread, listNotifications, readAll, readNotification } from './list-notifications.ts'
import { subscribeDevice, unsubscribeDevice } from './push-devices.ts'
import { sendTestNotification } from './send-test-notification.ts'

export const notificationHandlers: Handlers<typeof notifications> = {
  list: (ctx, { query }) => listNotifications(ctx, query),
  unread: (ctx) => countUnread(ctx),
  read: (ctx, { params }) => readNotification(ctx, params.id),
  readAll: (ctx, { body }) => readAll(ctx, body.until),
  settings: (ctx) => getSettings(ctx),
  choose: (ctx, { body }) => choose(ctx, { venueId: null, ...body }),
  chooseForVenue: (ctx, { params, body }) => choose(ctx, { venueId: params.id, ...body }),
  clearVenue: (ctx, { params }) => clearVenue(ctx, params.id),
  subscribe: (ctx, { body }) => subscribeDevice(ctx, body),
  unsubscribe: (ctx, { params }) => unsubscribeDevice(ctx, params.id),
  test: (ctx, { body }) => sendTestNotification(ctx, body.way),
}
