import { companies } from '@tablewire/contracts/estate/companies'
import { groups } from '@tablewire/contracts/estate/groups'
import { accepted, type Values } from '#src/platform/audit/accepted.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { companySnapshot, readCompany } from './company-view.ts'
import { groupSnapshot, membersOf, readGroup } from './group-view.ts'
import { updateCompany } from './write-company.ts'
import { updateGroup } from './write-group.ts'

/** What of a company or group can be put back as it was, by the action of the audit entry. */
export const companyUndoables = {
  'company.updated': {
    subject: 'company',
    right: ['update', 'companies'] as const,
    current: async (ctx: Ctx, id: string) => companySnapshot(await readCompany(ctx, id)),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const company = await readCompany(ctx, id)
      return updateCompany(ctx, {
        params: { id },
        body: accepted(companies.update.body, { ...company, ...values, version: company.version }),
      })
    },
  },
  'group.updated': {
    subject: 'group',
    right: ['update', 'groups'] as const,
    current: async (ctx: Ctx, id: string) => groupSnapshot(await readGroup(ctx, id, 'min'), await membersOf(ctx, id)),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const { name, logo, fbInstallLink, version } = await readGroup(ctx, id, 'min')
      return updateGroup(ctx, {
        params: { id },
        body: accepted(groups.update.body, { name, logo, fbInstallLink, ...values, version }),
      })
    },
  },
}
