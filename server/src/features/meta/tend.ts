import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { appById } from './apps.ts'
import { type Answer, askGraph, type CallingApp, type Fault } from './graph.ts'
import { buttonUrlOf } from './install-view.ts'
import { buttonTo, Done, leaseSeconds, leaveButton, leavingDays, pauseAfter, removeButton, takeLeftAway } from './left-buttons.ts'
import { type Place, readPlace } from './place.ts'
import { tellLive } from './tell-live.ts'

type Install = {
  id: string
  appId: string
  companyId: string
  groupId: string | null
  venueId: string | null
  state: 'connected' | 'leaving'
  pageId: string
  metaUserId: string
  userTokenSealed: string
  pageTokenSealed: string
  host: string
  buttonId: string | null
  buttonUrl: string | null
  buttonAsked: string | null
  tries: number
  endedAt: string | null
  /** Our lease: whoever changes the connection meanwhile ends it. */
  leasedUntil: string
}
type Work = { install: Install; app: CallingApp; token: string }

const checkHours = 24

/** What becomes of a connection; what is not named stays. */
type Outcome = Partial<{
  state: 'lost' | 'gone'
  buttonId: string | null
  buttonUrl: string | null
  fault: Fault | null
  /** When it is looked after next; null = when somebody asks. */
  inMinutes: number | null
}>

const claim = async (ctx: Ctx, id: string): Promise<Install | undefined> => {
  const now = ctx.clock().toString()
  const leasedUntil = ctx.clock().add({ seconds: leaseSeconds }).toString({ smallestUnit: 'millisecond' })
  const { rows } = await sql<Omit<Install, 'leasedUntil'>>`
    update meta_installs i set leased_until = ${leasedUntil}::timestamptz
    where i.id = ${id} and i.state in ('connected', 'leaving') and (i.leased_until is null or i.leased_until <= ${now}::timestamptz)
    returning i.id, i.app_id, i.company_id, i.group_id, i.venue_id, i.state, i.page_id, i.meta_user_id, i.user_token_sealed, i.page_token_sealed,
      i.host, i.button_id, i.button_url, i.button_asked, i.tries, i.ended_at`.execute(ctx.db)
  return rows[0] && { ...rows[0], leasedUntil }
}

/** What came of a turn that somebody was quicker than: his word stands, and it is looked after again at once. */
const handBack = async (ctx: Ctx, install: Install, buttonId: string | null): Promise<void> => {
  const { rows } = await sql<{ pageId: string }>`
    update meta_installs i set leased_until = null, due_at = ${ctx.clock().toString()}::timestamptz,
      button_id = case when i.page_id = ${install.pageId} then coalesce(i.button_id, ${buttonId}) else i.button_id end,
      button_asked = case when i.page_id = ${install.pageId} and ${buttonId !== null} then null else i.button_asked end
    where i.id = ${install.id} and i.state in ('connected', 'leaving') returning i.page_id`.execute(ctx.db)
  // It was made while the place went over to another page.
  const isElsewhere = rows[0]?.pageId !== install.pageId
  if (buttonId !== null && buttonId !== install.buttonId && isElsewhere) await leaveButton(ctx, { ...install, buttonId, buttonUrl: null })
}

const settle = async (ctx: Ctx, install: Install, { state, fault = null, inMinutes = null, ...button }: Outcome): Promise<void> => {
  const now = ctx.clock()
  const due = inMinutes === null ? null : now.add({ minutes: inMinutes }).toString()
  const gone = state === 'gone' ? { userTokenSealed: null, pageTokenSealed: null, buttonId: null, buttonUrl: null, buttonAsked: null } : {}
  const { numUpdatedRows } = await ctx.db
    .updateTable('metaInstalls')
    .set({
      ...(state ? { state } : {}),
      ...button,
      ...(button.buttonUrl ? { buttonAt: now.toString(), buttonAsked: null } : {}),
      ...gone,
      problem: fault?.problem ?? null,
      problemSaid: fault?.said ?? null,
      tries: fault ? install.tries + 1 : 0,
      dueAt: due,
      leasedUntil: null,
    })
    .where('id', '=', install.id)
    .where('state', '=', install.state)
    .where('leasedUntil', '=', install.leasedUntil)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await handBack(ctx, install, button.buttonId ?? null)
}

/** What passes by itself is tried again soon, what somebody has to mend once a day, and a dead token not at all. */
const afterFault = ({ install }: Work, fault: Fault): Outcome => {
  if (fault.problem === 'token') return { state: 'lost', fault }
  if (fault.problem === 'later' || fault.problem === 'unreachable') return { fault, inMinutes: pauseAfter(install.tries) }
  return { fault, inMinutes: checkHours * 60 }
}

const Made = z.object({ id: z.string().check(z.regex(/^\d{1,30}$/)) })
const Button = z.object({ id: z.string(), web_url: z.optional(z.string()) })

