import type { RuleName } from '../booking/availability.ts'
import type { ErrorCode } from '../kit/problem.ts'
import type { Status } from '../booking/reservations.rules.ts'
import type { WaitStatus } from '../booking/waitlist.rules.ts'

type FieldIssue =
  | 'required'
  | 'email'
  | 'min_length'
  | 'max_length'
  | 'only_allowed'
  | 'several'
  | 'phone'
  | 'min'
  | 'max'
  | 'min_entries'
  | 'max_entries'
  | 'one_of'
  | 'not_beside'
  | 'unix_seconds'
  | 'taken'
  | 'whole'
  | 'date'
  | 'time'
  | 'id'
  | 'domain'
  | 'address'
  | 'sftp_host'
  | 'header_name'
  | 'placeholder'
  | 'one_line'
  | 'country'
  | 'currency'
  | 'public_key'
  | 'card_needed'
  | 'https'
  | 'twice'
  | 'invalid'
/** How a book can contradict itself, each a half sentence. */
export type Contradiction =
  | 'id_twice'
  | 'last_seating'
  | 'no_interval'
  | 'limit_twice'
  | 'kept_back'
  | 'durations'
  | 'no_area'
  | 'unknown_area'
  | 'area_twice'
  | 'day_twice'
  | 'many_defaults'
  | 'no_default'
  | 'many_rwg_defaults'
  | 'area_name_twice'
  | 'ends_early'
  | 'half_times'
  | 'no_length'
  | 'hours_overlap'
  | 'date_twice'
  | 'parties'
export type PhraseKey =
  | ErrorCode
  | `field.${FieldIssue}`
  | `rule.${RuleName}`
  | `status.${Status}`
  | `waitStatus.${WaitStatus}`
  | `contradiction.${Contradiction}`
/** A file of phrases with these keys and no others; a missing or extra one does not compile. */
export type Exactly<K extends string, B> = [Exclude<keyof B, K>] extends [never] ? Record<K, string> : never
