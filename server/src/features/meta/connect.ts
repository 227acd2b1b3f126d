import { sql } from 'kysely'
import { grantMeta } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { aboutPlace } from './install-link.ts'
import { leaveButton } from './left-buttons.ts'
import { tellLive } from './tell-live.ts'
import { tendJob } from './tend-job.ts'
import type {} from './meta-rows.ts'
import { isOf, ownersOf, type Place } from './place.ts'

export type Page = { id: string; name: string; token: string }
export type MetaPerson = { id: string; token: string }
export type Connected = 'connected' | 'page_taken' | 'meanwhile'
type Wanted = { place: Place; app: { id: string }; page: Page; person: MetaPerson; /** When this sign-in began. */ begunAt: string }

type Before = {
  id: string
  appId: string
  pageId: string
  buttonId: string | null
  buttonAsked: string | null
  pageTokenSealed: string
  newer: boolean
}
const standingAt = async (ctx: Ctx, place: Place, begunAt: string): Promise<Before | undefined> => {
  const { rows } = await sql<Before>`
    select i.id, i.app_id, i.page_id, i.button_id, i.button_asked, i.page_token_sealed, i.connected_at >= ${begunAt}::timestamptz as newer from meta_installs i where ${isOf(place)} and i.state <> 'gone' for update`.execute(
    ctx.db,
  )
  return rows[0]
}

const isTaken = async (ctx: Ctx, pageId: string, before: Before | undefined): Promise<boolean> => {
  const { rows } = await sql`
    select from meta_installs i where i.page_id = ${pageId} and i.state <> 'gone' and i.id is distinct from ${before?.id ?? null}::uuid`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Undefined = somebody else's connection got the page at this very moment. */
const write = async (ctx: Ctx, { place, app, page, person }: Wanted, before: Before | undefined): Promise<string | undefined> => {
  const { secrets } = ctx.ports
  const now = ctx.clock().toString()
  const fresh = {
    appId: app.id,
    state: 'connected' as const,
    pageId: page.id,
    pageName: page.name,
    metaUserId: person.id,
    host: ctx.origin.host,
    pageTokenSealed: secrets.seal(page.token),
    userTokenSealed: secrets.seal(person.token),
    // A button on another page is not this one's.
    ...(before?.pageId === page.id ? {} : { buttonId: null, buttonUrl: null, buttonAt: null, buttonAsked: null }),
    problem: null,
    problemSaid: null,
    tries: 0,
    dueAt: now,
    leasedUntil: null,
    endedAt: null,
    endedBy: null,
    connectedBy: ctx.actor.id ?? '',
    connectedByName: ctx.actor.name,
    connectedAt: now,
  }
  if (before) {
    const { appId, pageId, buttonId, buttonAsked: buttonUrl, pageTokenSealed } = before
    if (pageId !== page.id && (buttonId !== null || buttonUrl !== null))
      await leaveButton(ctx, { appId, pageId, buttonId, buttonUrl, pageTokenSealed })
    await ctx.db.updateTable('metaInstalls').set(fresh).where('id', '=', before.id).execute()
    return before.id
  }
  const added = await ctx.db
    .insertInto('metaInstalls')
    .values({ id: newId(), ...ownersOf(place), ...fresh })
    // As a literal: once the statement has a plan for all parameters, no parameter proves which index is meant.
    .onConflict((conflict) => conflict.column('pageId').where('state', '<>', sql.lit('gone')).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** A page's button and licence begin with it: for a venue, or for all that guests choose from on a brand's or company's page. */
export const connectPage = async (ctx: Ctx, wanted: Wanted): Promise<Connected> =>
  transaction(ctx, async (inner) => {
    const { place, page, begunAt } = wanted
    // One at a time for each place: two who sign in at once would both find none there.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`meta ${place.kind} ${place.id}`}, 0))`.execute(inner.db)
    const before = await standingAt(inner, place, begunAt)
    if (before?.newer) return 'meanwhile'
    if (await isTaken(inner, page.id, before)) return 'page_taken'
    const id = await write(inner, wanted, before)
    if (id === undefined) return 'page_taken'
    await grantMeta(inner, place.venueIds, place.kind === 'venue' ? page.id : undefined)
    await audit(inner, {
      action: 'meta.connected',
      ...aboutPlace(place),
      before: { pageId: before?.pageId ?? null },
      after: { pageId: page.id, pageName: page.name },
    })
    await tellLive(inner, ownersOf(place))
    await inner.ports.jobs.enqueue(inner, tendJob, { id })
    return 'connected'
  })

/** The page that a sign-in has connected, as long as it stands. */
export const pageConnectedBy = async (
  ctx: Ctx,
  place: Place,
  { createdAt, appId, madeBy }: { createdAt: string; appId: string; madeBy: string },
): Promise<Pick<Page, 'id' | 'name'> | undefined> => {
  const { rows } = await sql<Pick<Page, 'id' | 'name'>>`
    select i.page_id as id, i.page_name as name from meta_installs i where ${isOf(place)} and i.state = 'connected' and i.app_id = ${appId}
      and i.connected_by = ${madeBy} and i.connected_at >= ${createdAt}::timestamptz`.execute(ctx.db)
  return rows[0]
}
