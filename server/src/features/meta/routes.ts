import type { meta, MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createApp, listApps, updateApp } from './apps.ts'
import { makeLink } from './install-link.ts'
import { readMetaPlace } from './install-view.ts'
import { retry, uninstall } from './uninstall.ts'

type PlaceInput = { params: { id: string }; query: { kind?: MetaPlaceKind | undefined } }
const placeOf = ({ params: { id }, query: { kind = 'venue' } }: PlaceInput) => ({ kind, id })

export const metaHandlers: Handlers<typeof meta> = {
  place: (ctx, input) => readMetaPlace(ctx, placeOf(input)),
  link: (ctx, input) => makeLink(ctx, placeOf(input)),
  retry: (ctx, input) => retry(ctx, placeOf(input)),
  uninstall: (ctx, input) => uninstall(ctx, placeOf(input)),
  apps: (ctx) => listApps(ctx),
  createApp: (ctx, { body }) => createApp(ctx, body),
  updateApp: (ctx, input) => updateApp(ctx, input),
}
