import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useRepairT = areaPhrases<typeof en>('reservations/repair')
