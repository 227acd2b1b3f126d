import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import type {} from './export-rows.ts'
import { mailExportJob, runMailExport } from './mail-export.ts'

const batchSize = 200

/** Files and rows past their time. The file goes first: a row without one answers `expired`, a file without a row would stay for ever. */
export const tidyExports = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock()
  const old = await ctx.db
    .selectFrom('exports')
    .select(['id', 'fileKey'])
    .where((row) => row.or([row('expiresAt', '<', now.toString()), row('createdAt', '<', now.subtract({ hours: 24 * 8 }).toString())]))
    .limit(batchSize)
    .execute()
  for (const { fileKey } of old) if (fileKey) await ctx.ports.files.remove(fileKey)
  if (old.length)
    await ctx.db
      .deleteFrom('exports')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
}

export const exportJobs: readonly JobHandler[] = [
  onJob(mailExportJob, runMailExport),
  onJob(defineJob<object>('exports.tidy', 0), tidyExports, '17 * * * *'),
]
