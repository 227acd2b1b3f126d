import type { Lang } from '@tablewire/contracts/kit/wire'
import { demoBehindButton } from '#src/features/demo-links/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { OpenLink } from './open-link.ts'
import type {} from './sales-rows.ts'

/**
 * The path of the demo behind the page's button. One for each page, however many press it at once, so that a page which is passed on fills no server;
 * whoever made the page is told that it was used.
 */
export const openDemo = (ctx: Ctx, { id, venueId }: OpenLink, lang: Lang): Promise<string> =>
  transaction(ctx, async (inner) => {
    const link = await inner.db
      .selectFrom('salesLinks')
      .select(['demoLinkId', 'madeBy', 'madeByName'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const generatedBy = { id: link.madeBy, name: link.madeByName }
    const demo = await demoBehindButton(inner, { linkId: link.demoLinkId, venueId, lang, generatedBy })
    if (demo.id !== link.demoLinkId) await inner.db.updateTable('salesLinks').set({ demoLinkId: demo.id }).where('id', '=', id).execute()
    // Of the host that was asked: a form may lead to no other.
    return new URL(demo.url).pathname
  })
