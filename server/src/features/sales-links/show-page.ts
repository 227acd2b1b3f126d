import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfVenue } from '#src/features/brands/api.ts'
import type { Html } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeTtlCache } from '#src/platform/ttl-cache.ts'
import { figuresOf, type SalesFigures } from './figures.ts'
import type { OpenLink } from './open-link.ts'
import { modelTextOf, orderText } from './order-text.ts'
import { type EnquiryForm, salesPageHtml } from './page-html.ts'

/** `counted`: by somebody, as far as we can tell. Programs that look at links cost no model's work. */
type Showing = { lang: Lang; path: string; counted?: boolean | undefined; form?: EnquiryForm | undefined }

/** A page that is opened again and again counts a whole country's channels once in that time. */
const known = makeTtlCache<SalesFigures | undefined>({ keepMs: 30_000, max: 2000 })

/** The page as it is, or was half a minute ago; undefined once its venue is gone. */
export const showPage = async (ctx: Ctx, { id, venueId }: OpenLink, { lang, path, counted, form }: Showing): Promise<Html | undefined> => {
  const figures = await known.getOrLoad(venueId, () => figuresOf(ctx, venueId))
  if (!figures) return undefined
  const about = { linkId: id, lang, figures }
  const [brand, modelText] = await Promise.all([brandOfVenue(ctx, venueId), modelTextOf(ctx, about)])
  if (counted) await orderText(ctx, about)
  return salesPageHtml({ figures, modelText, brand, lang, path, withDemo: ctx.ports.demos.most > 0, ...(form ? { form } : {}) })
}
