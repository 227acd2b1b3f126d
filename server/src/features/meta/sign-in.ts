import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId, newId, newSecret, secretHash } from '#src/platform/id.ts'
import { callbackUrl } from './apps.ts'
import { dialogOf } from './graph.ts'
import type { OpenLink } from './install-link.ts'
import type {} from './meta-rows.ts'

const minutes = 15
const purpose = 'meta state'

/** What the hub asks for at Meta: which pages somebody runs, and the button on them. */
const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_cta']

/** A state is an id, a dot, and its signature. */
const idLength = 36
export const cookieOf = (state: string): string => `tw_meta_${state.slice(0, idLength)}`
export const stateMinutes = minutes

/** Begins a sign-in at Meta: its state, what the browser keeps, and where it goes. */
export const beginSignIn = async (ctx: Ctx, { place, app, madeBy }: OpenLink): Promise<{ state: string; browser: string; url: string }> => {
  const id = newId()
  const browser = newSecret()
  const now = ctx.clock()
  await ctx.db
    .insertInto('metaStates')
    .values({
      id,
      placeKind: place.kind,
      placeId: place.id,
      appId: app.id,
      madeBy,
      browserHash: secretHash(browser),
      createdAt: now.toString(),
      expiresAt: now.add({ minutes }).toString(),
    })
    .execute()
  const state = `${id}.${ctx.ports.secrets.sign(purpose, id)}`
  const url = dialogOf(app)
  const asked = {
    client_id: app.appId,
    redirect_uri: callbackUrl(await linkOrigin(ctx)),
    state,
    response_type: 'code',
    scope: scopes.join(','),
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return { state, browser, url: url.href }
}

export type SignIn = {
  id: string
  placeKind: 'venue' | 'group' | 'company'
  placeId: string
  appId: string
  madeBy: string
  createdAt: string
  offeredSealed: string | null
}
type Step = 'callback' | 'choice'
type Shown = { state: string; browser: string }

/** The id of a state that this browser began; whoever has stolen a link with a state in it must not use it up either. */
const ownId = async (ctx: Ctx, { state, browser }: Shown): Promise<string | undefined> => {
  const [id, signature] = [state.slice(0, idLength), state.slice(idLength + 1)]
  if (!hubId.test(id) || !ctx.ports.secrets.verify(purpose, id, signature)) return undefined
  const { rows } = await sql<{ browserHash: Buffer }>`select s.browser_hash from meta_states s where s.id = ${id}`.execute(ctx.db)
  return rows[0] && timingSafeEqual(rows[0].browserHash, secretHash(browser)) ? id : undefined
}
const signInFields = sql`s.id, s.place_kind, s.place_id, s.app_id, s.made_by, s.created_at, s.offered_sealed`

/**
 * Takes a state: once for each step, before Meta is asked for anything, so that of two who come with the same one of them goes on. Undefined = forged,
 * spent, expired, or another browser's.
 */
export const spendState = async (ctx: Ctx, { step, ...shown }: Shown & { step: Step }): Promise<SignIn | undefined> => {
  const id = await ownId(ctx, shown)
  if (id === undefined) return undefined
  const now = ctx.clock().toString()
  const take =
    step === 'callback'
      ? sql`update meta_states s set spent_at = ${now}::timestamptz where s.id = ${id} and s.spent_at is null`
      : sql`update meta_states s set chosen_at = ${now}::timestamptz where s.id = ${id} and s.chosen_at is null and s.offered_sealed is not null`
  const { rows } = await sql<SignIn>`${take} and s.expires_at > ${now}::timestamptz
    returning ${signInFields}`.execute(ctx.db)
  return rows[0]
}

/**
 * Gives a step back that ended without a connection: whoever chose a wrong page, or signed in at Meta as somebody else, goes on with the same sign-in
 * until it expires. A choice keeps what there is to choose from.
 */
export const leaveState = async (ctx: Ctx, id: string, step: Step): Promise<void> => {
  const column = step === 'callback' ? sql`spent_at` : sql`chosen_at`
  await sql`update meta_states set ${column} = null where id = ${id}`.execute(ctx.db)
}

/** A sign-in that was finished, or waits for a choice, for the browser that began it: somebody looks at the same page again. */
export const spentState = async (ctx: Ctx, shown: Shown): Promise<SignIn | undefined> => {
  const id = await ownId(ctx, shown)
  if (id === undefined) return undefined
  const { rows } = await sql<SignIn>`
    select ${signInFields} from meta_states s where s.id = ${id} and s.spent_at is not null and s.expires_at > ${ctx.clock().toString()}::timestamptz`.execute(
    ctx.db,
  )
  return rows[0]
}
