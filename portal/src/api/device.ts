import { randomKey } from './random-key.ts'

const name = 'tablewire:device'
let made: string | undefined

/**
 * Device id: random text by which the server recognises this browser at a sign-in. It grants nothing and survives signing out: strangers who guess
 * passwords elsewhere then cannot lock out the owner.
 */
export const deviceText = (): string => {
  try {
    const kept = localStorage.getItem(name)
    if (kept) return kept
    made ??= randomKey()
    localStorage.setItem(name, made)
  } catch {
    // Without storage it lives as long as this page.
  }
  return (made ??= randomKey())
}
