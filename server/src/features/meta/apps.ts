import type { meta, MetaApp } from '@tablewire/contracts/channels/meta'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { Problem } from '#src/platform/problem.ts'
import type { CallingApp } from './graph.ts'
import type {} from './meta-rows.ts'
import type { Place } from './place.ts'

type Create = Received<typeof meta.createApp>['body']
type Change = Received<typeof meta.updateApp>
type Row = Omit<MetaApp, 'callbackUrl' | 'deauthorizeUrl' | 'dataDeletionUrl'>

/** Tenant scope: the platform keeps all apps, a company its own. */
const kept = ({ scope }: Ctx): RawBuilder<unknown> => {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'company' ? sql`a.company_id = ${scope.companyId}` : sql`false`
}

const read = async (ctx: Ctx, where: RawBuilder<unknown>): Promise<MetaApp[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.company_id, c.name as company_name, a.name, a.app_id, a.secret_set_at, a.graph_url, a.dialog_url, a.active, a.version, a.created_at, a.updated_at
    from meta_apps a left join companies c on c.id = a.company_id
    where ${kept(ctx)} and ${where} order by a.company_id is not null, lower(c.name), a.id`.execute(ctx.db)
  const origin = await linkOrigin(ctx)
  return rows.map((row) => ({
    ...row,
    callbackUrl: callbackUrl(origin),
    deauthorizeUrl: `${origin}/meta/apps/${row.id}/deauthorize`,
    dataDeletionUrl: `${origin}/meta/apps/${row.id}/data-deletion`,
  }))
}

/** One for all apps, as it stands in their settings at Meta. */
export const callbackUrl = (origin: string): string => `${origin}/meta/callback`

export const listApps = (ctx: Ctx): Promise<MetaApp[]> => read(ctx, sql`true`)
const readApp = async (ctx: Ctx, id: string): Promise<MetaApp> => {
  const [app] = await read(ctx, sql`a.id = ${id}`)
  if (!app) throw new Problem('meta.app_not_found')
  return app
}

/** SSRF guard: other addresses than Meta's are the platform's to name, and only such as may be called. */
const refuseAddresses = (
  ctx: Ctx,
  { graphUrl, dialogUrl }: { graphUrl?: string | null | undefined; dialogUrl?: string | null | undefined },
) => {
  const named = Object.entries({ graphUrl, dialogUrl }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (named.length && ctx.scope.kind !== 'all') throw new Problem('access.denied')
  const origins = ctx.ports.config.channelServices
  const wrong = named.filter(([, url]) => !mayBeCalled(url, { origins }))
  if (wrong.length) throw new Problem('request.invalid', {}, Object.fromEntries(wrong.map(([field]) => [field, [{ issue: 'address' }]])))
}

const audited = ({ name, appId, graphUrl, dialogUrl, active, secretSetAt }: MetaApp) => ({
  name,
  appId,
  graphUrl,
  dialogUrl,
  active,
  sealedSince: secretSetAt,
})

const plain = (url: string | null | undefined): string | null => url?.replace(/\/+$/, '') || null

export const createApp = async (ctx: Ctx, body: Create): Promise<MetaApp> =>
  transaction(ctx, async (inner) => {
    const companyId = body.companyId ?? (inner.scope.kind === 'company' ? inner.scope.companyId : null)
    if (inner.scope.kind !== 'all' && (inner.scope.kind !== 'company' || inner.scope.companyId !== companyId))
      throw new Problem(companyId === null ? 'access.denied' : 'company.not_found')
    if (companyId !== null && !(await sql`select from companies where id = ${companyId}`.execute(inner.db)).rows.length)
      throw new Problem('company.not_found')
    refuseAddresses(inner, body)
    const id = newId()
    const now = inner.clock().toString()
    const { name, appId, secret, graphUrl, dialogUrl } = body
    const addresses = { graphUrl: plain(graphUrl), dialogUrl: plain(dialogUrl) }
    const sealed = { secretSealed: inner.ports.secrets.seal(secret), secretSetAt: now }
    await inner.db
      .insertInto('metaApps')
      .values({ id, companyId, name, appId, ...addresses, ...sealed, createdAt: now, updatedAt: now })
      .execute()
    const after = await readApp(inner, id)
    await audit(inner, { action: 'meta_app.created', subject: 'meta_app', subjectId: id, companyId, after: audited(after) })
    return after
  })

/** Optimistic lock: where a version is sent, only that one is changed. Who signed in with an app's former id is none of the new one's. */
export const updateApp = async (ctx: Ctx, { params: { id }, body }: Change): Promise<MetaApp> =>
  transaction(ctx, async (inner) => {
    await sql`select from meta_apps a where a.id = ${id} and ${kept(inner)} for update`.execute(inner.db)
    const before = await readApp(inner, id)
    const { version = before.version, secret, graphUrl, dialogUrl, ...given } = body
    await refuseStale(inner, {
      code: 'meta.version_stale',
      seen: version,
      now: before.version,
      subjectId: id,
      actions: ['meta_app.updated'],
    })
    refuseAddresses(inner, body)
    if (given.appId !== undefined && given.appId !== before.appId) await requireUnused(inner, id)
    const now = inner.clock().toString()
    await inner.db
      .updateTable('metaApps')
      .set({
        ...given,
        ...(graphUrl === undefined ? {} : { graphUrl: plain(graphUrl) }),
        ...(dialogUrl === undefined ? {} : { dialogUrl: plain(dialogUrl) }),
        ...(secret === undefined ? {} : { secretSealed: inner.ports.secrets.seal(secret), secretSetAt: now }),
        version: before.version + 1,
        updatedAt: now,
      })
      .where('id', '=', id)
      .execute()
    const after = await readApp(inner, id)
    await audit(inner, {
      action: 'meta_app.updated',
      subject: 'meta_app',
      subjectId: id,
      companyId: after.companyId,
      before: audited(before),
      after: audited(after),
    })
    return after
  })

const requireUnused = async (ctx: Ctx, id: string): Promise<void> => {
  const { rows } = await sql`select from meta_installs i where i.app_id = ${id} and i.state <> 'gone' limit 1`.execute(ctx.db)
  if (rows.length) throw new Problem('meta.still_connected')
}

type SealedApp = Omit<CallingApp, 'secret'> & { secretSealed: string; companyId: string | null }
const opened = ({ ports }: Ctx, { secretSealed, ...app }: SealedApp) => ({ ...app, secret: ports.secrets.open(secretSealed) })
const columns = sql`a.id, a.app_id, a.secret_sealed, a.graph_url, a.dialog_url, a.company_id`

/**
 * VE2: with which app people of a place sign in. A venue with its own sign-on takes the company's and no other; a brand and a company take their own
 * where there is one.
 */
export const appFor = async (ctx: Ctx, { kind, companyId, ownSignOn }: Place): Promise<(CallingApp & { own: boolean }) | undefined> => {
  const owners = ownSignOn ? sql`a.company_id = ${companyId} or ${kind !== 'venue'} and a.company_id is null` : sql`a.company_id is null`
  const { rows } = await sql<SealedApp>`
    select ${columns} from meta_apps a where a.active and (${owners}) order by a.company_id is null limit 1`.execute(ctx.db)
  return rows[0] && { ...opened(ctx, rows[0]), own: rows[0].companyId !== null }
}

/** An app by its id, also one that takes nobody any more. */
export const appById = async (ctx: Ctx, id: string): Promise<CallingApp | undefined> => {
  const { rows } = await sql<SealedApp>`select ${columns} from meta_apps a where a.id = ${id}`.execute(ctx.db)
  return rows[0] && opened(ctx, rows[0])
}
