import type { MetaInstall, MetaObstacle, MetaPlace, MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { bookingLink } from '#src/features/venue-pages/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { appFor } from './apps.ts'
import type {} from './meta-rows.ts'
import { isOf, mayOnboard, type Place, readPlace } from './place.ts'

/** The connection that stands, or the last there was. */
export const lastInstall = async (ctx: Ctx, place: Pick<Place, 'kind' | 'id'>): Promise<(MetaInstall & { id: string }) | undefined> => {
  const { rows } = await sql<MetaInstall & { id: string }>`
    select i.id, i.state, i.page_id, i.page_name, i.button_url, i.button_at, i.problem, i.problem_said, i.due_at as next_try_at,
      i.connected_by_name, i.connected_at, i.ended_at, i.ended_by
    from meta_installs i where ${isOf(place)} order by i.state = 'gone', i.ended_at desc nulls first, i.connected_at desc limit 1`.execute(
    ctx.db,
  )
  return rows[0]
}

type Above = MetaPlace['above'][number]
/** Connected pages of the brand and the company, the nearer one first. Nobody chooses a venue there that is in test mode or in the archive. */
const pagesAbove = async (ctx: Ctx, { kind, id, companyId, archived, test }: Place): Promise<Above[]> => {
  if (kind === 'company' || archived || test) return []
  const brand = kind === 'venue' ? sql`i.group_id = (select v.group_id from venues v where v.id = ${id})` : sql`false`
  const { rows } = await sql<Above>`
    select case when i.group_id is null then 'company' else 'group' end as kind, coalesce(i.group_id, i.company_id) as id,
      coalesce(g.name, c.name) as name, i.state, i.page_name
    from meta_installs i join companies c on c.id = i.company_id left join groups g on g.id = i.group_id
    where i.company_id = ${companyId} and i.venue_id is null and (i.group_id is null or ${brand}) and i.state in ('connected', 'lost')
    order by i.group_id is null`.execute(ctx.db)
  return rows
}

/** Where the button of this place leads, with the names that say it came from there. */
export const buttonUrlOf = (ctx: Ctx, place: { id: string; venueIds: readonly string[] }): Promise<string | null> =>
  bookingLink(ctx, place, { utm_source: 'meta', utm_medium: 'booking_button' })

export const obstacleTo = async (ctx: Ctx, place: Place, app: unknown): Promise<z.infer<typeof MetaObstacle> | null> => {
  if (place.archived) return 'archived'
  if (place.test) return 'test'
  if (!(await mayOnboard(ctx, place))) return 'onboarding_off'
  return app === undefined ? 'no_app' : null
}

const refusals = {
  archived: 'venue.archived',
  test: 'meta.test_venue',
  onboarding_off: 'meta.onboarding_off',
  no_app: 'meta.app_missing',
} as const
export const refuseObstacle = async (ctx: Ctx, place: Place, app: unknown): Promise<void> => {
  const obstacle = await obstacleTo(ctx, place, app)
  if (obstacle) throw new Problem(refusals[obstacle])
}

export const readMetaPlace = async (ctx: Ctx, params: { kind: MetaPlaceKind; id: string }): Promise<MetaPlace> => {
  const place = await readPlace(ctx, params)
  const app = await appFor(ctx, place)
  const { id: _id, ...install } = (await lastInstall(ctx, place)) ?? { id: null }
  return {
    kind: place.kind,
    id: place.id,
    name: place.name,
    install: 'state' in install ? install : null,
    above: await pagesAbove(ctx, place),
    bookingUrl: await buttonUrlOf(ctx, place),
    ownApp: app?.own ?? false,
    obstacle: await obstacleTo(ctx, place, app),
  }
}
