import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@tablewire/contracts/identity/passkeys'
import { hasPasskeys } from './has-passkeys.ts'

/** The user closed the browser's dialog, let it time out, or has no passkey for this address. */
export class PasskeyCanceled extends Error {
  override name = 'PasskeyCanceled'
}
/** This device already holds a passkey of this account. */
export class PasskeyHere extends Error {
  override name = 'PasskeyHere'
}

/** Whether the browser supports passkeys in autofill (conditional UI). */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)

// The browsers' own JSON functions are recent, and password managers that replace the WebAuthn API lack them.
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

const promptCredential = async (work: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
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

/** Authenticates with a passkey. `conditional`: offered in autofill only, and the answer may never come. */
export const showPasskey = async (
  options: PasskeyRequestOptions,
  { conditional = false, signal }: Asking = {},
): Promise<PasskeyAssertion> => {
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: descriptorsOf(options.allowCredentials) }
  const found = await promptCredential(() =>
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

/** Registers a new passkey. */
export const makePasskey = async (options: PasskeyCreationOptions): Promise<PasskeyRegistration> => {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: descriptorsOf(options.excludeCredentials),
  }
  const made = await promptCredential(() => navigator.credentials.create({ publicKey }))
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
