import type { GuestProfile } from '@tablewire/contracts/booking/guests'

/** `id` under which he was asked for, which may be another of his addresses. */
export type GuestPart = { id: string; guest: GuestProfile; mayWrite: boolean }

/** With what was typed, once, however it is written. */
export const withWord = (said: readonly string[], typed: string): string[] => {
  const word = typed.trim().replaceAll(/\s+/g, ' ')
  return word === '' || said.some((one) => one.toLowerCase() === word.toLowerCase()) ? [...said] : [...said, word]
}
