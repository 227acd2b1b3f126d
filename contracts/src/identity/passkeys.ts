import { z } from 'zod/mini'

/*
 * WebAuthn's own JSON (level 3, `PublicKeyCredential.toJSON()` and `parse…OptionsFromJSON()`): what the browser gives is sent as it is.
 * Binary values are base64url.
 */
const base64url = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/))
const Transport = z.string().check(z.maxLength(20))
/** Results of extensions; nothing here depends on them. */
const Extensions = z.record(z.string().check(z.maxLength(60)), z.unknown())
const credential = {
  id: base64url(1500),
  rawId: base64url(1500),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  clientExtensionResults: z.optional(Extensions),
}

/** What `navigator.credentials.create()` gives. */
export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(6000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(Transport).check(z.maxLength(10))),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** What `navigator.credentials.get()` gives. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(6000),
    authenticatorData: base64url(6000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) })

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. Times in milliseconds. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.enum(['required', 'preferred']),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('preferred') }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>
