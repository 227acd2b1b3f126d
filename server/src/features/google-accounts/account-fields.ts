import { createPrivateKey } from 'node:crypto'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type GoogleSecret, googleSecrets, type googleAccounts, type SftpUsers } from '@tablewire/contracts/google/google-accounts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { isSftpHost, mayBeCalled, sftpPorts } from '#src/platform/net/guard.ts'
import { isHostKey, isSftpKey } from '#src/platform/net/sftp.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

export type AccountInput = Omit<Received<typeof googleAccounts.update>['body'], 'version'>

const privateKey = /^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/

const parsed = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
const signsForGoogle = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

type Issue = FieldProblems[string][number]['issue']
/** What is wrong with the key file of a service account, as Google hands it out: its key signs, and its address is asked. */
const faultOfKeyFile = (text: string, origins: readonly string[]): Issue | undefined => {
  const { client_email: email, private_key: key, token_uri: uri } = parsed(text)
  if (typeof email !== 'string' || !email.includes('@') || typeof key !== 'string' || !privateKey.test(key.trim())) return 'service_account'
  if (!signsForGoogle(key)) return 'key_unreadable'
  return uri === undefined || (typeof uri === 'string' && mayBeCalled(uri, { origins })) ? undefined : 'service_account'
}
const faultOfSftpKey = (text: string): Issue | undefined => {
  if (!privateKey.test(text)) return 'private_key'
  return isSftpKey(text) ? undefined : 'sftp_key_unreadable'
}
/** Updates are sent to addresses that begin with this one: nothing may stand behind its path. */
const faultOfBase = (text: string, origins: readonly string[]): Issue | undefined => {
  if (!mayBeCalled(text, { origins })) return 'address'
  return /[?#]/.test(text) ? 'base_address' : undefined
}
const isKnownHost = (text: string): boolean => hostKey.test(text) && (text.startsWith('SHA256:') || isHostKey(text))

/** `SHA256:…` as ssh-keygen tells it, or a line of known_hosts without the host. */
const hostKey = /^(SHA256:[A-Za-z0-9+/]{43}=?|(ssh-(rsa|ed25519)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/]{40,}={0,3}( \S*)?)$/

/** What stands before the change; of a new account nothing but its environment. */
type Standing = {
  id: string | null
  environment: string
  sftpUrl: string | null
  sftpUsers: Partial<SftpUsers>
  bookingServerUsername: string | null
}
type Used = { name: string; key: string; environment: string; host: string | null; users: Partial<SftpUsers> }

const otherAccounts = async (ctx: Ctx, stands: Standing): Promise<Used[]> => {
  const { rows } = await sql<Used>`
    select a.name, a.key, a.environment, a.sftp_url as host, a.sftp_users as users from google_accounts a where a.id is distinct from ${stands.id}`.execute(
    ctx.db,
  )
  return rows
}

/** Google takes each feed of each environment from a user of its own: by the same one, one would take the other's place there. */
const sharedUsers = (rows: readonly Used[], { sftpUsers, sftpUrl }: AccountInput, stands: Standing): FieldProblems => {
  const named = Object.entries({ ...stands.sftpUsers, ...sftpUsers }).filter((one): one is [string, string] => Boolean(one[1]))
  // What stood so before keeps nobody from changing something else.
  const fresh = named.filter(([feed, user]) => stands.sftpUsers[feed as keyof SftpUsers] !== user)
  const host = hostOf(sftpUrl === undefined ? stands.sftpUrl : sftpUrl)
  const others = rows.filter((one) => one.environment !== stands.environment || hostOf(one.host) === host)
  return Object.fromEntries(
    fresh.flatMap(([feed, user]) => {
      const isTwice = named.some(([other, its]) => other !== feed && its === user)
      if (isTwice) return [[`sftpUsers.${feed}`, [{ issue: 'feed_user_twice' }]]]
      const value = others.find(({ users }) => Object.values(users).includes(user))?.name
      return value === undefined ? [] : [[`sftpUsers.${feed}`, [{ issue: 'feed_user', value }]]]
    }),
  )
}
const hostOf = (url: string | null): string | null => url?.replace(/^sftp:\/\//i, '').toLowerCase() ?? null

type Wrong = readonly [field: string, isWrong: unknown, issue: FieldProblems[string][number]][]
const named = (list: Wrong): FieldProblems =>
  Object.fromEntries(list.flatMap(([field, isWrong, issue]) => (isWrong ? [[field, [issue]]] : [])))

/** Addresses we would not call, and keys that are none. */
const faultsOf = (
  { sftpUrl, sftpPort, apiUrl, sftpPrivateRsaKey, oauthKey, sftpHostKey }: AccountInput,
  trusted: readonly string[],
): Wrong => {
  // Hosts of one's own network stand on the operator's allow list, with their port.
  const isListed = !!sftpUrl && trusted.includes(`sftp://${sftpUrl.replace(/^sftp:\/\//i, '')}:${sftpPort ?? 19_321}`)
  const faults = {
    apiUrl: apiUrl && faultOfBase(apiUrl, trusted),
    sftpPrivateRsaKey: sftpPrivateRsaKey && faultOfSftpKey(sftpPrivateRsaKey.trim()),
    oauthKey: oauthKey && faultOfKeyFile(oauthKey, trusted),
  }
  return [
    ['sftpUrl', sftpUrl && !isListed && !isSftpHost(sftpUrl), { issue: 'sftp_host' }],
    ['sftpPort', sftpPort && !isListed && !sftpPorts.includes(sftpPort), { issue: 'only_allowed', value: sftpPorts.join(', ') }],
    ['sftpHostKey', sftpHostKey && !isKnownHost(sftpHostKey.trim()), { issue: 'host_key' }],
    ...Object.entries(faults).flatMap(([field, issue]): Wrong[number][] => (issue ? [[field, true, { issue }]] : [])),
  ]
}

/** One refusal that names every field: an address we would not call, a key that is none, a name that is taken. */
export const refuseFields = async (ctx: Ctx, given: AccountInput, stands: Standing): Promise<void> => {
  const { key, bookingServerPassword, bookingServerUsername } = given
  const others = await otherAccounts(ctx, stands)
  const found = { ...named(faultsOf(given, ctx.ports.config.systemServices)), ...sharedUsers(others, given, stands) }
  if (!Object.keys(found).length) return
  const username = bookingServerUsername === undefined ? stands.bookingServerUsername : bookingServerUsername
  // What is refused under a code of its own where it is all that is wrong.
  const beside = named([
    ['key', key && others.some((one) => one.key === key), { issue: 'google_account.key_taken', value: key ?? '' }],
    ['bookingServerUsername', bookingServerPassword && !username, { issue: 'required' }],
  ])
  throw new Problem('request.invalid', {}, { ...found, ...beside })
}

/** The settings as columns; what is not given stays. Passwords and sealed secrets are written apart. */
export const accountColumns = (given: AccountInput, users: object = {}) => {
  const {
    sftpUsers,
    capabilities,
    bookingServerUsername,
    bookingServerPassword: _hashed,
    sftpPrivateRsaKey: _key,
    oauthKey: _oauth,
    ...columns
  } = given
  return {
    ...columns,
    ...(sftpUsers ? { sftpUsers: JSON.stringify({ ...users, ...sftpUsers }) } : {}),
    ...(capabilities ? { capabilities: [...new Set(capabilities)].toSorted() } : {}),
    ...(bookingServerUsername === undefined ? {} : { username: bookingServerUsername }),
  }
}

/** Null removes a secret, text seals a new one, and secrets not named stay. */
export const writeSecrets = async (
  ctx: Ctx,
  accountId: string,
  given: Partial<Record<GoogleSecret, string | null | undefined>>,
): Promise<void> => {
  for (const name of googleSecrets) {
    const plain = given[name]
    if (plain === undefined) continue
    if (plain === null) {
      await ctx.db.deleteFrom('googleSecrets').where('accountId', '=', accountId).where('name', '=', name).execute()
      continue
    }
    const row = { sealed: ctx.ports.secrets.seal(plain), setAt: ctx.clock().toString() }
    await ctx.db
      .insertInto('googleSecrets')
      .values({ accountId, name, ...row })
      .onConflict((conflict) => conflict.columns(['accountId', 'name']).doUpdateSet(row))
      .execute()
  }
}
