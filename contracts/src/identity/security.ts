import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { PasskeyAssertion, PasskeyCreationOptions, PasskeyRegistration, PasskeyRequestOptions } from './passkeys.ts'
import { Id, IdParams, Instant, text } from '../kit/wire.ts'

/** How a session began. `acting`: an administrator acts as this user. */
export const SessionKind = z.enum(['password', 'passkey', 'hash_credentials', 'acting', 'demo'])
export type SessionKind = z.infer<typeof SessionKind>

/** A place where somebody is signed in. Browser, system and address are told coarsely, for people to recognise. */
export const Session = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  kind: SessionKind,
  /** What was shown beside the password; null when nothing was. */
  secondFactor: z.nullable(z.enum(['totp', 'recovery_code', 'passkey'])),
  /** `Firefox`, `Chrome`, …; null when unknown. */
  browser: z.nullable(z.string()),
  /** `Windows`, `macOS`, `Android`, …; null when unknown. */
  system: z.nullable(z.string()),
  device: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
  /** The network, not the address: `198.51.100.0/24`, `2001:db8:1::/48`; null when unknown. */
  network: z.nullable(z.string()),
  /** "Remember me" was chosen. */
  longTime: z.boolean(),
  startedAt: Instant,
  /** To about five minutes. */
  usedAt: Instant,
  /** The administrator who acts here as this user. */
  actedBy: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type Session = z.infer<typeof Session>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  usedAt: z.nullable(Instant),
  /** Kept by the maker's cloud and on other devices as well. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecurityState = z.object({
  /** True = a password alone no longer signs in. */
  twoFactor: z.boolean(),
  /** Since when codes of an app are asked for; null = not set up. */
  totpSince: z.nullable(Instant),
  passkeys: z.array(Passkey),
  /** Of ten; 0 without a second factor. */
  recoveryCodesLeft: z.int(),
  /** False where this host cannot have passkeys (an IP address, or no https). */
  passkeysPossible: z.boolean(),
})
export type SecurityState = z.infer<typeof SecurityState>

/**
 * Who sits there is asked once more before anything about signing in changes: the password and, where a second factor is set up, one of the others as
 * well. Wrong ones are counted like failed sign-ins.
 */
export const Proof = z.object({
  currentPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  /** A code of the app that is set up. */
  otp: z.optional(z.string().check(z.maxLength(20))),
  recoveryCode: z.optional(z.string().check(z.maxLength(40))),
  /** A passkey's answer to POST /user/proof-options. */
  assertion: z.optional(PasskeyAssertion),
})
export type Proof = z.infer<typeof Proof>
/** Every way a proof is refused. */
export const proofFaults = ['password.wrong', 'otp.wrong', 'passkey.refused'] as const
/** Shown this once; null when codes exist already, which stay good. */
const NewCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

