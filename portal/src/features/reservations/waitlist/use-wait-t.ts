import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useWaitT = areaPhrases<typeof en>('reservations/waitlist')
export type WaitSay = ReturnType<typeof useWaitT>

/** What the party at the door was told when it came, in words; empty where it waits no more, or was told nothing. */
export const quotedText = (t: WaitSay, { status, quotedMinutes }: Pick<WaitlistEntry, 'status' | 'quotedMinutes'>): string => {
  if (status !== 'waiting' || quotedMinutes === null) return ''
  return quotedMinutes === 0 ? t('quoted.now') : t('quoted', { count: quotedMinutes })
}
