import type { AuditEntry } from '@tablewire/contracts/operations'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
type Key = Parameters<T>[0]

/** Kinds of things that have a word of their own; each is a phrase `k.<kind>`. */
export const kinds = [
  'venue',
  'book',
  'reservation',
  'channel',
  'system',
  'user',
  'company',
  'group',
  'brand',
  'session',
  'import',
  'export',
  'notification_settings',
  'passkey',
  'totp',
  'recovery_codes',
  'acting',
  'password',
  'security',
  'push_device',
  'demo',
  'import_mapping',
  'login_hash',
  'venues',
  'webhook',
  'area',
  'sync_task',
] as const
/** What happens to things; each is a phrase `v.<verb>`. */
const verbs = [
  'created',
  'updated',
  'deleted',
  'undone',
  'moved',
  'disabled',
  'enabled',
  'invited',
  'venues_given',
  'factors_reset',
  'password_reset',
  'password_changed',
  'started',
  'ended',
  'refused',
  'renewed',
  'token_rotated',
  'key_rotated',
  'key_revoked',
  'connection_tested',
  'venues_linked',
  'venues_unlinked',
  'link_moved',
  'link_updated',
  'user_added',
  'user_removed',
  'channel_updated',
  'applied',
  'requested',
  'changed',
  'added',
  'removed',
  'credential_issued',
  'synced',
  'stopped',
  'license_deactivated',
  'feature_disabled',
  'activated',
  'picture_added',
  'canceled',
  'confirmed',
  'rejected',
  'seated',
  'completed',
  'no_show',
  'reopened',
  'held',
  'released',
  'confirmation_resent',
  'conflict_kept',
  'connected',
  'disconnected',
  'chosen',
  'seeded',
  'refreshed',
  'imported',
  'mapped',
  'laid_out',
  'row_decided',
  'saved',
  'checked',
  'issued',
  'renamed',
  'others_ended',
  'factor_asked',
  'password_renewed',
  'proof_refused',
  'recovery_asked',
  'reset_refused',
  'secret_rotated',
  'verification_asked',
  'tested',
  'replayed',
  'paused',
  'archived',
] as const
/** Fields whose names people know from the forms; each is a phrase `f.<field>`. */
const fields = [
  'name',
  'firstName',
  'lastName',
  'email',
  'username',
  'city',
  'country',
  'countryCode',
  'lang',
  'roles',
  'permissions',
  'companyId',
  'companyName',
  'groupId',
  'groupName',
  'brandId',
  'brandName',
  'ownerId',
  'ownerName',
  'legalName',
  'address',
  'postalCode',
  'phoneNumber',
  'timezone',
  'currency',
  'active',
  'externalId',
  'access',
  'venues',
  'venueCount',
  'groups',
  'state',
  'status',
  'partySize',
  'startsAt',
  'notes',
  'shifts',
  'openingHours',
  'areas',
  'closures',
  'specialDays',
  'party',
  'minCovers',
  'maxCovers',
  'noticeMinutes',
  'cutOffMinutes',
  'horizonDays',
  'holdingTimeSeconds',
  'cancellationWindowMinutes',
  'pressureReleaseHours',
  'domains',
  'theme',
  'logo',
  'type',
  'reason',
  'sessionsEnded',
] as const

const known = (all: readonly string[], name: string): boolean => all.includes(name)
/** `holdingTime` and `holding_time` as `Holding time`: better than nothing for what nobody gave a word. */
const spelled = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const kindInWords = (t: T, kind: string): string => (known(kinds, kind) ? t(`k.${kind}` as Key) : spelled(kind))
export const fieldInWords = (t: T, field: string): string => (known(fields, field) ? t(`f.${field}` as Key) : spelled(field))
/** `venue.updated` as "Venue: changed". */
export const actionInWords = (t: T, action: string): string => {
  const [kind = '', verb = ''] = action.split('.')
  return `${kindInWords(t, kind)}: ${known(verbs, verb) ? t(`v.${verb}` as Key) : spelled(verb).toLowerCase()}`
}

/** Who it was; what the product does without anybody asking has nobody's name. */
export const actorInWords = (t: T, { actorKind, actorId, actorName }: AuditEntry): string =>
  actorKind === 'system' && actorId === null ? t('who.itself') : actorName

/** Names of the thing the entry is about, as far as the entry tells. */
export const aboutInWords = ({ before, after, subjectId }: AuditEntry): string => {
  const told = { ...before, ...after }
  const name = told['name'] ?? [told['firstName'], told['lastName']].filter((part) => typeof part === 'string').join(' ')
  return typeof name === 'string' && name !== '' ? name : (subjectId ?? '')
}

const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const valueInWords = (t: T, value: unknown): string => {
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (Array.isArray(value)) {
    if (value.length === 0) return t('none')
    return value.every((one) => typeof one === 'string' && !ids.test(one)) ? value.join(',\n') : plain(value, t)
  }
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
const plain = (value: readonly unknown[], t: T): string => {
  if (value.every((one) => typeof one === 'string')) return t('entries', { count: value.length })
  return JSON.stringify(value, null, 1)
}

/** The fields of an entry with both values; those that say the same twice (an id beside its name) once. */
export const changesOf = ({ before, after }: AuditEntry): { field: string; before: unknown; after: unknown }[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((field) => !(field.endsWith('Id') && names.includes(`${field.slice(0, -2)}Name`)) && field !== 'id' && field !== 'version')
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
}
