import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { MetaPerson, Page } from './connect.ts'
import type {} from './meta-rows.ts'
import { tellLive } from './tell-live.ts'
import { tendJob } from './tend-job.ts'

type Standing = { id: string; pageId: string; state: string; venueId: string | null; groupId: string | null; companyId: string }

/**
 * Who signs in anew may end by it what Meta gave him before: his other pages go on with the new tokens, one whose token was dead stands again, and one
 * that he left out is asked about at once, so that people hear of it.
 */
export const renewTokens = async (
  ctx: Ctx,
  app: { id: string },
  { person, pages }: { person: MetaPerson; pages: readonly Page[] },
): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { secrets, jobs } = inner.ports
    const { rows } = await sql<Standing>`
      select i.id, i.page_id, i.state, i.venue_id, i.group_id, i.company_id from meta_installs i
      where i.app_id = ${app.id} and i.meta_user_id = ${person.id} and i.state <> 'gone' order by i.id for update`.execute(inner.db)
    for (const { id, pageId, state, venueId, groupId, companyId } of rows) {
      const page = pages.find((one) => one.id === pageId)
      if (!page && state === 'lost') continue
      await inner.db
        .updateTable('metaInstalls')
        .set({
          ...(page ? { pageTokenSealed: secrets.seal(page.token), userTokenSealed: secrets.seal(person.token) } : {}),
          ...(state === 'lost' ? { state: 'connected' as const, problem: null, problemSaid: null, tries: 0 } : {}),
          dueAt: inner.clock().toString(),
          leasedUntil: null,
        })
        .where('id', '=', id)
        .execute()
      await jobs.enqueue(inner, tendJob, { id })
      await tellLive(inner, { venueId, groupId, companyId })
    }
  })
