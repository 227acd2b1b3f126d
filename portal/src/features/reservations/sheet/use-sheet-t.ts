import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useSheetT = areaPhrases<typeof en>('reservations/sheet')
