import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Instant } from '../kit/wire.ts'

/** Why a password that is long enough is refused: it is one of those tried first, made of names around its owner, or the one there is. */
export const passwordFaults = ['password.common', 'password.own_words', 'password.unchanged'] as const

/**
 * A text of chance that a browser or program makes for itself and sends with every sign-in. Where an account was signed in before, its tries are counted
 * by themselves: strangers who try passwords do not lock it there.
 */
export const Device = z.string().check(z.regex(/^[\w-]{22,100}$/))

/** A password somebody chooses: at least ten characters, of any kind. */
export const NewPassword = z.string().check(z.minLength(10), z.maxLength(200))

/** The secret of the link in the mail: `<portal>/reset-password/<token>`. */
const TokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+$/)) })

/** Who forgot the password. Nothing here tells whether an address is known. */
export const recovery = defineArea('recovery', {
  ask: {
    method: 'POST',
    path: '/recover-password',
    summary: 'Mail a link for a new password to that address, if somebody signs in with it; the answer is always the same.',
    can: 'public',
    audit: 'password.recovery_asked',
    body: z.object({ email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320), z.email()), device: z.optional(Device) }),
    result: z.object({ sent: z.literal(true) }),
    envelope: 'data',
    errors: [],
  },
  check: {
    method: 'GET',
    path: '/recover-password/:token',
    summary: 'Whether the link of such a mail still counts: once, only the newest, for an hour, or for seven days when it invites.',
    can: 'public',
    audit: 'none',
    params: TokenParams,
    /** `invitation`: the first password of somebody who was added. */
    result: z.object({ expiresAt: Instant, purpose: z.enum(['recovery', 'invitation']) }),
    envelope: 'data',
    errors: ['token.invalid'],
  },
  reset: {
    method: 'POST',
    path: '/recover-password/:token',
    summary: 'Set a new password with the link of the mail; every session of the user ends.',
    can: 'public',
    audit: 'user.password_reset',
    params: TokenParams,
    body: z.object({ newPassword: NewPassword, device: z.optional(Device) }),
    result: z.object({ changed: z.literal(true) }),
    envelope: 'data',
    errors: ['token.invalid', ...passwordFaults],
  },
  redirect: {
    method: 'GET',
    path: '/redirect-target',
    summary: 'Whether a sign-in may lead to that address: this host itself, or the own domain of a brand.',
    can: 'public',
    audit: 'none',
    query: z.object({ url: z.string().check(z.minLength(1), z.maxLength(2000)) }),
    /** `url`: the whole address to go to, null when it is not allowed. */
    result: z.object({ allowed: z.boolean(), url: z.nullable(z.string()) }),
    envelope: 'data',
    errors: [],
  },
})
