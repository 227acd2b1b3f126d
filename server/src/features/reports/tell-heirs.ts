import { abilityOf, type Holder, isAgent } from '@tablewire/contracts/identity/access'
import type { ReportNews } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { notifyOwners } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type { ReportRecord } from './report-rows.ts'

const atOnce = 50

/** Who looks after the people of that company and may take figures away, as they see its reports; null = the people who run the platform. */
const lookingAfter = async (ctx: Ctx, companyId: string | null): Promise<string[]> => {
  const { rows } = await sql<Holder & { id: string }>`
    select id, roles, permissions from users where company_id is not distinct from ${companyId}::uuid and all_venues and disabled_at is null`.execute(
    ctx.db,
  )
  const may = (holder: Holder): boolean => {
    const ability = abilityOf(holder)
    return !isAgent(holder.roles) && ability.can('update', 'users') && ability.can('create', 'analytics-reservations')
  }
  return rows.filter(may).map(({ id }) => id)
}

type Heirs = { people: string[]; reason: 'owner_left' | 'orphaned' }
/** What is counted in a partner's sight is no matter of the company its owner may have; where nobody looks after one, the platform does. */
const heirsOf = async (ctx: Ctx, { companyId, side, userId }: ReportRecord): Promise<Heirs> => {
  const own = companyId === null || side !== null ? [] : await lookingAfter(ctx, companyId)
  // The platform's own reports have no company: its people may go on with them.
  const mayGoOn = own.length > 0 || (companyId === null && side === null)
  const people = own.length > 0 ? own : await lookingAfter(ctx, null)
  return { people: people.filter((id) => id !== userId), reason: mayGoOn ? 'owner_left' : 'orphaned' }
}

const tellSome = async (ctx: Ctx): Promise<number> => {
  const { rows } = await sql<ReportRecord>`
    select * from reports where stopped_for = 'owner_gone' and heirs_told_at is null order by id limit ${atOnce} for update skip locked`.execute(
    ctx.db,
  )
  for (const row of rows) {
    const { id, name, question, ownerName } = row
    const { people, reason } = await heirsOf(ctx, row)
    const news: ReportNews = { name, about: question.about ?? 'reservations', reason, owner: ownerName }
    await notifyOwners(ctx, people, { eventId: newId(), event: 'report', about: JSON.stringify(news) })
    await ctx.db.updateTable('reports').set({ heirsToldAt: ctx.clock().toString() }).where('id', '=', id).execute()
  }
  return rows.length
}

/** Of reports whose owner is gone: moved, deleted or disabled. Whoever may go on with one is told, once. */
export const tellHeirs = async (ctx: Ctx): Promise<void> => {
  for (;;) if ((await transaction(ctx, tellSome)) < atOnce) return
}
