import { type Proof, security, type SecurityState } from '@tablewire/contracts/identity/security'
import { api } from './client.ts'
import { hasPasskeys } from './has-passkeys.ts'

/** A second factor available on this device, the most usual first. */
export type ProofWay = 'totp' | 'passkey' | 'recovery_code'
export const proofWays = ({ twoFactor, totpSince, passkeys, passkeysPossible, recoveryCodesLeft }: SecurityState): ProofWay[] => [
  ...(totpSince ? (['totp'] as const) : []),
  ...(passkeys.length > 0 && passkeysPossible && hasPasskeys() ? (['passkey'] as const) : []),
  ...(twoFactor && recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
]

/** What was typed, with the answer of the device where a passkey is to be shown. */
export const proofFrom = async ({ password, way, code }: { password: string; way: ProofWay | undefined; code: string }): Promise<Proof> => {
  const currentPassword = password
  if (way === 'totp') return { currentPassword, otp: code }
  if (way === 'recovery_code') return { currentPassword, recoveryCode: code }
  if (way === undefined) return { currentPassword }
  const { showPasskey } = await import('./webauthn.ts')
  return { currentPassword, assertion: await showPasskey(await api(security.proofOptions)) }
}
