import type { RwgAccount, RwgConfig } from '@tablewire/contracts/rms/system-fields'
import type { Ctx } from '#src/platform/ctx.ts'
import { isSftpHost, mayBeCalled, sftpPorts } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

type Parts = { rwgConfig?: RwgConfig | undefined; rwgAccount?: RwgAccount | undefined; secrets?: Record<string, unknown> | undefined }
type Horizon = { syncHorizon?: string | undefined; syncHorizonDays?: number | null | undefined }

const badAddresses = ({ ports }: Ctx, { rwgConfig, rwgAccount }: Parts): FieldProblems => {
  const isCallable = (text: string): boolean => mayBeCalled(text, { origins: ports.config.systemServices })
  const addresses: [field: string, text: string | null | undefined][] = [
    ['rwgConfig.apiUrl', rwgConfig?.apiUrl],
    ['rwgConfig.logo', rwgConfig?.logo],
    ['rwgConfig.logoWidget', rwgConfig?.logoWidget],
    ['rwgAccount.bookingServerUrl', rwgAccount?.bookingServerUrl],
  ]
  return Object.fromEntries(addresses.flatMap(([field, text]) => (text && !isCallable(text) ? [[field, [{ issue: 'address' }]]] : [])))
}

const badSftp = ({ rwgAccount }: Parts): FieldProblems => {
  if (!rwgAccount) return {}
  const { sftpUrl, sftpPort } = rwgAccount
  return {
    ...(sftpUrl && !isSftpHost(sftpUrl) ? { 'rwgAccount.sftpUrl': [{ issue: 'sftp_host' }] } : {}),
    ...(sftpPorts.includes(sftpPort) ? {} : { 'rwgAccount.sftpPort': [{ issue: 'only_allowed', value: sftpPorts.join(', ') }] }),
  }
}

const privateKey = /^-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END [A-Z ]*PRIVATE KEY-----$/
const badKey = ({ secrets }: Parts): FieldProblems => {
  const pem = secrets?.['sftpPrivateRsaKey']
  return typeof pem === 'string' && !privateKey.test(pem) ? { 'secrets.sftpPrivateRsaKey': [{ issue: 'invalid' }] } : {}
}

/** One refusal that names every address we would not call, beside its field. */
export const refuseAddresses = (ctx: Ctx, parts: Parts): void => {
  const fields: FieldProblems = { ...badAddresses(ctx, parts), ...badSftp(parts), ...badKey(parts) }
  if (Object.keys(fields).length > 0) throw new Problem('request.invalid', {}, fields)
}

/** Looking ahead so and so far needs the number of days. */
export const refuseHorizon = ({ syncHorizon, syncHorizonDays }: Horizon): void => {
  if (syncHorizon === 'horizon' && syncHorizonDays === null)
    throw new Problem('request.invalid', {}, { syncHorizonDays: [{ issue: 'required' }] })
}
