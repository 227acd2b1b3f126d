import { rightsNow } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { brandOfExport, fileWord } from './brand-of-export.ts'
import { isStillHis } from './export-sight.ts'
import { linkIsOurs } from './export-view.ts'
import type {} from './export-rows.ts'

type ExportLink = { id: string; until: string; signature: string }

/**
 * The file behind a signed link: `export.not_found` for one we did not make, and where whoever ordered it would not get it today; `export.expired` for one past
 * its time.
 */
export const openExport = async (
  ctx: Pick<Ctx, 'db' | 'clock' | 'ports'>,
  { id, until, signature }: ExportLink,
): Promise<{ body: Buffer; contentType: string; name: string }> => {
  const untilMs = Number(until)
  const wellFormed = /^[0-9a-f-]{36}$/i.test(id) && Number.isSafeInteger(untilMs)
  if (!wellFormed || !linkIsOurs(ctx, { id, untilMs, signature })) throw new Problem('export.not_found')
  if (untilMs <= ctx.clock().epochMilliseconds) throw new Problem('export.expired')
  const row = await ctx.db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.userId')
    .select(['exports.kind', 'exports.format', 'exports.fileKey', 'exports.finishedAt', 'exports.userId', 'exports.host'])
    .select(['exports.scope', 'exports.needs', 'exports.mailToId'])
    .where('exports.id', '=', id)
    .where('users.disabledAt', 'is', null)
    .executeTakeFirst()
  if (!row?.fileKey) throw new Problem('export.not_found')
  // A mail lies about for days: by then its orderer may have lost the right, or what he saw.
  const { userId, mailToId } = row
  const rights = await rightsNow(ctx.db, { id: userId, actedById: mailToId === userId ? null : mailToId })
  if (!rights || !(await isStillHis({ ...rights, db: ctx.db }, row))) throw new Problem('export.not_found')
  const file = await ctx.ports.files.get(row.fileKey)
  if (!file) throw new Problem('export.expired')
  const brand = fileWord((await brandOfExport(ctx, row)).name)
  return { ...file, name: `${brand ? `${brand}-` : ''}${row.kind}-${row.finishedAt!.slice(0, 10)}.${row.format}` }
}
