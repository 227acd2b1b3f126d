import type { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { Handlers } from '#src/platform/http/mount.ts'
import { endRequest, provideIds } from './act-on-request.ts'
import { candidatesFor, createRequest } from './create-request.ts'
import { listRequests } from './list-requests.ts'
import { readHistory } from './read-history.ts'
import { readRequest } from './request-view.ts'

export const onboardingHandlers: Handlers<typeof onboarding> = {
  list: (ctx, { query }) => listRequests(ctx, query),
  createForSystem: (ctx, { body }) => createRequest(ctx, { requester: 'rms', ...body }),
  createForChannel: (ctx, { body }) => createRequest(ctx, body),
  provide: (ctx, { params, body: { version, ...given } }) => provideIds(ctx, { ...params, version }, given),
  cancel: (ctx, { params, body: { version, reason } }) => endRequest(ctx, { ...params, version }, { ending: 'canceled', reason }),
  reject: (ctx, { params, body: { version, reason } }) => endRequest(ctx, { ...params, version }, { ending: 'rejected', reason }),
  candidates: (ctx, { query }) => candidatesFor(ctx, query),
  create: (ctx, { body }) => createRequest(ctx, body),
  history: (ctx, { params }) => readHistory(ctx, params.id),
  get: (ctx, { params }) => readRequest(ctx, params.id),
}
