import { TablePlan } from '@tablewire/contracts/booking/tables'
import type { Ctx } from '#src/platform/ctx.ts'
import { restorableValues, type Values } from '#src/platform/audit/restorable-values.ts'
import { ownVenue, savePlan } from './save-plan.ts'
import { planOf } from './table-rows.ts'

const readPlan = async (ctx: Ctx, venueId: string): Promise<TablePlan> => planOf(ctx, (await ownVenue(ctx, venueId)).id)

/** By the action of the audit entry. */
export const tableUndoables = {
  'table_plan.updated': {
    subject: 'table_plan',
    right: ['update', 'settings-restaurant'] as const,
    current: readPlan,
    restore: async (ctx: Ctx, venueId: string, values: Values) => {
      const plan = await readPlan(ctx, venueId)
      return savePlan(ctx, venueId, restorableValues(TablePlan, { ...plan, ...values, version: plan.version }))
    },
  },
}
