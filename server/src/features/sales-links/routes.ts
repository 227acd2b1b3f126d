import type { salesLinks } from '@tablewire/contracts/rms/sales-links'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readLink } from './link-view.ts'
import { listEnquiries, listLinks } from './list-links.ts'
import { createLink, revokeLink } from './make-link.ts'

export const salesLinksHandlers: Handlers<typeof salesLinks> = {
  list: (ctx, { query }) => listLinks(ctx, query),
  get: (ctx, { params }) => readLink(ctx, params.id),
  create: (ctx, { body }) => createLink(ctx, body),
  revoke: (ctx, { params }) => revokeLink(ctx, params.id),
  enquiries: (ctx, input) => listEnquiries(ctx, input),
}
