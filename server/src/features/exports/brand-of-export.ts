import type { Brand } from '@tablewire/contracts/identity/brands'
import { brandOfCompany } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { ExportRecord } from './export-rows.ts'

/** BR4: the brand of who owns the venues: of the asker's company, or of the address the platform's own people asked at. */
export const brandOfExport = async (ctx: Pick<Ctx, 'db'>, { userId, host }: Pick<ExportRecord, 'userId' | 'host'>): Promise<Brand> => {
  const asker = await ctx.db.selectFrom('users').select('companyId').where('id', '=', userId).executeTakeFirst()
  return brandOfCompany(ctx, asker?.companyId ?? null, host)
}

/** The brand's name as it may stand in the name of a file: nothing of a name without Latin letters. */
export const fileWord = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
