import type { RuleName } from '../availability.ts'
import type { ErrorCode } from '../problem.ts'
import type { Status } from '../reservations.rules.ts'
import type { Lang } from '../wire.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

export type FieldIssue =
  | 'required' | 'email' | 'min_length' | 'max_length' | 'only_allowed' | 'phone' | 'min' | 'max' | 'whole' | 'date' | 'time' | 'id' | 'invalid'
export type PhraseKey = ErrorCode | `field.${FieldIssue}` | `rule.${RuleName}` | `status.${Status}`
/** A missing or extra key does not compile. */
export type Phrases = Record<PhraseKey, string>

export const phrases: Record<Lang, Phrases> = { en, es, fr, de, nl }

/** The phrase in that language, `{name}` filled from `values`. */
export const say = (lang: Lang, key: PhraseKey, values: Record<string, string | number> = {}): string =>
  phrases[lang][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
