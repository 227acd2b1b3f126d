import type { demo, demoLinks } from '@tablewire/contracts/demo/demo-links'
import type { Handlers } from '#src/platform/http/mount.ts'
import { getLink, linkChoices, listLinks } from './list-links.ts'
import { lookAtLink, noteVisit, startDemo } from './open-link.ts'
import { createLink, revokeLink, sendLink } from './write-link.ts'

export const demoLinksHandlers: Handlers<typeof demoLinks> = {
  list: (ctx, { query }) => listLinks(ctx, query),
  choices: (ctx) => linkChoices(ctx),
  create: (ctx, { body }) => createLink(ctx, body),
  get: (ctx, { params }) => getLink(ctx, params.id),
  send: (ctx, { params }) => sendLink(ctx, params.id),
  revoke: (ctx, { params }) => revokeLink(ctx, params.id),
}

export const demoHandlers: Handlers<typeof demo> = {
  look: (ctx, { params }) => lookAtLink(ctx, params.token),
  start: (ctx, { params, body }) => startDemo(ctx, params.token, body),
  visit: (ctx, { params, body }) => noteVisit(ctx, params.token, body.page),
}
