import { type Proof, security } from '@tablewire/contracts/identity/security'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import type { ProofWay } from '#src/api/proof.ts'
import { makePasskey, PasskeyCanceled, PasskeyHere } from '#src/api/webauthn.ts'
import { NamePasskey } from './NamePasskey.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { useT } from './use-t.ts'

type NewPasskey = Awaited<ReturnType<typeof makePasskey>>
type AddPasskeyProps = {
  email: string
  ways: readonly ProofWay[]
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** A first name for it, to be changed: what this device calls itself. */
const deviceName = (): string => {
  const { userAgent } = navigator
  const system = (['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'] as const).find((name) => userAgent.includes(name))
  const browser = (['Firefox', 'Edg', 'Chrome', 'Safari'] as const).find((name) => userAgent.includes(name))?.replace('Edg', 'Edge')
  return [browser, system].filter(Boolean).join(', ')
}

/** AC9: who it is, then the device's own window, then a name to know it by. */
export const AddPasskey = ({ email, ways, onDone, onClose }: AddPasskeyProps) => {
  const t = useT()
  const [made, setMade] = useState<NewPasskey>()
  const say = (error: unknown): Error => {
    const text = error instanceof PasskeyCanceled ? t('passkey.canceled') : error instanceof PasskeyHere ? t('passkey.here') : undefined
    return text ? Object.assign(new Error(text), { code: 'passkey.refused' }) : (error as Error)
  }
  const make = async (proof: Proof): Promise<void> => {
    const options = await api(security.startPasskey, { body: proof })
    try {
      setMade(await makePasskey(options))
    } catch (error) {
      throw say(error)
    }
  }
  if (!made)
    return (
      <ProofDialog title={t('passkey.add')} action={t('continue')} ways={ways} email={email} onProof={make} onClose={onClose}>
        <p>{t('passkey.add.text')}</p>
      </ProofDialog>
    )
  const keep = async (name: string): Promise<void> => {
    const { recoveryCodes } = await api(security.addPasskey, { body: { name, response: made } })
    onDone(recoveryCodes)
  }
  return (
    <NamePasskey title={t('passkey.name.title')} action={t('passkey.keep')} before={deviceName()} onName={keep} onClose={onClose}>
      <p>{t('passkey.name.text')}</p>
    </NamePasskey>
  )
}
