import { z } from 'zod/mini'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { appById, callbackUrl } from './apps.ts'
import { type Connected, connectPage, type MetaPerson, type Page, pageConnectedBy } from './connect.ts'
import { type Answer, askGraph, type CallingApp, type Fault } from './graph.ts'
import { openPlace } from './install-link.ts'
import type { Place } from './place.ts'
import { renewTokens } from './renew-tokens.ts'
import { leaveState, type SignIn, spendState, spentState } from './sign-in.ts'

type About = { place: Place }
export type Finished =
  | { outcome: 'unknown' | 'declined' | 'closed' }
  | ({ outcome: 'failed' } & Fault)
  | ({ outcome: 'no_pages' } & About)
  /** `refused`: the page just chosen, which cannot be this one's. */
  | ({ outcome: 'choose'; pages: readonly Page[]; refused?: 'unknown_page' | Pick<Page, 'id' | 'name'> } & About)
  | ({ outcome: Connected; page: Pick<Page, 'id' | 'name'> } & About)

const Token = z.object({ access_token: z.string().check(z.minLength(1)) })
const Person = z.object({ id: z.string().check(z.regex(/^\d{1,30}$/)) })
const Pages = z.object({
  data: z.array(
    z.object({
      id: z.string().check(z.regex(/^\d{1,30}$/)),
      name: z.string(),
      // Left out of pages on which this person may do nothing for us.
      access_token: z.optional(z.string()),
    }),
  ),
  paging: z.optional(z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) })),
})
const mostPages = 500

const exchangeCode = async (ctx: Ctx, app: CallingApp, code: string): Promise<Answer<string>> => {
  const ask = { method: 'POST', path: 'oauth/access_token', answer: Token } as const
  const secrets = { client_id: app.appId, client_secret: app.secret }
  const redirect = callbackUrl(await linkOrigin(ctx))
  const short = await askGraph(ctx, app, { ...ask, fields: { ...secrets, redirect_uri: redirect, code } })
  if ('fault' in short) return short
  // Pages' tokens live as long as the person's: the short one ends within the hour.
  const fields = { ...secrets, grant_type: 'fb_exchange_token', fb_exchange_token: short.found.access_token }
  const long = await askGraph(ctx, app, { ...ask, fields })
  return 'fault' in long ? long : { found: long.found.access_token }
}

const pagesOf = async (ctx: Ctx, app: CallingApp, token: string): Promise<Answer<Page[]>> => {
  const pages: Page[] = []
  for (let after: string | undefined; ;) {
    const fields = { fields: 'id,name,access_token', limit: '100', ...(after === undefined ? {} : { after }) }
    const answer = await askGraph(ctx, app, { path: 'me/accounts', token, fields, answer: Pages })
    if ('fault' in answer) return answer
    for (const { id, name, access_token: own } of answer.found.data)
      if (own)
        pages.push({
          id,
          name:
            name
              .replaceAll(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, 200) || id,
          token: own,
        })
    after = answer.found.paging?.next === undefined ? undefined : answer.found.paging.cursors?.after
    if (after === undefined || pages.length >= mostPages) return { found: pages }
  }
}

const personOf = async (ctx: Ctx, app: CallingApp, code: string): Promise<Answer<{ person: MetaPerson; pages: Page[] }>> => {
  const token = await exchangeCode(ctx, app, code)
  if ('fault' in token) return token
  const person = await askGraph(ctx, app, { path: 'me', token: token.found, fields: { fields: 'id' }, answer: Person })
  if ('fault' in person) return person
  const pages = await pagesOf(ctx, app, token.found)
  return 'fault' in pages ? pages : { found: { person: { id: person.found.id, token: token.found }, pages: pages.found } }
}

type Offered = { person: MetaPerson; pages: Page[] }
const offer = async (ctx: Ctx, signIn: SignIn, offered: Offered): Promise<void> => {
  const offeredSealed = ctx.ports.secrets.seal(JSON.stringify(offered))
  await ctx.db.updateTable('metaStates').set({ offeredSealed }).where('id', '=', signIn.id).execute()
}

