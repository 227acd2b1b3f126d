import { replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import { ReplyApproval } from '@tablewire/contracts/reviews/replies'
import { z } from 'zod/mini'
import { restorableValues, type Values } from '#src/platform/audit/restorable-values.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readSetting, setApproval } from './reply-settings.ts'
import { auditedTemplate, readTemplate } from './template-view.ts'
import { reviveTemplate, updateTemplate } from './write-template.ts'

const Approval = z.object({ approval: ReplyApproval })

/** What of templates and settings can be put back as it was, by the action of the audit entry. */
export const replyUndoables = {
  'reply_template.updated': {
    subject: 'reply_template',
    right: ['create', 'reviews'] as const,
    current: async (ctx: Ctx, id: string) => auditedTemplate(await readTemplate(ctx, id)),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const template = await readTemplate(ctx, id)
      const body = restorableValues(replyTemplates.update.body, { ...auditedTemplate(template), ...values, version: template.version })
      return updateTemplate(ctx, { params: { id }, body })
    },
  },
  'reply_template.deleted': { subject: 'reply_template', right: ['create', 'reviews'] as const, revive: reviveTemplate },
  'reply_settings.updated': {
    subject: 'reply_settings',
    right: ['override', 'reviews'] as const,
    current: async (ctx: Ctx, id: string) => ({ approval: (await readSetting(ctx, id)).approval }),
    restore: (ctx: Ctx, id: string, values: Values) => setApproval(ctx, { id, ...restorableValues(Approval, values) }),
  },
}
