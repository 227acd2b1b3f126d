import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

/** Words of lists and forms; a route that shows them loads `kit/office` beside its own. */
export const useOfficeT = areaPhrases<typeof en>('kit/office')
