import type { MetaLink, MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import { MetaPlaceKind as Kinds } from '@tablewire/contracts/channels/meta'
import { sql } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { onBehalfOf } from '#src/features/users/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { appFor } from './apps.ts'
import type { CallingApp } from './graph.ts'
import { lastInstall, refuseObstacle } from './install-view.ts'
import { type Place, readPlace } from './place.ts'

const days = 7
const purpose = 'meta install link'

/** What of a place changes with every connection: a link made before is spent by it. */
const generationOf = async (ctx: Ctx, place: Pick<Place, 'kind' | 'id'>): Promise<string> => {
  const last = await lastInstall(ctx, place)
  return last ? `${last.id} ${last.connectedAt}` : ''
}

type Content = { kind: MetaPlaceKind; id: string; madeBy: string; until: number }
const written = ({ kind, id, madeBy, until }: Content): string => [kind, id, madeBy, until].join('~')
const contentOf = (text: string): Content | undefined => {
  const [kind, id = '', madeBy = '', until = ''] = text.split('~')
  const known = Kinds.options.find((one) => one === kind)
  return known && hubId.test(id) && hubId.test(madeBy) && /^\d{10,12}$/.test(until)
    ? { kind: known, id, madeBy, until: Number(until) }
    : undefined
}

/** GO2: a link that starts the installation: signed, good once, for a week, and in the name of who makes it. */
export const makeLink = async (ctx: Ctx, params: { kind: MetaPlaceKind; id: string }): Promise<MetaLink> =>
  transaction(ctx, async (inner) => {
    const place = await readPlace(inner, params)
    await refuseObstacle(inner, place, await appFor(inner, place))
    const expiresAt = inner.clock().add({ hours: 24 * days })
    const content = { kind: place.kind, id: place.id, madeBy: requireUser(inner).id, until: Math.floor(expiresAt.epochMilliseconds / 1000) }
    const text = written(content)
    const signature = inner.ports.secrets.sign(purpose, `${text}~${await generationOf(inner, place)}`)
    const token = `${Buffer.from(text).toString('base64url')}.${signature}`
    await audit(inner, { action: 'meta.link_made', ...aboutPlace(place) })
    return { url: `${await linkOrigin(inner)}/meta/install/${token}`, expiresAt: expiresAt.toString() }
  })

/** How the audit names a place. */
export const aboutPlace = ({ kind, id, companyId }: Pick<Place, 'kind' | 'id' | 'companyId'>) => ({
  subject: kind,
  subjectId: id,
  companyId,
  ...(kind === 'venue' ? { venueId: id } : {}),
})

/** In the name, and with the rights of now, of who made a link; undefined = not known any more. */
export const asMaker = async (ctx: Ctx, madeBy: string): Promise<Ctx | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name from users u where u.id = ${madeBy} and u.disabled_at is null`.execute(ctx.db)
  return rows[0] && onBehalfOf(ctx, { id: madeBy, name: rows[0].name, scope: null, actedBy: null })
}

/** A place that may be connected now, in its maker's name; undefined = the maker lost the right to it, or the place the right to be connected. */
export type Opened = { ctx: Ctx; place: Place; app: CallingApp }
export const openPlace = async (
  ctx: Ctx,
  { kind, id, madeBy }: { kind: MetaPlaceKind; id: string; madeBy: string },
): Promise<Opened | undefined> => {
  const maker = await asMaker(ctx, madeBy)
  if (!maker?.ability.can('update', 'licences')) return undefined
  try {
    const place = await readPlace(maker, { kind, id })
    const app = await appFor(maker, place)
    await refuseObstacle(maker, place, app)
    return app && { ctx: maker, place, app }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

export type OpenLink = { outcome: 'open'; madeBy: string } & Opened
export type FoundLink = { outcome: 'expired' | 'spent' | 'closed' } | OpenLink

/** What a link is good for now. */
export const openInstallLink = async (ctx: Ctx, token: string): Promise<FoundLink> => {
  const dot = token.indexOf('.')
  const [encoded, signature] = [token.slice(0, dot), token.slice(dot + 1)]
  const text = Buffer.from(encoded, 'base64url').toString()
  const content = contentOf(text)
  if (!content) return { outcome: 'spent' }
  const { secrets } = ctx.ports
  // Without its generation, a link of ours that was used cannot be told from a forged one: neither is good for anything.
  if (!secrets.verify(purpose, `${text}~${await generationOf(ctx, content)}`, signature)) return { outcome: 'spent' }
  if (content.until * 1000 <= ctx.clock().epochMilliseconds) return { outcome: 'expired' }
  const opened = await openPlace(ctx, content)
  return opened ? { outcome: 'open', madeBy: content.madeBy, ...opened } : { outcome: 'closed' }
}
