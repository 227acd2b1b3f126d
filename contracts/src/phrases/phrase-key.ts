import type { RuleName } from '../availability.ts'
import type { ErrorCode } from '../problem.ts'
import type { Status } from '../reservations.rules.ts'

type FieldIssue =
  | 'required'
  | 'email'
  | 'min_length'
  | 'max_length'
  | 'only_allowed'
  | 'phone'
  | 'min'
  | 'max'
  | 'whole'
  | 'date'
  | 'time'
  | 'id'
  | 'domain'
  | 'invalid'
export type PhraseKey = ErrorCode | `field.${FieldIssue}` | `rule.${RuleName}` | `status.${Status}`
/** A missing or extra key does not compile. */
export type Phrases = Record<PhraseKey, string>
