import { companies } from '@tablewire/contracts/estate/companies'
import { groups } from '@tablewire/contracts/estate/groups'
import { Id } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { inScope } from '#src/features/venues/api.ts'
import { restorableValues, type Values } from '#src/platform/audit/restorable-values.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { companySnapshot, readCompany } from './company-view.ts'
import { groupSnapshot, readGroup } from './group-view.ts'
import { moveVenues } from './move-venues.ts'
import { reviveGroup } from './revive-group.ts'
import { updateCompany } from './write-company.ts'
import { updateGroup } from './write-group.ts'

export { readCompany } from './company-view.ts'
export { groupOf } from './group-view.ts'

const place = z.object({ companyId: Id, groupId: z.nullable(Id) })
const placeOf = async (ctx: Ctx, id: string) => {
  const { rows } = await sql<
    z.infer<typeof place>
  >`select v.company_id, v.group_id from venues v where v.id = ${id} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('venue.not_found')
  return rows[0]
}

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
        body: restorableValues(companies.update.body, { ...company, ...values, version: company.version }),
      })
    },
  },
  'group.updated': {
    subject: 'group',
    right: ['update', 'groups'] as const,
    current: async (ctx: Ctx, id: string) => groupSnapshot(ctx, await readGroup(ctx, id, 'min')),
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const { name, logo, fbInstallLink, version } = await readGroup(ctx, id, 'min')
      return updateGroup(ctx, {
        params: { id },
        body: restorableValues(groups.update.body, { name, logo, fbInstallLink, ...values, version }),
      })
    },
  },
  'group.deleted': { subject: 'group', right: ['create', 'groups'] as const, revive: reviveGroup },
  'venue.moved': {
    subject: 'venue',
    right: ['update', 'companies'] as const,
    current: placeOf,
    restore: async (ctx: Ctx, id: string, values: Values) => {
      const { companyId, groupId } = restorableValues(place, { ...(await placeOf(ctx, id)), ...values })
      return moveVenues(ctx, { params: { id: companyId }, body: { venues: [id], groupId } })
    },
  },
}
