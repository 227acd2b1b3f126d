import { tried } from './typed.ts'

const key = 'tablewire guest'
/** By then what he held is long over, and he is nobody again. */
const keptForMs = 3_600_000
const made = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')

/** What makes several tabs of a browser one guest, who holds two tables at most: made up, of no meaning elsewhere, and another one after an hour. */
export const guestKey = (): string => {
  const [kept, atMs] = (tried(() => localStorage.getItem(key)) ?? '').split(' ')
  if (kept && Date.now() - Number(atMs) < keptForMs) return kept
  tried(() => localStorage.setItem(key, `${made} ${Date.now()}`))
  return made
}
