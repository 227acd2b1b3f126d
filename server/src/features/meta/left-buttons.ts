import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { appById } from './apps.ts'
import { type Answer, askGraph, type CallingApp } from './graph.ts'
import type {} from './meta-rows.ts'

/** `buttonId` null: it was asked for, and Meta's answer did not come; it is known by where it leads. */
type Known = { pageId: string; buttonId: string | null; buttonUrl: string | null }
export type LeftButton = Known & { appId: string; pageTokenSealed: string }
type Row = LeftButton & { id: string; tries: number; leftAt: string }

/** What Meta answers to a change. */
export const Done = z.object({ success: z.optional(z.boolean()) })
/** Then the page is left to itself: who has taken our access away has taken the button into his own hands. */
export const leavingDays = 3
const atOnce = 50
const longestPauseMinutes = 360
export const pauseAfter = (tries: number): number => Math.min(longestPauseMinutes, 2 ** Math.min(tries, 9))

const Buttons = z.object({
  data: z.array(z.object({ id: z.string().check(z.regex(/^\d{1,30}$/)), web_url: z.optional(z.string()) })),
})
type At = { pageId: string; token: string; url: string }
/** The button of a page that leads there; null = there is none. */
export const buttonTo = async (ctx: Ctx, app: CallingApp, { pageId, token, url }: At): Promise<Answer<string | null>> => {
  const fields = { fields: 'id,web_url', limit: '100' }
  const seen = await askGraph(ctx, app, { path: `${pageId}/call_to_actions`, token, fields, answer: Buttons })
  return 'fault' in seen ? seen : { found: seen.found.data.find(({ web_url: leads }) => leads === url)?.id ?? null }
}

/** Takes a button away, if there is one; the same asked twice does no harm. */
export const removeButton = async (ctx: Ctx, app: CallingApp, { token, ...known }: Known & { token: string }): Promise<Answer<unknown>> => {
  const { pageId, buttonId, buttonUrl: url } = known
  const looked = buttonId === null && url !== null ? await buttonTo(ctx, app, { pageId, token, url }) : { found: buttonId }
  if ('fault' in looked || looked.found === null) return looked
  return askGraph(ctx, app, { method: 'DELETE', path: looked.found, token, answer: Done })
}

/** So long a question to Meta may still be on its way. */
export const leaseSeconds = 120

/** A page that a place gives up for another one keeps no button of ours: its token is kept until that is so. */
export const leaveButton = async (ctx: Ctx, { appId, pageId, buttonId, buttonUrl, pageTokenSealed }: LeftButton): Promise<void> => {
  const now = ctx.clock()
  const due = buttonId === null ? now.add({ seconds: leaseSeconds }) : now
  await sql`
    insert into meta_left_buttons (id, app_id, page_id, button_id, button_url, page_token_sealed, left_at, due_at)
    values (${newId()}, ${appId}, ${pageId}, ${buttonId}, ${buttonUrl}, ${pageTokenSealed}, ${now.toString()}::timestamptz, ${due.toString()}::timestamptz)`.execute(
    ctx.db,
  )
}

/** True = there is nothing more to do: it is gone, or nobody of ours may take it away any more. */
const isTakenAway = async (ctx: Ctx, { appId, pageId, buttonId, buttonUrl, pageTokenSealed, leftAt }: Row): Promise<boolean> => {
  const app = await appById(ctx, appId)
  if (!app) return true
  const token = ctx.ports.secrets.open(pageTokenSealed)
  const removed = await removeButton(ctx, app, { pageId, buttonId, buttonUrl, token })
  if (!('fault' in removed)) return true
  const passes = removed.fault.problem === 'later' || removed.fault.problem === 'unreachable'
  return !passes || ctx.clock().since(leftAt).total('hours') > leavingDays * 24
}

/** Takes away what is due. A button that a connection has taken over is its own. */
export const takeLeftAway = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock()
  await sql`
    delete from meta_left_buttons b where exists (
      select from meta_installs i where i.page_id = b.page_id and i.state <> 'gone'
      and (i.button_id = b.button_id or b.button_id is null and b.button_url in (i.button_url, i.button_asked)))`.execute(ctx.db)
  const { rows } = await sql<Row>`
    select id, app_id, page_id, button_id, button_url, page_token_sealed, left_at, tries from meta_left_buttons
    where due_at <= ${now.toString()}::timestamptz order by due_at limit ${atOnce}`.execute(ctx.db)
  for (const row of rows) {
    // One that cannot be asked about, as its token cannot be read, keeps nothing else waiting.
    const done = await isTakenAway(ctx, row).catch((error: unknown) => {
      ctx.log.warn({ err: error, button: row.id }, 'a button at Meta was not taken away')
      return false
    })
    if (done) await sql`delete from meta_left_buttons where id = ${row.id}`.execute(ctx.db)
    else {
      const due = now.add({ minutes: pauseAfter(row.tries) })
      await sql`update meta_left_buttons set tries = tries + 1, due_at = ${due.toString()}::timestamptz where id = ${row.id}`.execute(
        ctx.db,
      )
    }
  }
}
