import type { GoogleAccount, googleAccounts } from '@tablewire/contracts/google/google-accounts'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type AccountInput, accountColumns, refuseFields, writeSecrets } from './account-fields.ts'
import { auditedFields, readAccount, requirePlatform } from './account-view.ts'
import { forgetAccounts } from './known-account.ts'
import { addPassword, endAllPasswords } from './passwords.ts'
import { settingsOfSystem } from './system-account.ts'

type Create = Received<typeof googleAccounts.create>['body']
type Change = Received<typeof googleAccounts.update>

/** The channel named, else the first of the product Google: one to try things with where there is one for the sandbox. */
const channelFor = async (
  ctx: Ctx,
  { channelId, environment }: { channelId?: string | undefined; environment: string },
): Promise<string> => {
  const { rows } = await sql<{ id: string; fits: boolean }>`
    select c.id, coalesce(c.active and c.product = 'google', false) as fits from channels c where ${channelId === undefined ? sql`c.active and c.product = 'google'` : sql`c.id = ${channelId}`}
    order by c.test and ${environment} <> 'sandbox', c.test desc, c.created_at, c.id limit 1`.execute(ctx.db)
  if (!rows[0]) throw new Problem(channelId === undefined ? 'google_account.no_channel' : 'channel.not_found')
  // What it does not sell for Google would stand there without anybody having wanted it.
  if (!rows[0].fits) throw new Problem('google_account.channel_unfit', {}, { channelId: [{ issue: 'google_account.channel_unfit' }] })
  return rows[0].id
}

const requireBrand = async (ctx: Ctx, id: string): Promise<void> => {
  const { rows } = await sql`select from brands where id = ${id}`.execute(ctx.db)
  if (!rows.length) throw new Problem('brand.not_found')
}

/** A name for the address out of a name for people; taken ones get a number. */
const freeKey = async (ctx: Ctx, name: string): Promise<string> => {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 34) || 'google'
  const { rows } = await sql<{ key: string }>`select key from google_accounts`.execute(ctx.db)
  const taken = new Set(rows.map(({ key }) => key))
  for (let at = 1; ; at++) {
    const key = at === 1 ? plain : `${plain}-${at}`
    if (!taken.has(key)) return key
  }
}

const onlyDefault = async (ctx: Ctx): Promise<void> => {
  await ctx.db.updateTable('googleAccounts').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

export const createAccount = async (ctx: Ctx, body: Create): Promise<GoogleAccount> =>
  transaction(ctx, async (inner) => {
    requirePlatform(inner)
    // Two that are made at once must not both be the first.
    await sql`select pg_advisory_xact_lock(7231906)`.execute(inner.db)
    const { name, environment, systemId = null, brandId = null, ...sent } = body
    if (systemId !== null && brandId !== null) throw new Problem('request.invalid', {}, { brandId: [{ issue: 'invalid' }] })
    if (brandId !== null) await requireBrand(inner, brandId)
    const given: AccountInput = { ...(systemId === null ? {} : await settingsOfSystem(inner, systemId)), ...sent }
    await refuseFields(inner, given, { id: null, environment, sftpUrl: null, sftpUsers: {}, bookingServerUsername: null })
    const { key, isDefault, channelId: named, ...columns } = accountColumns(given)
    const { rows } = await sql`select from google_accounts limit 1`.execute(inner.db)
    const first = rows.length === 0 && systemId === null && brandId === null
    if (isDefault) await onlyDefault(inner)
    const id = newId()
    const now = inner.clock().toString()
    await inner.db
      .insertInto('googleAccounts')
      .values({
        ...columns,
        id,
        key: key ?? (await freeKey(inner, environment === 'sandbox' ? `${name.slice(0, 26)} sandbox` : name)),
        name,
        environment,
        systemId,
        brandId,
        channelId: await channelFor(inner, { channelId: named, environment }),
        isDefault: isDefault ?? first,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await writeGiven(inner, { id, username: given.bookingServerUsername ?? null }, given)
    const after = await readAccount(inner, id)
    await audit(inner, { action: 'google_account.created', subject: 'google_account', subjectId: id, after: auditedFields(after) })
    inner.unitOfWork.afterCommit.push(forgetAccounts)
    return after
  })

const writeGiven = async (ctx: Ctx, account: { id: string; username: string | null }, given: AccountInput): Promise<void> => {
  await writeSecrets(ctx, account.id, given)
  if (given.bookingServerPassword === null) await endAllPasswords(ctx, account.id)
  else if (given.bookingServerPassword !== undefined) await addPassword(ctx, account, given.bookingServerPassword)
}

/** Optimistic lock: where a version is sent, only that one is changed. */
export const updateAccount = async (ctx: Ctx, { params: { id }, body }: Change): Promise<GoogleAccount> =>
  transaction(ctx, async (inner) => {
    requirePlatform(inner)
    await sql`select from google_accounts where id = ${id} for update`.execute(inner.db)
    const before = await readAccount(inner, id)
    const { version = before.version, ...given } = body
    await refuseStale(inner, {
      code: 'google_account.version_stale',
      seen: version,
      now: before.version,
      subjectId: id,
      actions: ['google_account.updated'],
    })
    await refuseFields(inner, { ...given, sftpPort: given.sftpPort ?? (given.sftpUrl ? before.sftpPort : undefined) }, before)
    // Its own stays, whatever has become of it.
    if (given.channelId !== undefined && given.channelId !== before.channelId)
      await channelFor(inner, { channelId: given.channelId, environment: before.environment })
    if (given.isDefault) await onlyDefault(inner)
    await inner.db
      .updateTable('googleAccounts')
      .set({ ...accountColumns(given, before.sftpUsers), version: before.version + 1, updatedAt: inner.clock().toString() })
      .where('id', '=', id)
      .execute()
    await writeGiven(inner, { id, username: given.bookingServerUsername ?? before.bookingServerUsername }, given)
    const after = await readAccount(inner, id)
    await audit(inner, {
      action: 'google_account.updated',
      subject: 'google_account',
      subjectId: id,
      before: auditedFields(before),
      after: auditedFields(after),
    })
    inner.unitOfWork.afterCommit.push(forgetAccounts)
    return after
  })
