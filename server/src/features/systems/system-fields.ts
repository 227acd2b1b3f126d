import type { RwgAccount, RwgConfig } from '@tablewire/contracts/system-fields'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { isPublicHost, publicHttpsUrl } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

type Parts = { rwgConfig?: RwgConfig | undefined; rwgAccount?: RwgAccount | undefined; secrets?: Record<string, unknown> | undefined }
type Horizon = { syncHorizon?: string | undefined; syncHorizonDays?: number | null | undefined }

/** `sftp://host` or the bare name of a host. */
const isSftpHost = (text: string): boolean => {
  const url = text.includes('://') ? text : `sftp://${text}`
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  return protocol === 'sftp:' && !username && !password && !search && !hash && isPublicHost(hostname)
}
const isPublicHttps = (text: string): boolean => {
  try {
    return publicHttpsUrl(text) !== undefined
  } catch {
    return false
  }
}

/** One refusal that names every address we would not call, beside its field. */
export const refuseAddresses = ({ rwgConfig, rwgAccount, secrets }: Parts): void => {
  const given: [field: string, text: string | null | undefined, fits: (text: string) => boolean][] = [
    ['rwgConfig.apiUrl', rwgConfig?.apiUrl, isPublicHttps],
    ['rwgConfig.logo', rwgConfig?.logo, isPublicHttps],
    ['rwgConfig.logoWidget', rwgConfig?.logoWidget, isPublicHttps],
    ['rwgAccount.bookingServerUrl', rwgAccount?.bookingServerUrl, isPublicHttps],
    ['rwgAccount.sftpUrl', rwgAccount?.sftpUrl, isSftpHost],
  ]
  const fields: FieldProblems = {}
  for (const [field, text, fits] of given) if (text && !fits(text)) fields[field] = [{ issue: 'system.address_refused' }]
  const pem = secrets?.['sftpPrivateRsaKey']
  if (typeof pem === 'string' && !/^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/.test(pem))
    fields['secrets.sftpPrivateRsaKey'] = [{ issue: 'invalid' }]
  if (Object.keys(fields).length > 0) throw new Problem('request.invalid', {}, fields)
}

/** Looking ahead so and so far needs the number of days. */
export const refuseHorizon = ({ syncHorizon, syncHorizonDays }: Horizon): void => {
  if (syncHorizon === 'horizon' && syncHorizonDays === null)
    throw new Problem('request.invalid', {}, { syncHorizonDays: [{ issue: 'required' }] })
}

/** What the database refuses, in words. */
export const refuseTaken =
  ({ code = '', name = '' }: { code?: string | undefined; name?: string | undefined }) =>
  (error: unknown): never => {
    const { constraint } = (error ?? {}) as { constraint?: string }
    if (sqlCodeOf(error) === '23505' && constraint === 'systems_code_key')
      throw new Problem('system.code_taken', { code }, { code: [{ issue: 'system.code_taken', values: { code } }] })
    if (sqlCodeOf(error) === '23505' && constraint === 'systems_name')
      throw new Problem('system.name_taken', { name }, { name: [{ issue: 'system.name_taken', values: { name } }] })
    if (sqlCodeOf(error) === 'TW010') throw new Problem('system.built_in')
    throw error
  }
