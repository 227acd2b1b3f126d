import type { Received } from '@tablewire/contracts/kit/endpoint'
import { type GoogleSecret, googleSecrets, type googleAccounts } from '@tablewire/contracts/google/google-accounts'
import type { Ctx } from '#src/platform/ctx.ts'
import { isSftpHost, mayBeCalled, sftpPorts } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

export type AccountInput = Omit<Received<typeof googleAccounts.update>['body'], 'version'>

const privateKey = /^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/

/** The key file of a service account, as Google hands it out. */
const isServiceAccount = (text: string): boolean => {
  try {
    const { client_email: email, private_key: key } = JSON.parse(text) as Record<string, unknown>
    return typeof email === 'string' && typeof key === 'string' && privateKey.test(key.trim())
  } catch {
    return false
  }
}

/** `SHA256:…` as ssh-keygen tells it, or a line of known_hosts without the host. */
const hostKey = /^(SHA256:[A-Za-z0-9+/]{43}=?|(ssh-(rsa|ed25519)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/]{40,}={0,3}( \S*)?)$/

/** One refusal that names every field with an address we would not call, or a key that is none. */
export const refuseFields = ({ ports }: Ctx, given: AccountInput): void => {
  const { sftpUrl, sftpPort, apiUrl, sftpPrivateRsaKey, oauthKey, sftpHostKey } = given
  const trusted = ports.config.systemServices
  // Hosts of one's own network stand on the operator's allow list, with their port.
  const isListed = !!sftpUrl && trusted.includes(`sftp://${sftpUrl.replace(/^sftp:\/\//i, '')}:${sftpPort ?? 19_321}`)
  const wrong: [field: string, isWrong: unknown, issue: FieldProblems[string][number]][] = [
    ['sftpUrl', sftpUrl && !isListed && !isSftpHost(sftpUrl), { issue: 'sftp_host' }],
    ['sftpPort', sftpPort && !isListed && !sftpPorts.includes(sftpPort), { issue: 'only_allowed', value: sftpPorts.join(', ') }],
    ['sftpHostKey', sftpHostKey && !hostKey.test(sftpHostKey.trim()), { issue: 'invalid' }],
    ['apiUrl', apiUrl && !mayBeCalled(apiUrl, { origins: trusted }), { issue: 'address' }],
    ['sftpPrivateRsaKey', sftpPrivateRsaKey && !privateKey.test(sftpPrivateRsaKey.trim()), { issue: 'invalid' }],
    ['oauthKey', oauthKey && !isServiceAccount(oauthKey), { issue: 'invalid' }],
  ]
  const fields = wrong.filter(([, isWrong]) => isWrong)
  if (fields.length) throw new Problem('request.invalid', {}, Object.fromEntries(fields.map(([field, , issue]) => [field, [issue]])))
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