/** Kept before it is asked for, as the answer may never come; false = somebody has changed the connection meanwhile. */
const noteAsked = async (ctx: Ctx, { id, leasedUntil }: Install, url: string): Promise<boolean> => {
  const { numUpdatedRows } = await ctx.db
    .updateTable('metaInstalls')
    .set({ buttonAsked: url })
    .where('id', '=', id)
    .where('state', '=', 'connected')
    .where('leasedUntil', '=', leasedUntil)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const putButton = async (ctx: Ctx, { app, token, install }: Work, url: string): Promise<Answer<string>> => {
  const { pageId, buttonAsked } = install
  const fields = { type: 'BOOK_NOW', web_destination_type: 'WEBSITE', web_url: url }
  const ask = { method: 'POST', token, fields } as const
  const made = buttonAsked === null ? { found: null } : await buttonTo(ctx, app, { pageId, token, url: buttonAsked })
  if ('fault' in made) return made
  const buttonId = install.buttonId ?? made.found
  if (buttonId !== null) {
    const changed = await askGraph(ctx, app, { ...ask, path: buttonId, answer: Done })
    if (!('fault' in changed)) return { found: buttonId }
    if (changed.fault.problem !== 'missing') return changed
  }
  if (!(await noteAsked(ctx, install, url))) return { fault: { problem: 'later', said: null } }
  const put = await askGraph(ctx, app, { ...ask, path: `${pageId}/call_to_actions`, answer: Made })
  return 'fault' in put ? put : { found: put.found.id }
}

const placeOf = (ctx: Ctx, { venueId, groupId, companyId }: Install): Promise<Place> => {
  if (venueId !== null) return readPlace(ctx, { kind: 'venue', id: venueId })
  return readPlace(ctx, groupId === null ? { kind: 'company', id: companyId } : { kind: 'group', id: groupId })
}

/** A look into our own tables: whoever switches a page on need not wait long for its button. */
const noPageMinutes = 5

/** Puts the button where it is not, or leads elsewhere than it should; else asks whether it still stands there. */
const keepButton = async (ctx: Ctx, work: Work): Promise<Outcome> => {
  const { install, app, token } = work
  const place = await placeOf(ctx, install)
  const url = await buttonUrlOf({ ...ctx, origin: { host: install.host, address: '' } }, place)
  if (url === null) return { fault: { problem: 'no_page', said: null }, inMinutes: noPageMinutes }
  if (install.buttonId !== null && install.buttonUrl === url) {
    const seen = await askGraph(ctx, app, { path: install.buttonId, token, fields: { fields: 'id,web_url' }, answer: Button })
    // Taken away at Meta: whoever did it meant it, and is not overruled by a program.
    if ('fault' in seen && seen.fault.problem === 'missing') return { buttonUrl: null, fault: seen.fault }
    if ('fault' in seen) return afterFault(work, seen.fault)
    if (seen.found.web_url === url) return { inMinutes: checkHours * 60 }
  }
  const stands = await putButton(ctx, work, url)
  return 'fault' in stands ? afterFault(work, stands.fault) : { buttonId: stands.found, buttonUrl: url, inMinutes: checkHours * 60 }
}

const isLastOfPerson = async (ctx: Ctx, { id, appId, metaUserId }: Install): Promise<boolean> => {
  const { rows } = await sql`
    select from meta_installs i where i.app_id = ${appId} and i.meta_user_id = ${metaUserId} and i.id <> ${id} and i.state <> 'gone' limit 1`.execute(
    ctx.db,
  )
  return rows.length === 0
}

/** Takes the button away, and with a person's last page the rights he gave. What Meta no longer knows of is done. */
const leave = async (ctx: Ctx, work: Work): Promise<Outcome> => {
  const { install, app, token } = work
  const passes = ({ problem }: Fault): boolean => problem === 'later' || problem === 'unreachable'
  const overdue = install.endedAt !== null && ctx.clock().since(install.endedAt).total('hours') > leavingDays * 24
  const { pageId, buttonId, buttonAsked: buttonUrl } = install
  const removed = await removeButton(ctx, app, { pageId, buttonId, buttonUrl, token })
  if ('fault' in removed && passes(removed.fault) && !overdue) return { fault: removed.fault, inMinutes: pauseAfter(install.tries) }
  if (await isLastOfPerson(ctx, install)) {
    const userToken = ctx.ports.secrets.open(install.userTokenSealed)
    const revoked = await askGraph(ctx, app, {
      method: 'DELETE',
      path: `${install.metaUserId}/permissions`,
      token: userToken,
      answer: Done,
    })
    if ('fault' in revoked && passes(revoked.fault) && !overdue)
      return { buttonId: null, buttonUrl: null, fault: revoked.fault, inMinutes: pauseAfter(install.tries) }
  }
  return { state: 'gone' }
}

/** One turn for one connection; asks Meta with nothing held. */
export const tend = async (ctx: Ctx, { id }: { id: string }): Promise<void> => {
  const install = await claim(ctx, id)
  if (!install) return
  const app = await appById(ctx, install.appId)
  if (!app) return
  const work = { install, app, token: ctx.ports.secrets.open(install.pageTokenSealed) }
  await settle(ctx, install, await (install.state === 'leaving' ? leave : keepButton)(ctx, work))
  await tellLive(ctx, install)
}

/** Right after a connection, its former page included. */
export const tendNow = async (ctx: Ctx, data: { id: string }): Promise<void> => {
  await takeLeftAway(ctx)
  await tend(ctx, data)
}

const atOnce = 200
const keptHours = 24

export const tendAll = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock()
  await sql`delete from meta_states where expires_at < ${now.subtract({ hours: keptHours }).toString()}::timestamptz`.execute(ctx.db)
  await sql`update meta_states set offered_sealed = null where offered_sealed is not null and expires_at < ${now.toString()}::timestamptz`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: string }>`
    select i.id from meta_installs i where i.due_at <= ${now.toString()}::timestamptz and i.state in ('connected', 'leaving')
      and (i.leased_until is null or i.leased_until <= ${now.toString()}::timestamptz) order by i.due_at limit ${atOnce}`.execute(ctx.db)
  await takeLeftAway(ctx)
  for (const { id } of rows) {
    await ctx.ports.jobs.backpressure()
    try {
      await tend(ctx, { id })
    } catch (error) {
      ctx.log.error({ err: error, install: id }, 'a page at Meta was not looked after')
    }
  }
}
