import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { formatDate } from '#src/kit/format.ts'
import type { UrlPatch, UrlSearch } from '#src/kit/url-search.ts'
import { idIn } from '#src/kit/url-values.ts'
import { aboutInWords, actInWords, fieldInWords, kindInWords } from './audit-words.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

/** What the address may ask for beside the name that is searched. */
export const filterNames = ['venue', 'who', 'thing', 'kind', 'field', 'act', 'actor', 'from', 'to', 'batch'] as const
export type FilterName = (typeof filterNames)[number]

const day = (text: string | undefined): string | undefined => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
const given = <V>(values: Record<string, V | undefined>): Record<string, V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Record<string, V>

/** As the endpoint takes it; what is no id and no day is not asked for. */
export const filtersOf = (search: UrlSearch): Record<string, string> =>
  given({
    search: search['q']?.trim(),
    venueId: idIn(search['venue']),
    actorId: search['who'],
    subjectId: search['thing'],
    subject: search['kind'],
    field: search['field'],
    act: search['act'],
    actorKind: actorKinds.find((kind) => kind === search['actor']),
    from: day(search['from']),
    to: day(search['to']),
    batchId: idIn(search['batch']),
  })
export const actorKinds = ['user', 'channel', 'system', 'anonymous'] as const

export const noFilters: UrlPatch = Object.fromEntries(['q', ...filterNames].map((name) => [name, undefined]))

type Rows = readonly (AuditEntry | undefined)[]
const found = (rows: Rows, matches: (row: AuditEntry) => boolean): AuditEntry | undefined =>
  rows.find((row) => row !== undefined && matches(row))
/** What is chosen is called as the entries found call it: whoever follows a link has never seen the list it was chosen from. */
const nameIn = (rows: Rows, name: FilterName, value: string): string | null | undefined => {
  if (name === 'venue') return found(rows, ({ venueId }) => venueId === value)?.venueName
  if (name === 'who') return found(rows, ({ actorId }) => actorId === value)?.actorName
  if (name === 'batch') return found(rows, ({ batch }) => batch?.id === value)?.batch?.name
  const about = found(rows, ({ subjectId }) => subjectId === value)
  return about && aboutInWords(about)
}

/** What is known of those asked for without any entry. */
export type FilterNames = { who: string | undefined; venue: string | undefined }
export type FilterContext = { search: UrlSearch; rows: Rows; names: FilterNames }

/** A filter in words, as its chip says it. */
export const filterText = (t: T, name: FilterName, { search, rows, names }: FilterContext): string => {
  const value = search[name] ?? ''
  const said: Record<FilterName, () => string> = {
    venue: () => nameIn(rows, name, value) || names.venue || t('c.venue'),
    who: () => nameIn(rows, name, value) || names.who || t('c.person'),
    thing: () => nameIn(rows, name, value) || t('filter.thing'),
    batch: () => nameIn(rows, name, value) || t('filter.batch'),
    kind: () => kindInWords(t, value),
    field: () => fieldInWords(t, value.split(',')[0]!),
    act: () => actInWords(t, value),
    actor: () => t(`actor.${actorKinds.find((kind) => kind === value) ?? 'anonymous'}`),
    from: () => t('filter.since', { day: dayInWords(value) }),
    to: () => t('filter.until', { day: dayInWords(value) }),
  }
  return said[name]()
}
const dayInWords = (text: string): string => (day(text) ? formatDate(text, 'short') : text)
