import { type DemoLink, demoDays, type NewDemoLink } from '@tablewire/contracts/demo/demo-links'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './link-rows.ts'
import { addressOf, tokenOf, urlOf } from './link-token.ts'
import { linkView, requireLink, stateOf } from './link-view.ts'
import { mailLinkJob } from './mail-link.ts'
import { prepareDemosJob } from './prepare-demos.ts'

type About = { brandId: string | null; venueId: string | null }

/** The restaurant with the brand its company wears, or the brand alone. */
const aboutOf = async (
  ctx: Ctx,
  { brandId, venueId }: { brandId?: string | null | undefined; venueId?: string | null | undefined },
): Promise<About> => {
  const known = brandId ? await ctx.db.selectFrom('brands').select('id').where('id', '=', brandId).executeTakeFirst() : undefined
  if (brandId && !known) throw new Problem('brand.not_found', {}, { brandId: [{ issue: 'invalid' }] })
  if (venueId) {
    const { rows } = await sql<{ brandId: string | null }>`
      select c.brand_id from venues v join companies c on c.id = v.company_id where v.id = ${venueId} and v.archived_at is null`.execute(
      ctx.db,
    )
    if (!rows[0]) throw new Problem('venue.not_found', {}, { venueId: [{ issue: 'invalid' }] })
    return { brandId: brandId ?? rows[0].brandId, venueId }
  }
  // Null says as little as nothing.
  if (!known) throw new Problem('request.invalid', {}, { brandId: [{ issue: 'one_of', value: 'brandId, venueId' }] })
  return { brandId: known.id, venueId: null }
}

type Maker = { id: string | null; name: string }
const makerOf = ({ actor }: Ctx): Maker =>
  actor.kind === 'user' ? { id: actor.actedBy?.id ?? actor.id, name: actor.actedBy?.name ?? actor.name } : { id: null, name: '' }

const insertLink = async (
  ctx: Ctx,
  link: About & { email: string | null; lang: Lang; days: number; generatedBy: Maker },
): Promise<{ id: string; url: string }> => {
  if (ctx.ports.demos.most === 0) throw new Problem('demo_link.none_here')
  const id = newId()
  const { days, generatedBy, ...given } = link
  const now = ctx.clock()
  const token = tokenOf(ctx, { id, turn: 1 })
  await ctx.db
    .insertInto('demoLinks')
    .values({
      id,
      ...given,
      tokenHash: secretHash(token),
      generatedBy: generatedBy.id,
      generatedByName: generatedBy.name,
      createdAt: now.toString(),
      expiresAt: now.add({ hours: 24 * days }).toString(),
    })
    .execute()
  await audit(ctx, { action: 'demo_link.created', subject: 'demo_link', subjectId: id, after: { email: link.email, lang: link.lang } })
  // By the time somebody opens it, a demo is ready: the first of an installation makes its database.
  await ctx.ports.jobs.enqueue(ctx, prepareDemosJob, {})
  return { id, url: await addressOf(ctx, token, link) }
}

/** For a customer or prospect, who gets it by mail. */
export const createLink = async (ctx: Ctx, { email, lang, days = demoDays.usual, ...of }: z.infer<typeof NewDemoLink>): Promise<DemoLink> =>
  transaction(ctx, async (inner) => {
    const { id } = await insertLink(inner, { ...(await aboutOf(inner, of)), email, lang, days, generatedBy: makerOf(inner) })
    await inner.ports.jobs.enqueue(inner, mailLinkJob, { linkId: id, sending: newId() })
    return linkView(inner, await requireLink(inner, id))
  })

type Button = {
  /** What was made for this button before. */
  linkId: string | null
  venueId: string
  lang: Lang
  /** Who is told that it was used. */
  generatedBy: Maker
}
/**
 * The demo link behind a button that is shown to nobody in particular; nothing is mailed. The one that was made for it before as long as that opens, else
 * a new one. A link that was revoked stays: whoever did so meant it.
 */
export const demoBehindButton = async (ctx: Ctx, { linkId, venueId, ...made }: Button): Promise<{ id: string; url: string }> =>
  transaction(ctx, async (inner) => {
    const known = linkId === null ? undefined : await requireLink(inner, linkId)
    const url = known ? await urlOf(inner, known) : null
    if (known && url !== null && !['expired', 'ended'].includes(stateOf(known, inner.clock().epochMilliseconds)))
      return { id: known.id, url }
    return insertLink(inner, { ...(await aboutOf(inner, { venueId })), ...made, email: null, days: demoDays.usual })
  })

/** Once more by mail. What expired unused opens again, for as long as it did at first. */
export const sendLink = async (ctx: Ctx, id: string): Promise<DemoLink> =>
  transaction(ctx, async (inner) => {
    const link = await requireLink(inner, id, { lock: true })
    const now = inner.clock()
    const state = stateOf(link, now.epochMilliseconds)
    if (state === 'revoked' || state === 'ended') throw new Problem(`demo_link.${state}`)
    if (link.email === null) throw new Problem('demo_link.no_address')
    const spanMs = Date.parse(link.expiresAt) - Date.parse(link.createdAt)
    const known = secretHash(tokenOf(inner, link)).equals(link.tokenHash)
    const turn = known ? link.turn : link.turn + 1
    await inner.db
      .updateTable('demoLinks')
      .set({
        turn,
        tokenHash: secretHash(tokenOf(inner, { id, turn })),
        ...(state === 'expired' ? { expiresAt: now.add({ milliseconds: Math.min(spanMs, demoDays.most * 86_400_000) }).toString() } : {}),
      })
      .where('id', '=', id)
      .execute()
    await audit(inner, { action: 'demo_link.sent', subject: 'demo_link', subjectId: id, after: { email: link.email } })
    await inner.ports.jobs.enqueue(inner, mailLinkJob, { linkId: id, sending: newId() })
    return linkView(inner, await requireLink(inner, id))
  })

/** Opens nothing any more; a demo that runs ends with it. */
export const revokeLink = async (ctx: Ctx, id: string): Promise<DemoLink> => {
  const link = await transaction(ctx, async (inner) => {
    const found = await requireLink(inner, id, { lock: true })
    if (found.revokedAt !== null) throw new Problem('demo_link.revoked')
    const revokedAt = inner.clock().toString()
    await inner.db.updateTable('demoLinks').set({ revokedAt }).where('id', '=', id).execute()
    await audit(inner, { action: 'demo_link.revoked', subject: 'demo_link', subjectId: id, after: { email: found.email } })
    return { ...found, revokedAt }
  })
  // Behind the commit, in the demos' own database; what a killed process leaves undone, the next round of `prepare` does.
  if (link.tenantId !== null) await ctx.ports.demos.remove([link.tenantId])
  return linkView(ctx, link)
}
