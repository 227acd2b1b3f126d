import type { bcReviewReplies, reviewReplies } from '@tablewire/contracts/reviews/replies'
import type { replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import type { Handlers } from '#src/platform/http/mount.ts'
import { approveReply, declineReply, withdrawReply } from './decide-reply.ts'
import { saveDraft } from './keep-draft.ts'
import { readDesk } from './reply-desk.ts'
import { listSettings, setApproval } from './reply-settings.ts'
import { reportBySource, reportReply } from './report-reply.ts'
import { requestedReplies } from './requested-replies.ts'
import { sendReply } from './send-reply.ts'
import { listTemplates, readTemplate } from './template-view.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './write-template.ts'

export const reviewRepliesHandlers: Handlers<typeof reviewReplies> = {
  desk: (ctx, { params }) => readDesk(ctx, params.id),
  saveDraft: (ctx, input) => saveDraft(ctx, input),
  send: (ctx, input) => sendReply(ctx, input),
  withdraw: (ctx, { params, body }) => withdrawReply(ctx, { ...params, ...body }),
  approve: (ctx, { params, body }) => approveReply(ctx, { ...params, ...body }),
  decline: (ctx, { params, body }) => declineReply(ctx, { ...params, ...body }),
  settings: (ctx, { query }) => listSettings(ctx, query),
  setApproval: (ctx, { params, body }) => setApproval(ctx, { ...params, ...body }),
}

export const replyTemplatesHandlers: Handlers<typeof replyTemplates> = {
  list: (ctx, { query }) => listTemplates(ctx, query),
  get: (ctx, { params }) => readTemplate(ctx, params.id),
  create: (ctx, { body }) => createTemplate(ctx, body),
  update: (ctx, input) => updateTemplate(ctx, input),
  delete: (ctx, { params }) => deleteTemplate(ctx, params.id),
}

export const bcReviewRepliesHandlers: Handlers<typeof bcReviewReplies> = {
  requested: (ctx, { query }) => requestedReplies(ctx, query),
  report: (ctx, { params, body }) => reportReply(ctx, params.id, body),
  reportBySource: (ctx, { body }) => reportBySource(ctx, body),
}
