import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const usePhaseT = areaPhrases<typeof en>('reservations/phases')
export type PhaseSay = ReturnType<typeof usePhaseT>