/** One's own sessions and second factors. Nothing of it can be changed while acting as somebody else (`acting.forbidden`). */
export const security = defineArea('security', {
  passkeyOptions: {
    method: 'POST',
    path: '/v2/passkey-options',
    summary: 'Begin a sign-in by passkey alone: the options for navigator.credentials.get(), good for five minutes.',
    can: 'public',
    audit: 'none',
    result: PasskeyRequestOptions,
    envelope: 'data',
    errors: ['passkey.impossible'],
  },
  sessions: {
    method: 'GET',
    path: '/user/sessions',
    summary: 'Where one is signed in, the last used first; at most 100.',
    can: 'session',
    audit: 'none',
    result: z.array(Session),
    envelope: 'data',
    errors: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/:id',
    summary: 'Sign out one of the own sessions.',
    can: 'session',
    audit: 'session.ended',
    params: IdParams,
    result: z.object({ ended: z.boolean() }),
    envelope: 'data',
    errors: ['session.not_found', 'acting.forbidden'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Sign out everywhere but here.',
    can: 'session',
    audit: 'session.others_ended',
    result: z.object({ ended: z.int() }),
    envelope: 'data',
    errors: ['acting.forbidden'],
  },
  state: {
    method: 'GET',
    path: '/user/security',
    summary: 'Which second factors are set up.',
    can: 'session',
    audit: 'none',
    result: SecurityState,
    envelope: 'data',
    errors: [],
  },
  proofOptions: {
    method: 'POST',
    path: '/user/proof-options',
    summary:
      'Begin to show a passkey before changing how one signs in: the options for navigator.credentials.get(), good for five minutes and for nothing else.',
    can: 'session',
    audit: 'none',
    result: PasskeyRequestOptions,
    envelope: 'data',
    errors: ['passkey.impossible', 'acting.forbidden'],
  },
  startTotp: {
    method: 'POST',
    path: '/user/totp',
    summary: 'Begin with codes of an app (TOTP): the secret to scan, which counts once confirmed. A second call replaces the first.',
    can: 'session',
    audit: 'totp.started',
    body: Proof,
    /** `secret` in base32 for typing, `uri` (otpauth://) for the QR code; shown this once. SHA-1, 6 digits, 30 seconds. */
    result: z.object({ secret: z.string(), uri: z.string() }),
    envelope: 'data',
    errors: [...proofFaults, 'totp.active', 'acting.forbidden'],
  },
  confirmTotp: {
    method: 'POST',
    path: '/user/totp/confirm',
    summary: 'Show a code of the app: from now on one is asked for at every sign-in.',
    can: 'session',
    audit: 'totp.activated',
    body: z.object({ otp: z.string().check(z.maxLength(20)) }),
    result: NewCodes,
    envelope: 'data',
    errors: ['otp.wrong', 'totp.active', 'totp.missing', 'acting.forbidden'],
  },
  disableTotp: {
    method: 'POST',
    path: '/user/totp/disable',
    summary: 'No longer ask for codes of the app.',
    can: 'session',
    audit: 'totp.disabled',
    body: Proof,
    result: SecurityState,
    envelope: 'data',
    errors: [...proofFaults, 'totp.missing', 'acting.forbidden'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/user/recovery-codes',
    summary: 'Ten new recovery codes, shown this once; older ones are worthless.',
    can: 'session',
    audit: 'recovery_codes.renewed',
    body: Proof,
    result: z.object({ recoveryCodes: z.array(z.string()) }),
    envelope: 'data',
    errors: [...proofFaults, 'second_factor.missing', 'acting.forbidden'],
  },
  startPasskey: {
    method: 'POST',
    path: '/user/passkeys/options',
    summary: 'Begin with a new passkey: the options for navigator.credentials.create(), good for five minutes.',
    can: 'session',
    audit: 'none',
    body: Proof,
    result: PasskeyCreationOptions,
    envelope: 'data',
    errors: [...proofFaults, 'passkey.impossible', 'passkey.too_many', 'acting.forbidden'],
  },
  addPasskey: {
    method: 'POST',
    path: '/user/passkeys',
    summary: 'Keep the passkey that was made; it signs in alone, and is a second factor beside the password.',
    can: 'session',
    audit: 'passkey.added',
    body: z.object({ name: text(60), response: PasskeyRegistration }),
    result: z.object({ passkey: Passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
    envelope: 'data',
    status: 201,
    errors: ['passkey.refused', 'passkey.known', 'passkey.too_many', 'acting.forbidden'],
  },
  renamePasskey: {
    method: 'PUT',
    path: '/user/passkeys/:id',
    summary: 'Give a passkey another name.',
    can: 'session',
    audit: 'passkey.renamed',
    params: IdParams,
    body: z.object({ name: text(60) }),
    result: Passkey,
    envelope: 'data',
    errors: ['passkey.not_found', 'acting.forbidden'],
  },
  deletePasskey: {
    method: 'POST',
    path: '/user/passkeys/:id/delete',
    summary: 'Remove a passkey; it no longer signs in.',
    can: 'session',
    audit: 'passkey.deleted',
    params: IdParams,
    body: Proof,
    result: SecurityState,
    envelope: 'data',
    errors: [...proofFaults, 'passkey.not_found', 'acting.forbidden'],
  },
})
