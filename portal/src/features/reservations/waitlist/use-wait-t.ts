import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useWaitT = areaPhrases<typeof en>('reservations/waitlist')
export type WaitSay = ReturnType<typeof useWaitT>
