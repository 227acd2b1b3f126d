import type { MetaPlace, MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { aboutPlace } from './install-link.ts'
import { readMetaPlace } from './install-view.ts'
import { isOf, ownersOf, readPlace } from './place.ts'
import { tellLive } from './tell-live.ts'
import { tendJob } from './tend-job.ts'

type Params = { kind: MetaPlaceKind; id: string }
type Standing = { id: string; state: 'connected' | 'lost'; pageId: string; pageName: string }

const standingAt = async (ctx: Ctx, params: Params): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select i.id, i.state, i.page_id, i.page_name from meta_installs i where ${isOf(params)} and i.state in ('connected', 'lost') for update`.execute(
    ctx.db,
  )
  if (!rows[0]) throw new Problem('meta.not_connected')
  return rows[0]
}

/** It ends at once here; the button is taken away right after, however long Meta makes us wait. */
export const uninstall = async (ctx: Ctx, params: Params): Promise<MetaPlace> =>
  transaction(ctx, async (inner) => {
    const place = await readPlace(inner, params)
    const { id, pageId, pageName } = await standingAt(inner, params)
    const now = inner.clock().toString()
    await inner.db
      .updateTable('metaInstalls')
      .set({ state: 'leaving', endedAt: now, endedBy: 'person', dueAt: now, tries: 0, problem: null, problemSaid: null })
      .where('id', '=', id)
      .execute()
    await audit(inner, {
      action: 'meta.disconnected',
      ...aboutPlace(place),
      before: { pageId, pageName },
      after: { pageId: null, pageName: null },
    })
    await tellLive(inner, ownersOf(place))
    await inner.ports.jobs.enqueue(inner, tendJob, { id })
    return readMetaPlace(inner, params)
  })

/** A button that was taken away at Meta is put there anew; a dead token stays dead until somebody signs in. */
export const retry = async (ctx: Ctx, params: Params): Promise<MetaPlace> =>
  transaction(ctx, async (inner) => {
    const place = await readPlace(inner, params)
    const { id, state, pageId } = await standingAt(inner, params)
    if (state !== 'connected') throw new Problem('meta.not_connected')
    await sql`
      update meta_installs set due_at = ${inner.clock().toString()}::timestamptz, tries = 0, leased_until = null,
        button_id = case when problem = 'missing' then null else button_id end where id = ${id}`.execute(inner.db)
    await audit(inner, { action: 'meta.retried', ...aboutPlace(place), after: { pageId } })
    await inner.ports.jobs.enqueue(inner, tendJob, { id })
    return readMetaPlace(inner, params)
  })