const placeOf = (ctx: Ctx, { placeKind, placeId, madeBy }: SignIn) => openPlace(ctx, { kind: placeKind, id: placeId, madeBy })

const offeredOf = (ctx: Ctx, sealed: string): Offered => JSON.parse(ctx.ports.secrets.open(sealed)) as Offered

/** The same page once more, by the browser that began: a choice that is still open is shown again, and what was connected stands as long as it does. */
const shownAgain = async (ctx: Ctx, shown: { state: string; browser: string }): Promise<Finished> => {
  const signIn = await spentState(ctx, shown)
  const opened = signIn && (await placeOf(ctx, signIn))
  if (!opened) return { outcome: 'unknown' }
  const { place } = opened
  if (signIn.offeredSealed !== null) return { outcome: 'choose', pages: offeredOf(ctx, signIn.offeredSealed).pages, place }
  const page = await pageConnectedBy(ctx, place, signIn)
  return page ? { outcome: 'connected', page, place } : { outcome: 'unknown' }
}

export type Callback = { state: string; browser: string; code?: string | undefined; declined: boolean }

/** Where Meta sends people back to. */
export const finishSignIn = async (ctx: Ctx, { state, browser, code, declined }: Callback): Promise<Finished> => {
  const signIn = await spendState(ctx, { state, browser, step: 'callback' })
  if (!signIn) return declined ? { outcome: 'unknown' } : shownAgain(ctx, { state, browser })
  const finished = await finishSpent(ctx, signIn, declined ? undefined : code)
  // Only what connects a page, or leaves a choice, uses it up.
  if (!['connected', 'meanwhile', 'choose'].includes(finished.outcome)) await leaveState(ctx, signIn.id, 'callback')
  return finished
}

const finishSpent = async (ctx: Ctx, signIn: SignIn, code: string | undefined): Promise<Finished> => {
  if (!code) return { outcome: 'declined' }
  const opened = await placeOf(ctx, signIn)
  const app = await appById(ctx, signIn.appId)
  // Somebody may have changed meanwhile which app is asked.
  if (!opened || !app || opened.app.id !== app.id) return { outcome: 'closed' }
  const { place } = opened
  const answer = await personOf(ctx, app, code)
  if ('fault' in answer) return { outcome: 'failed', ...answer.fault }
  const { person, pages } = answer.found
  await renewTokens(ctx, app, answer.found)
  const [page, ...others] = pages
  if (!page) return { outcome: 'no_pages', place }
  if (others.length) {
    await offer(ctx, signIn, answer.found)
    return { outcome: 'choose', pages, place }
  }
  return { outcome: await connectPage(opened.ctx, { place, app, page, person, begunAt: signIn.createdAt }), page, place }
}

/** Which of several pages it is to be. */
export const choosePage = async (
  ctx: Ctx,
  { state, browser, pageId }: { state: string; browser: string; pageId: string },
): Promise<Finished> => {
  const signIn = await spendState(ctx, { state, browser, step: 'choice' })
  if (!signIn?.offeredSealed) return shownAgain(ctx, { state, browser })
  const { person, pages } = offeredOf(ctx, signIn.offeredSealed)
  const opened = await placeOf(ctx, signIn)
  if (!opened || opened.app.id !== signIn.appId) {
    await leaveState(ctx, signIn.id, 'choice')
    return { outcome: 'closed' }
  }
  const { place, app } = opened
  const page = pages.find(({ id }) => id === pageId)
  const outcome = page ? await connectPage(opened.ctx, { place, app, page, person, begunAt: signIn.createdAt }) : 'unknown_page'
  if (page && (outcome === 'connected' || outcome === 'meanwhile')) {
    await ctx.db.updateTable('metaStates').set({ offeredSealed: null }).where('id', '=', signIn.id).execute()
    return { outcome, page, place }
  }
  await leaveState(ctx, signIn.id, 'choice')
  return { outcome: 'choose', pages, place, refused: page ?? 'unknown_page' }
}
