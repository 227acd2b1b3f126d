import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useFloorT = areaPhrases<typeof en>('venues/floor')
