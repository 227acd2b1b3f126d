import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useTimelineT = areaPhrases<typeof en>('reservations/timeline')
export type TimelineSay = ReturnType<typeof useTimelineT>
