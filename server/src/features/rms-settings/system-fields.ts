import type { RwgAccount, RwgConfig } from '@tablewire/contracts/rms/system-fields'
import type { Ctx } from '#src/platform/ctx.ts'
import { isSftpHost, mayBeCalled, sftpPorts } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

type Parts = { rwgConfig?: RwgConfig | undefined; rwgAccount?: RwgAccount | undefined; secrets?: Record<string, unknown> | undefined }
type Horizon = { syncHorizon?: string | undefined; syncHorizonDays?: number | null | undefined }

/** One refusal that names every address we would not call, beside its field. */
export const refuseAddresses = ({ ports }: Ctx, { rwgConfig, rwgAccount, secrets }: Parts): void => {
  const isCallable = (text: string): boolean => mayBeCalled(text, { origins: ports.config.systemServices })
  const addresses: [field: string, text: string | null | undefined][] = [
    ['rwgConfig.apiUrl', rwgConfig?.apiUrl],
    ['rwgConfig.logo', rwgConfig?.logo],
    ['rwgConfig.logoWidget', rwgConfig?.logoWidget],
    ['rwgAccount.bookingServerUrl', rwgAccount?.bookingServerUrl],
  ]
  const fields: FieldProblems = {}
  for (const [field, text] of addresses) if (text && !isCallable(text)) fields[field] = [{ issue: 'address' }]
  if (rwgAccount?.sftpUrl && !isSftpHost(rwgAccount.sftpUrl)) fields['rwgAccount.sftpUrl'] = [{ issue: 'sftp_host' }]
  if (rwgAccount && !sftpPorts.includes(rwgAccount.sftpPort))
    fields['rwgAccount.sftpPort'] = [{ issue: 'only_allowed', value: sftpPorts.join(', ') }]
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
