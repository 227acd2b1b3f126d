import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useSheetMailT = areaPhrases<typeof en>('venues/sheet')
