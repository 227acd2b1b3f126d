import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@tablewire/contracts/identity/passkeys'
import { hasPasskeys } from './has-passkeys.ts'

/** Somebody closed the browser's own window, let it wait too long, or has no passkey for this address. */
export class PasskeyCanceled extends Error {
  override name = 'PasskeyCanceled'
}
/** This device already holds a passkey of this account. */
export class PasskeyHere extends Error {
  override name = 'PasskeyHere'
}

/** Whether the browser offers passkeys where the e-mail address is written. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)

// The browsers' own JSON functions are young, and password managers that stand in for the browser leave them out.
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

type Described = PasskeyRequestOptions['allowCredentials']
const descriptorsOf = (given: Described): PublicKeyCredentialDescriptor[] =>
  given.map(({ id, type, transports }) => ({
    id: bytesOf(id),
    type,
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }))

const asked = async (work: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await work()
    if (!credential) throw new PasskeyCanceled()
    return credential as PublicKeyCredential
  } catch (error) {
    const { name } = error as Error
    if (name === 'InvalidStateError') throw new PasskeyHere()
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCanceled()
    throw error
  }
}

const outer = ({ id, rawId, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  rawId: textOf(rawId),
  type: 'public-key' as const,
  authenticatorAttachment,
})

type Asking = { conditional?: boolean; signal?: AbortSignal }

/** Shows a passkey. `conditional`: the browser only offers it beside the field, and the answer may never come. */
export const showPasskey = async (
  options: PasskeyRequestOptions,
  { conditional = false, signal }: Asking = {},
): Promise<PasskeyAssertion> => {
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: descriptorsOf(options.allowCredentials) }
  const found = await asked(() =>
    navigator.credentials.get({ publicKey, ...(conditional ? { mediation: 'conditional' as const } : {}), ...(signal ? { signal } : {}) }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse
  return {
    ...outer(found),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle ? { userHandle: textOf(userHandle) } : {}),
    },
  }
}

/** Has the device make a passkey and keep it. */
export const makePasskey = async (options: PasskeyCreationOptions): Promise<PasskeyRegistration> => {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: descriptorsOf(options.excludeCredentials),
  }
  const made = await asked(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return {
    ...outer(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}
