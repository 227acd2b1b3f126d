import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useTablesT = areaPhrases<typeof en>('venues/tables')
