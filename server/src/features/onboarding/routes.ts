import type { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { bcOnboarding, rmsOnboarding } from '@tablewire/contracts/onboarding/partner-onboarding'
import { requestExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Handlers, InSteps } from '#src/platform/http/mount.ts'
import { endRequest, provideIds } from './act-on-request.ts'
import { askAndCreate } from './ask-system.ts'
import { candidatesFor } from './create-request.ts'
import { editRequest } from './edit-request.ts'
import { exportRequestsJob } from './export-requests.ts'
import { listRequests, pageOfRequests } from './list-requests.ts'
import { noteOwn } from './note-own.ts'
import { readHistory } from './read-history.ts'
import { readRequest } from './request-view.ts'

export const onboardingHandlers: Handlers<typeof onboarding> = {
  list: (ctx, { query }) => listRequests(ctx, query),
  createForSystem: (ctx, { body }) => askAndCreate(ctx, { requester: 'rms', ...body }),
  createForChannel: (ctx, { body }) => askAndCreate(ctx, body),
  provide: (ctx, { params, body: { version, ...given } }) => provideIds(ctx, { ...params, version }, given),
  edit: (ctx, { params, body }) => editRequest(ctx, params.id, body),
  export: (ctx, { body: { format, ...ask } }) =>
    requestExport(ctx, {
      kind: 'onboarding',
      ask,
      needs: [['create', 'onboarding-files']],
      ...(format ? { format } : {}),
      job: exportRequestsJob,
    }),
  cancel: (ctx, { params, body: { version, reason } }) => endRequest(ctx, { ...params, version }, { ending: 'canceled', reason }),
  reject: (ctx, { params, body: { version, reason } }) => endRequest(ctx, { ...params, version }, { ending: 'rejected', reason }),
  candidates: (ctx, { query }) => candidatesFor(ctx, query),
  create: (ctx, { body }) => askAndCreate(ctx, body),
  history: (ctx, { params }) => readHistory(ctx, params.id),
  get: (ctx, { params }) => readRequest(ctx, params.id),
}

type Ended = { params: { id: string }; body: { version: number; reason: string } }
type Noted = { params: { id: string }; body: { version: number; internalNotes: string } }
const notes =
  (of: 'rms' | 'bc') =>
  (ctx: Ctx, { params, body: { version, internalNotes } }: Noted) =>
    noteOwn(ctx, { ...params, version, of }, internalNotes)
const forPartner = {
  cancel: (ctx: Ctx, { params, body: { version, reason } }: Ended) =>
    endRequest(ctx, { ...params, version }, { ending: 'canceled', reason }),
  reject: (ctx: Ctx, { params, body: { version, reason } }: Ended) =>
    endRequest(ctx, { ...params, version }, { ending: 'rejected', reason }),
  get: (ctx: Ctx, { params }: { params: { id: string } }) => readRequest(ctx, params.id),
} as const

/** With a partner's key; its scope says which requests are its own. */
export const rmsOnboardingHandlers: Handlers<typeof rmsOnboarding> = {
  list: (ctx, { query }) => pageOfRequests(ctx, query),
  provide: (ctx, { params, body: { version, ...given } }) => provideIds(ctx, { ...params, version }, given),
  notes: notes('rms'),
  ...forPartner,
}
export const bcOnboardingHandlers: Handlers<typeof bcOnboarding> = {
  list: (ctx, { query }) => pageOfRequests(ctx, query),
  provide: (ctx, { params, body: { version, ...given } }) => provideIds(ctx, { ...params, version }, given),
  notes: notes('bc'),
  ...forPartner,
}
/** An id of another system is asked of it, which may take long; what a system says of its own with its key is not. */
const asksSystem = ({ actor }: Ctx, { body }: { body: { rmsVenueId?: string | null | undefined } }): Promise<boolean> =>
  Promise.resolve(actor.kind !== 'system' && Boolean(body.rmsVenueId))
export const rmsOnboardingSteps: InSteps<typeof rmsOnboarding> = { provide: asksSystem }
export const onboardingSteps: InSteps<typeof onboarding> = {
  createForSystem: asksSystem,
  createForChannel: asksSystem,
  create: asksSystem,
}
