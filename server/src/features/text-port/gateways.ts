import type { TextGateway, textGateways } from '@tablewire/contracts/channels/text-gateways'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'
import { addressesOf, verifyTokenOf } from './addresses.ts'
import type {} from './gateway-rows.ts'

type Create = Received<typeof textGateways.create>['body']
type Change = Received<typeof textGateways.update>
type Row = Omit<TextGateway, 'inboundUrl' | 'deliveryUrl' | 'verifyToken'>

/** Tenant scope: the platform keeps all gateways, a company its own. */
export const kept = ({ scope }: Ctx): RawBuilder<unknown> => {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'company' ? sql`g.company_id = ${scope.companyId}` : sql`false`
}

const read = async (ctx: Ctx, where: RawBuilder<unknown>): Promise<TextGateway[]> => {
  const { rows } = await sql<Row>`
    select g.id, g.company_id, c.name as company_name, g.name, g.dialect, g.url, g.sender, g.username, g.secret_set_at, g.app_secret_set_at, g.active, g.version, g.created_at, g.updated_at,
      (select count(*)::integer from text_stops s where s.gateway_id = g.id) as stops
    from text_gateways g left join companies c on c.id = g.company_id
    where ${kept(ctx)} and ${where} order by g.company_id is not null, lower(c.name), g.id`.execute(ctx.db)
  const origin = await linkOrigin(ctx)
  return rows.map((row) => ({
    ...row,
    ...addressesOf(origin, row),
    verifyToken: row.dialect === 'whatsapp' ? verifyTokenOf(ctx, row.id) : null,
  }))
}

export const listGateways = (ctx: Ctx): Promise<TextGateway[]> => read(ctx, sql`true`)
const readGateway = async (ctx: Ctx, id: string): Promise<TextGateway> => {
  const [gateway] = await read(ctx, sql`g.id = ${id}`)
  if (!gateway) throw new Problem('text_gateway.not_found')
  return gateway
}

type Given = Pick<TextGateway, 'dialect' | 'url' | 'username' | 'sender'> & { hasSecret: boolean; hasAppSecret: boolean }
/** What its dialect needs, and an address that may be called (SSRF guard): in a private network only the platform names one. */
const refuseUnusable = (ctx: Ctx, given: Given): void => {
  const { dialect, url } = given
  const wrong: FieldProblems = {}
  const origins = ctx.scope.kind === 'all' ? ctx.ports.config.channelServices : []
  if (url && !mayBeCalled(url, { origins })) wrong['url'] = [{ issue: 'address' }]
  if (dialect !== 'log') refuseIncomplete(wrong, given)
  if (Object.keys(wrong).length) throw new Problem('request.invalid', {}, wrong)
}

const refuseIncomplete = (wrong: FieldProblems, { dialect, url, username, sender, hasSecret, hasAppSecret }: Given): void => {
  if (!url) wrong['url'] = [{ issue: 'required' }]
  if (!hasSecret) wrong['secret'] = [{ issue: 'required' }]
  if (dialect !== 'http' && !username) wrong['username'] = [{ issue: 'required' }]
  if (dialect === 'whatsapp' && !/^\d{5,20}$/.test(sender ?? '')) wrong['sender'] = [{ issue: 'digits' }]
  if (dialect === 'whatsapp' && !hasAppSecret) wrong['appSecret'] = [{ issue: 'required' }]
}

const audited = ({ name, dialect, url, sender, username, active, secretSetAt, appSecretSetAt }: TextGateway) => ({
  name,
  dialect,
  url,
  sender,
  username,
  active,
  sealedSince: secretSetAt,
  appSealedSince: appSecretSetAt,
})

type Secrets = { secret?: string | undefined; appSecret?: string | undefined }
const sealedOf = ({ ports: { secrets }, clock }: Ctx, { secret, appSecret }: Secrets) => ({
  ...(secret === undefined ? {} : { secretSealed: secrets.seal(secret), secretSetAt: clock().toString() }),
  ...(appSecret === undefined ? {} : { appSecretSealed: secrets.seal(appSecret), appSecretSetAt: clock().toString() }),
})

const ownerOf = async ({ db, scope }: Ctx, given: string | null | undefined): Promise<string | null> => {
  const companyId = given ?? (scope.kind === 'company' ? scope.companyId : null)
  if (scope.kind !== 'all' && (scope.kind !== 'company' || scope.companyId !== companyId))
    throw new Problem(companyId === null ? 'access.denied' : 'company.not_found')
  if (companyId !== null && !(await sql`select from companies where id = ${companyId}`.execute(db)).rows.length)
    throw new Problem('company.not_found')
  return companyId
}

export const createGateway = async (ctx: Ctx, body: Create): Promise<TextGateway> =>
  transaction(ctx, async (inner) => {
    const companyId = await ownerOf(inner, body.companyId)
    const { name, dialect, url = null, sender = null, username = null, secret, appSecret } = body
    refuseUnusable(inner, { dialect, url, username, sender, hasSecret: secret !== undefined, hasAppSecret: appSecret !== undefined })
    const id = newId()
    const now = inner.clock().toString()
    await inner.db
      .insertInto('textGateways')
      .values({
        id,
        companyId,
        name,
        dialect,
        url,
        sender,
        username,
        ...sealedOf(inner, { secret, appSecret }),
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    const after = await readGateway(inner, id)
    await audit(inner, { action: 'text_gateway.created', subject: 'text_gateway', subjectId: id, companyId, after: audited(after) })
    return after
  })

/** Optimistic lock: where a version is sent, only that one is changed. */
export const updateGateway = async (ctx: Ctx, { params: { id }, body }: Change): Promise<TextGateway> =>
  transaction(ctx, async (inner) => {
    await sql`select from text_gateways g where g.id = ${id} and ${kept(inner)} for update`.execute(inner.db)
    const before = await readGateway(inner, id)
    const { version = before.version, secret, appSecret, ...given } = body
    await refuseStale(inner, {
      code: 'text_gateway.version_stale',
      seen: version,
      now: before.version,
      subjectId: id,
      actions: ['text_gateway.updated'],
    })
    const { dialect = before.dialect, url = before.url, username = before.username, sender = before.sender } = given
    // A secret is for the address and the dialect it was given with, some of which send it as it is: whoever names another proves that he knows it.
    const drops = secret === undefined && (url !== before.url || dialect !== before.dialect)
    refuseUnusable(inner, {
      dialect,
      url,
      username,
      sender,
      hasSecret: secret !== undefined || (before.secretSetAt !== null && !drops),
      hasAppSecret: appSecret !== undefined || before.appSecretSetAt !== null,
    })
    const now = inner.clock().toString()
    await inner.db
      .updateTable('textGateways')
      .set({
        ...given,
        ...sealedOf(inner, { secret, appSecret }),
        ...(drops ? { secretSealed: null, secretSetAt: null } : {}),
        version: before.version + 1,
        updatedAt: now,
      })
      .where('id', '=', id)
      .execute()
    const after = await readGateway(inner, id)
    await audit(inner, {
      action: 'text_gateway.updated',
      subject: 'text_gateway',
      subjectId: id,
      companyId: after.companyId,
      before: audited(before),
      after: audited(after),
    })
    return after
  })
