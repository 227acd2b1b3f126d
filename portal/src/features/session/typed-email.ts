let typed = ''

/** The address written on one page for guests stands on the next one, too; in memory only, never in an address. */
export const typedEmail = {
  get: (): string => typed,
  keep: (email: string): void => {
    typed = email.trim()
  },
}

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())
