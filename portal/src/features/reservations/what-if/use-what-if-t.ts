import { areaPhrases } from '#src/i18n/phrases.ts'
import type en from './en.json'

export const useWhatIfT = areaPhrases<typeof en>('reservations/what-if')
export type WhatIfSay = ReturnType<typeof useWhatIfT>
