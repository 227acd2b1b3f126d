import type { OfferedTemplate } from '@tablewire/contracts/reviews/replies'
import { filledVariant, firstNameOf, type PlaceholderValues, starsForTemplates } from '@tablewire/contracts/reviews/reply.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './reply-rows.ts'
import type { AnsweredReview } from './write-reply.ts'

/** Nobody chooses among more. */
const mostWordings = 300

export const valuesFor = ({ author, venueName, rating, scale }: AnsweredReview, sender: string): PlaceholderValues => ({
  guest: firstNameOf(author),
  venue: venueName,
  rating: rating !== null && scale !== null ? `${rating}/${scale}` : null,
  sender: sender || null,
})

const base = (language: string): string => language.toLowerCase().split('-')[0]!

type Row = { id: string; name: string; language: string; exact: boolean; variantId: string; content: string }

/**
 * What fits this review: its rating and its venue, in its own language first. Of each template first the wording that went out here longest ago, so that ten
 * replies do not read alike; wordings with nothing to put into a placeholder are left out.
 */
export const offerTemplates = async (ctx: Ctx, review: AnsweredReview): Promise<OfferedTemplate[]> => {
  const stars = starsForTemplates(review)
  const wanted = base(review.lang ?? ctx.lang)
  const { rows } = await sql<Row>`
    select t.id, t.name, t.lang as language, cardinality(t.stars) > 0 as exact, w.id as variant_id, w.content
    from venues h left join companies c on c.id = h.company_id
      join reply_templates t on (t.company_id is null or t.company_id = h.company_id) and (t.brand_id is null or t.brand_id = c.brand_id)
      join reply_template_variants w on w.template_id = t.id
      left join reply_variant_uses u on u.variant_id = w.id and u.venue_id = h.id
    where h.id = ${review.venueId} and (cardinality(t.stars) = 0 or ${stars}::smallint = any(t.stars))
      and (not exists (select from reply_template_venues o where o.template_id = t.id)
        or exists (select from reply_template_venues o where o.template_id = t.id and o.venue_id = h.id))
    order by t.lang <> ${wanted}, t.lang <> ${ctx.lang}, cardinality(t.stars) = 0, t.company_id is null, lower(t.name), t.id, u.used_at nulls first, w.position
    limit ${mostWordings}`.execute(ctx.db)
  const values = valuesFor(review, ctx.actor.name)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((wordings): OfferedTemplate[] => {
    const variants = wordings.flatMap(({ variantId, content }) => {
      const text = filledVariant(content, values)
      return text === undefined ? [] : [{ id: variantId, text }]
    })
    const { id, name, language } = wordings[0]!
    return variants.length > 0 ? [{ id, name, language, variants }] : []
  })
}
