import { type GoogleSecret, googleSecrets } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import { demoGoogleKey, demoSftpHost } from '../seed/demo-google.ts'
import { accountById, forgetAccounts } from '#src/features/google-accounts/api.ts'
import { merchantsNamed, serviceRecord, type ServiceRecord } from '#src/features/google-merchants/api.ts'
import { hashPassword, passwordMatches } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'

/** A place in the words of Google's merchants feed, for the map until the first feed comes. */
type ListedMerchant = {
  merchant_id: string
  name: string
  telephone?: string
  url?: string
  category: string
  geo: { latitude: number; longitude: number; address: Record<string, string> }
}
type Waitlists = Record<string, ServiceRecord['waitlist_rules']>
export type GoogleIntroduction = { account: string; username: string; merchants: ListedMerchant[]; waitlists: Waitlists }

type PlaceRow = {
  id: string
  name: string
  phone: string | null
  website: string | null
  cuisine: string | null
  latitude: number
  longitude: number
  address: Record<string, string>
}
const listed = async ({ db }: Ctx, channelId: string): Promise<ListedMerchant[]> => {
  const { rows } = await sql<PlaceRow>`
    select v.id, v.name, v.phone_number as phone, v.website, v.cuisine, v.latitude::float8 as latitude, v.longitude::float8 as longitude,
      jsonb_strip_nulls(jsonb_build_object('country', v.country_code, 'locality', v.city, 'postal_code', v.postal_code, 'street_address', v.address)) as address
    from channel_venues cv join venues v on v.id = cv.venue_id
    where cv.channel_id = ${channelId} and cv.state = 'live' and v.active and v.latitude is not null and v.longitude is not null
    order by v.name, v.id limit 500`.execute(db)
  return rows.map(({ id, name, phone, website, cuisine, latitude, longitude, address }) => ({
    merchant_id: id,
    name,
    ...(phone === null ? {} : { telephone: phone }),
    ...(website === null ? {} : { url: website }),
    category: cuisine === null ? 'Restaurant' : `${cuisine} restaurant`,
    geo: { latitude, longitude, address },
  }))
}

/** Whose waitlist guests may join, as the feed of services will say. */
const waitlistsOf = async (ctx: Ctx, accountId: string, merchants: readonly ListedMerchant[]): Promise<Waitlists> => {
  const account = await accountById(ctx.db, accountId)
  if (!account) return {}
  const known = await merchantsNamed(
    ctx,
    account,
    merchants.map(({ merchant_id: id }) => id),
  )
  const rules = known.map((merchant) => [merchant.id, serviceRecord(account, merchant).waitlist_rules] as const)
  return Object.fromEntries(rules.filter(([, one]) => one))
}

const madeBy = 'Sandbox'
const validMonths = 6
/** The demo's password is given anew long before Google's half year ends. */
const renewedBeforeDays = 60

const givePassword = async ({ db, clock }: Ctx, account: { id: string; username: string }, password: string): Promise<void> => {
  const now = clock()
  const until = now.add({ hours: renewedBeforeDays * 24 }).toString()
  const known = await db
    .selectFrom('googlePasswords')
    .select('hash')
    .where('accountId', '=', account.id)
    .where('createdBy', '=', madeBy)
    .where('username', '=', account.username)
    .where('expiresAt', '>', until)
    .execute()
  for (const { hash } of known) if (await passwordMatches(hash, password)) return
  await db
    .insertInto('googlePasswords')
    .values({
      id: newId(),
      accountId: account.id,
      username: account.username,
      hash: await hashPassword(password),
      createdBy: madeBy,
      createdAt: now.toString(),
      expiresAt: now.toZonedDateTimeISO('UTC').add({ months: validMonths }).toInstant().toString(),
    })
    .execute()
}

/** What the sandbox's Google hands out to its partner: where feeds go and by which key, and the key file of its service account. */
export type GoogleAccess = {
  feeds: {
    port: number
    fingerprint: string
    users: { merchants: string; services: string; availability: string; generic: string }
    privateKey: string
  }
  keyFile: object
}
export const loopback = '127.0.0.1'

const seal = async ({ db, ports, clock }: Ctx, accountId: string, secrets: Record<GoogleSecret, string>): Promise<void> => {
  for (const name of googleSecrets) {
    const row = { sealed: ports.secrets.seal(secrets[name]), setAt: clock().toString() }
    await db
      .insertInto('googleSecrets')
      .values({ accountId, name, ...row })
      .onConflict((conflict) => conflict.columns(['accountId', 'name']).doUpdateSet(row))
      .execute()
  }
}

/** Addresses and keys that people have set for another host are theirs. */
const giveAddresses = async (ctx: Ctx, accountId: string, { origin, feeds, keyFile }: GoogleAccess & { origin: string }): Promise<void> => {
  const { merchants, services, availability, generic } = feeds.users
  const changed = await ctx.db
    .updateTable('googleAccounts')
    .set({
      apiUrl: origin,
      sftpUrl: loopback,
      sftpPort: feeds.port,
      sftpHostKey: feeds.fingerprint,
      sftpUsers: JSON.stringify({ merchants, service: services, availability, generic }),
    })
    .where('id', '=', accountId)
    .where((where) => where.or([where('sftpUrl', 'is', null), where('sftpUrl', 'in', [demoSftpHost, loopback])]))
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) await seal(ctx, accountId, { sftpPrivateRsaKey: feeds.privateKey, oauthKey: JSON.stringify(keyFile) })
}

/** Gives the sandbox's Google the demo's account; undefined when people have removed it, or given it to production. */
export const connectGoogle = async (
  ctx: Ctx,
  { password, ...access }: GoogleAccess & { origin: string; password: string },
): Promise<GoogleIntroduction | undefined> =>
  transaction(ctx, async (inner) => {
    const account = await inner.db
      .selectFrom('googleAccounts')
      .select(['id', 'key', 'username', 'channelId'])
      .where('key', '=', demoGoogleKey)
      .where('environment', '=', 'sandbox')
      .where('active', '=', true)
      .executeTakeFirst()
    if (!account?.username) return undefined
    const { id, key, username, channelId } = account
    await givePassword(inner, { id, username }, password)
    await giveAddresses(inner, id, access)
    inner.unitOfWork.afterCommit.push(forgetAccounts)
    const merchants = await listed(inner, channelId)
    return { account: key, username, merchants, waitlists: await waitlistsOf(inner, id, merchants) }
  })
