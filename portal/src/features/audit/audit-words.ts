import type { BulkChange } from '@tablewire/contracts/estate/bulk-changes'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { formatList } from '#src/kit/format.ts'
import { type Leaf, leavesOf, titleCase } from '#src/kit/value-diff.ts'
import { fields } from './field-names.ts'
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
  'google_account',
  'meta',
  'meta_app',
  'text_gateway',
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
  'installation',
  'area',
  'sync_task',
  'bulk_change',
  'report',
  'review',
  'listing',
  'reply',
  'reply_template',
  'demo_link',
  'reply_settings',
  'review_request',
  'guest',
  'booking_checks',
  'review_settings',
  'sales_link',
  'onboarding',
  'onboarding_limits',
  'waitlist',
  'shift_note',
  'shared_device',
  'pin',
  'table_plan',
  'floor',
  'reservation_tables',
  'table_block',
  'sheet_mail',
] as const
/** What happens to things; each is a phrase `v.<verb>`. */
export const verbs = [
  'created',
  'updated',
  'deleted',
  'undone',
  'undo_started',
  'moved',
  'disabled',
  'enabled',
  'invited',
  'venues_given',
  'factors_reset',
  'unlocked',
  'password_reset',
  'password_changed',
  'opened',
  'started',
  'ended',
  'refused',
  'renewed',
  'token_rotated',
  'key_rotated',
  'key_revoked',
  'password_ended',
  'feeds_asked',
  'test_key_made',
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
  'photo_added',
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
  'message_resent',
  'settle_asked',
  'conflict_kept',
  'connected',
  'disconnected',
  'chosen',
  'seeded',
  'refreshed',
  'imported',
  'import_undone',
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
  'restored',
  'archived',
  'merged',
  'tables_written',
  'sent',
  'declined',
  'wanted',
  'received',
  'reported',
  'compared',
  'asked',
  'probed',
  'difference_resolved',
  'site_set',
  'approved',
  'withdrawn',
  'reported',
  'given',
  'no_more',
  'mails_refused',
  'looked_up',
  'erased',
  'forgotten',
  'answer_noted',
  'note_added',
  'note_removed',
  'parted',
  'pair_decided',
  'pair_reopened',
  'published',
  'tied',
  'marked',
  'assigned',
  'commented',
  'comment_removed',
  'revoked',
  'enquired',
  'message_sent',
  'file_attached',
  'copies_chosen',
  'answer_refused',
  'link_made',
  'retried',
  'joined',
  'settings_changed',
  'tried',
  'rules_updated',
  'reset',
] as const

const known = (all: readonly string[], name: string): boolean => all.includes(name)
export const kindInWords = (t: T, kind: string): string => (known(kinds, kind) ? t(`k.${kind}` as Key) : titleCase(kind))
export const actInWords = (t: T, act: string): string => (known(verbs, act) ? t(`v.${act}` as Key) : titleCase(act).toLowerCase())
export const fieldInWords = (t: T, field: string): string => (known(fields, field) ? t(`f.${field}` as Key) : titleCase(field))
/** `venue.updated` as "Venue: changed". */
export const actionInWords = (t: T, action: string): string => {
  const [kind = '', verb = ''] = action.split('.')
  return `${kindInWords(t, kind)}: ${actInWords(t, verb)}`
}

type Actor = Pick<AuditEntry, 'actorKind' | 'actorId' | 'actorName' | 'actedByName'> &
  Partial<Pick<AuditEntry, 'deviceName' | 'approvedByName'>>

/** Who it was; what the product does without anybody asking has nobody's name, and somebody of another company none that is told. */
export const whoInWords = (t: T, { deviceName, approvedByName, ...actor }: Actor): string => {
  const who = personInWords(t, actor)
  if (!deviceName || deviceName === who) return who
  return approvedByName
    ? t('by.approved', { who, tablet: deviceName, manager: approvedByName })
    : t('by.tablet', { who, tablet: deviceName })
}

const personInWords = (t: T, { actorKind, actorId, actorName, actedByName }: Actor): string => {
  if (actorKind === 'system' && actorId === null) return t('who.itself')
  if (actorName === '') return t(actorKind === 'user' ? 'who.foreign' : 'actor.anonymous')
  return actedByName ? t('by.acting', { admin: actedByName, who: actorName }) : actorName
}

type Batch = NonNullable<AuditEntry['batch']>
const bulkKinds = ['fields', 'archive', 'restore', 'group', 'channel', 'book', 'day'] as const satisfies readonly BulkChange['kind'][]
/** What an entry was part of: an import by its file, a change of many venues by what it is. */
export const batchInWords = (t: T, { name }: Batch): string => (known(bulkKinds, name) ? t('k.bulk_change') : name)

/** The venue an entry happened at, that of its own included, and the import it was part of. */
export const venueInWords = (entry: Pick<AuditEntry, 'venueName' | 'batch'>): string =>
  [entry.venueName, entry.batch && !known(bulkKinds, entry.batch.name) ? entry.batch.name : null].filter(Boolean).join(' · ')

/** The name of the thing the entry is about: as it is called, else as the entry tells it. */
export const aboutInWords = ({ before, after, subjectName }: Pick<AuditEntry, 'before' | 'after' | 'subjectName'>): string => {
  const values = { ...before, ...after }
  // A change of the first name alone is not the name of somebody.
  const person = [values['firstName'], values['lastName']].filter((part) => typeof part === 'string').join(' ')
  const name = subjectName ?? values['name'] ?? values['fileName'] ?? (person || values['url'] || values['email'])
  return typeof name === 'string' ? name : ''
}

/** What an export was asked of: whose rows, and of which houses. */
export const exportInWords = (t: T, { after, names }: Pick<AuditEntry, 'after' | 'names'>): string => {
  const kind = after?.['kind']
  const ask = after?.['ask'] as { filters?: { venueId?: readonly string[] } } | undefined
  if (typeof kind !== 'string' || !known(fields, kind)) return ''
  const houses = (ask?.filters?.venueId ?? []).flatMap((id) => names[id] ?? [])
  return [fieldInWords(t, kind), ...(houses.length > 0 ? [formatList(houses)] : [])].join(' · ')
}

/** What tells people nothing. */
const ownBusiness = new Set(['id', 'version', 'createdAt', 'updatedAt'])
/** Nothing, however deep: a new thing has many fields that nobody filled in. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isEmpty))

/** Where both values of an entry differ, down to the last one; those that say the same twice (an id beside its name) once. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Leaf[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((field) => !(field.endsWith('Id') && names.includes(`${field.slice(0, -2)}Name`)) && !ownBusiness.has(field))
    .flatMap((field) => leavesOf(before?.[field], after?.[field], [{ key: field }]))
    .filter((leaf) => !(isEmpty(leaf.before) && isEmpty(leaf.after)))
}
