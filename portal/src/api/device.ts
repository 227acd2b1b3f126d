import { randomKey } from './random-key.ts'

const name = 'tablewire:device'
let made: string | undefined

/**
 * A text of chance by which the server knows this browser again when somebody signs in. It opens nothing and stays when one signs out: strangers who try
 * passwords elsewhere then lock nobody out here.
 */
export const deviceText = (): string => {
  try {
    const kept = localStorage.getItem(name)
    if (kept) return kept
    made ??= randomKey()
    localStorage.setItem(name, made)
  } catch {
    // Without storage this page knows it as long as it is open.
  }
  return (made ??= randomKey())
}
