import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { ReplyTemplate, replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import { keepDeleted, takeDeleted } from '#src/platform/audit/deleted-things.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { auditedTemplate, ownTemplates, readTemplate } from './template-view.ts'

type Body = Received<typeof replyTemplates.create>['body']
type Fields = Pick<Body, 'name' | 'language' | 'stars' | 'variants' | 'venues'>
type Owner = { companyId: string | null; brandId: string | null }

/** Platform templates name whom they serve; within a company they are the company's. */
const ownerOf = async (ctx: Ctx, { companyId = null, brandId = null }: Body): Promise<Owner> => {
  const own = requireUser(ctx).companyId
  if (own !== null && companyId !== null && companyId !== own) throw new Problem('company.not_found')
  if (own !== null && brandId !== null) throw new Problem('brand.not_found')
  if (own !== null) return { companyId: own, brandId: null }
  if (companyId && brandId) throw new Problem('request.invalid', {}, { brandId: [{ issue: 'not_beside', value: 'companyId' }] })
  const { rows } = await sql<{ company: boolean; brand: boolean }>`
    select ${companyId}::uuid is null or exists (select from companies c where c.id = ${companyId}::uuid) as company,
      ${brandId}::uuid is null or exists (select from brands b where b.id = ${brandId}::uuid) as brand`.execute(ctx.db)
  if (!rows[0]!.company) throw new Problem('company.not_found')
  if (!rows[0]!.brand) throw new Problem('brand.not_found')
  return { companyId, brandId }
}

/** Venues the caller sees, of the owner. Who sees single venues only names some of them: what reaches further is not his to say. */
const requireVenues = async (ctx: Ctx, { companyId, brandId }: Owner, venues: readonly string[]): Promise<void> => {
  const sees = ctx.scope.kind === 'all' || ctx.scope.kind === 'company'
  if (!sees && venues.length === 0) throw new Problem('request.invalid', {}, { venues: [{ issue: 'required' }] })
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v left join companies c on c.id = v.company_id
    where v.id = any(${[...venues]}::uuid[]) and ${inScope(ctx, 'v.id')}
      and (${companyId}::uuid is null or v.company_id = ${companyId}::uuid) and (${brandId}::uuid is null or c.brand_id = ${brandId}::uuid)`.execute(
    ctx.db,
  )
  if (rows.length < new Set(venues).size) throw new Problem('venue.not_found', {}, { venues: [{ issue: 'invalid' }] })
}

/** Wordings keep their ids where they are named, and with them when they were used last. */
const setParts = async (ctx: Ctx, id: string, { variants, venues }: Fields): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select w.id from reply_template_variants w where w.template_id = ${id}`.execute(ctx.db)
  const known = new Set(rows.map((row) => row.id))
  const kept = variants.map((one, position) => {
    const stays = one.id !== undefined && known.delete(one.id)
    return { id: stays ? one.id! : newId(), templateId: id, position, content: one.text }
  })
  await sql`delete from reply_template_variants where template_id = ${id} and id = any(${[...known]}::uuid[])`.execute(ctx.db)
  await ctx.db
    .insertInto('replyTemplateVariants')
    .values(kept)
    .onConflict((clash) =>
      clash.column('id').doUpdateSet((add) => ({ position: add.ref('excluded.position'), content: add.ref('excluded.content') })),
    )
    .execute()
  await ctx.db.deleteFrom('replyTemplateVenues').where('templateId', '=', id).execute()
  const rowsOf = [...new Set(venues)].map((venueId) => ({ templateId: id, venueId }))
  if (rowsOf.length > 0) await ctx.db.insertInto('replyTemplateVenues').values(rowsOf).execute()
}

const starsOf = ({ stars }: Fields): number[] => [...new Set(stars)].toSorted((a, b) => a - b)

type Made = { id: string; owner: Owner; fields: Fields }
const insert = async (ctx: Ctx, { id, owner, fields }: Made): Promise<ReplyTemplate> => {
  await requireVenues(ctx, owner, fields.venues)
  await ctx.db
    .insertInto('replyTemplates')
    .values({ id, ...owner, name: fields.name, lang: fields.language, stars: starsOf(fields), createdAt: ctx.clock().toString() })
    .execute()
  await setParts(ctx, id, fields)
  const template = await readTemplate(ctx, id)
  await audit(ctx, {
    action: 'reply_template.created',
    subject: 'reply_template',
    subjectId: id,
    companyId: template.companyId,
    after: auditedTemplate(template),
  })
  return template
}

export const createTemplate = (ctx: Ctx, body: Body): Promise<ReplyTemplate> =>
  transaction(ctx, async (inner) => insert(inner, { id: newId(), owner: await ownerOf(inner, body), fields: body }))

const lockTemplate = async (ctx: Ctx, id: string): Promise<ReplyTemplate> => {
  const { rows } = await sql`select from reply_templates t where t.id = ${id} and ${ownTemplates(ctx)} for update`.execute(ctx.db)
  if (!rows[0]) throw new Problem('reply_template.not_found')
  return readTemplate(ctx, id)
}

export const updateTemplate = (ctx: Ctx, { params: { id }, body }: Received<typeof replyTemplates.update>): Promise<ReplyTemplate> =>
  transaction(ctx, async (inner) => {
    const before = await lockTemplate(inner, id)
    await refuseStale(inner, {
      code: 'reply_template.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: id,
      actions: ['reply_template.updated', 'reply_template.undone'],
    })
    await requireVenues(inner, before, body.venues)
    const was = auditedTemplate(before)
    await setParts(inner, id, body)
    await inner.db
      .updateTable('replyTemplates')
      .set({ name: body.name, lang: body.language, stars: starsOf(body) })
      .where('id', '=', id)
      .execute()
    const now = auditedTemplate(await readTemplate(inner, id))
    if (savesNothing(inner, { action: 'reply_template.updated', subject: 'reply_template', before: was, after: now })) return before
    await inner.db
      .updateTable('replyTemplates')
      .set({ version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(inner, {
      action: 'reply_template.updated',
      subject: 'reply_template',
      subjectId: id,
      companyId: before.companyId,
      before: was,
      after: now,
    })
    return readTemplate(inner, id)
  })

type KeptTemplate = { owner: Owner; fields: Fields }

export const deleteTemplate = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const before = await lockTemplate(inner, id)
    const { companyId, brandId } = before
    const kept: KeptTemplate = { owner: { companyId, brandId }, fields: auditedTemplate(before) }
    await keepDeleted(inner, { subject: 'reply_template', id, kept })
    await inner.db.deleteFrom('replyTemplates').where('id', '=', id).execute()
    await audit(inner, {
      action: 'reply_template.deleted',
      subject: 'reply_template',
      subjectId: id,
      companyId,
      before: auditedTemplate(before),
    })
    return { id }
  })

/** For those of its venues that are still the caller's to name. */
export const reviveTemplate = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { owner, fields } = await takeDeleted<KeptTemplate>(inner, 'reply_template', id)
    const own = requireUser(inner).companyId
    if (own !== null && owner.companyId !== own) throw new Problem('access.denied')
    const { rows } = await sql<{ id: string }>`
      select v.id from venues v where v.id = any(${fields.venues}::uuid[]) and ${inScope(inner, 'v.id')}`.execute(inner.db)
    // For single venues it was: without any of them it would serve all.
    if (fields.venues.length > 0 && rows.length === 0) throw new Problem('undo.impossible')
    await insert(inner, { id, owner, fields: { ...fields, venues: rows.map((venue) => venue.id) } })
  })
