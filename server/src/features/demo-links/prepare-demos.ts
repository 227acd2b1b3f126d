import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './link-rows.ts'

/** Fills up the demos made ahead, and removes those that are over. */
export const prepareDemosJob = defineJob<object>('demo_links.prepare')

/** Nothing is kept ready where no link may be opened soon: a server without demo links has no database of demos. */
export const prepareDemos = async (ctx: Ctx): Promise<void> => {
  const { demos } = ctx.ports
  if (demos.most === 0) return
  const now = ctx.clock()
  const { rows } = await sql<{ tenantId: string | null; over: boolean; lang: Lang }>`
    select tenant_id, lang, tenant_id is not null and (revoked_at is not null or tenant_ends_at <= ${now.toString()}::timestamptz) as over from demo_links
    where (opened_at is null and revoked_at is null and expires_at > ${now.toString()}::timestamptz)
      or tenant_ends_at > ${now.subtract({ hours: 24 }).toString()}::timestamptz
    order by created_at desc limit 1000`.execute(ctx.db)
  if (!rows.length) return
  const over = rows.flatMap(({ tenantId, over: isOver }) => (isOver && tenantId !== null ? [tenantId] : []))
  if (over.length) await demos.remove(over)
  // For whom a link waits, in the languages of those links.
  await demos.prepare([...new Set(rows.flatMap(({ tenantId, lang }) => (tenantId === null ? [lang] : [])))])
}
