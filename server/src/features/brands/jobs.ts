import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'

const keepHours = 24
const batchSize = 100

/** Pictures that were sent in and never used. Row and file go in one transaction, so that the same picture sent again meanwhile waits. */
export const cleanPictures = async (ctx: Ctx): Promise<number> =>
  transaction(ctx, async (inner) => {
    const unused = inner.db
      .selectFrom('brandPictures')
      .select('path')
      .where('usedAt', 'is', null)
      .where('createdAt', '<', inner.clock().subtract({ hours: keepHours }).toString())
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
    const gone = await inner.db.deleteFrom('brandPictures').where('path', 'in', unused).returning('path').execute()
    for (const { path } of gone) await inner.ports.files.remove(path.slice(1))
    return gone.length
  })

export const brandJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('brands.cleanPictures', 0), async (ctx) => void (await cleanPictures(ctx)), '41 * * * *'),
]
