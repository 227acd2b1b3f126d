let typed = ''

/** The address written on one page for guests stands on the next one, too; in memory only, never in an address. */
export const typedEmail = {
  get: (): string => typed,
  keep: (email: string): void => {
    typed = email.trim()
  },
}

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** What may be typed to sign in: an address, or a user name, which never holds an @. */
export const looksLikeSignIn = (text: string): boolean => looksLikeEmail(text) || /^[a-z0-9][a-z0-9._-]*$/i.test(text.trim())
