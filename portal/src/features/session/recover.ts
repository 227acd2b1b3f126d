import { recovery } from '@tablewire/contracts/identity/recovery'
import { api } from '#src/api/client.ts'
import { deviceText } from '#src/api/device.ts'
import { sessionStore } from '#src/api/session.ts'

export const askForLink = async (email: string): Promise<void> => {
  await api(recovery.ask, { body: { email, device: deviceText() } })
}

/** Throws `token.invalid` when the link no longer counts. */
export const checkLink = async (token: string): Promise<'recovery' | 'invitation'> =>
  (await api(recovery.check, { params: { token } })).purpose

/** Every session of that user ends, and so does the one this browser may still hold. */
export const setNewPassword = async (token: string, newPassword: string): Promise<void> => {
  await api(recovery.reset, { params: { token }, body: { newPassword, device: deviceText() } })
  sessionStore.end()
}
