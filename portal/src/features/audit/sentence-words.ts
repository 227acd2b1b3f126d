import { elided } from '@tablewire/contracts/phrases/elision'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { currentLang } from '#src/i18n/lang.ts'
import { formatList } from '#src/kit/format.ts'
import type { Leaf } from '#src/kit/value-diff.ts'
import { aboutInWords, actInWords, changesOf, exportInWords, fieldInWords, kindInWords, whoInWords } from './audit-words.ts'
import type { useT } from './use-t.ts'
import { pathInWords, type Speech, valueInWords } from './value-words.ts'

type T = ReturnType<typeof useT>
type Key = Parameters<T>[0]
/** A part of a sentence: plain words, or one of the names in it. */
export type Part = { text: string; as?: 'who' | 'what' | 'venue' }

/** Names are put in last, so that what they are made of is never taken for part of the phrase. */
const marks = { who: '\u0001', what: '\u0002', venue: '\u0003' } as const

const has = (t: T, key: string): boolean => t(key as Key) !== key
/** `the channel Table Guide`, as the object of a sentence. */
const objectOf = (t: T, subject: string, name: string): string => {
  if (name === '') return has(t, `unnamed.${subject}`) ? t(`unnamed.${subject}` as Key) : kindInWords(t, subject)
  return has(t, `o.${subject}`) ? t(`o.${subject}` as Key, { name: marks.what }) : `${kindInWords(t, subject)} ${marks.what}`
}

const longest = 40
const isShort = (text: string): boolean => text.length <= longest && !text.includes('\n')
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''
/** Inside an English sentence the name of a field is no name; other languages put it in quotes. */
const inline = (field: string): string =>
  currentLang() === 'en' && /^[A-Z][a-z]/.test(field) ? field[0]!.toLowerCase() + field.slice(1) : field

/** By its name; one that has none by what it holds. */
const entryInWords = (speech: Speech, name: string, value: unknown): string => {
  const whole = /^\d+$/.test(name) ? valueInWords(speech, value) : ''
  return whole !== '' && isShort(whole) ? whole : name
}

const oneChange = (t: T, entry: AuditEntry, { path, before, after, what }: Leaf & { what: string }): string => {
  const last = path.at(-1)
  const key = last && 'key' in last ? last.key : ''
  const said = { who: marks.who, what, field: inline(pathInWords(t, path)) }
  if (last && 'name' in last && isNothing(before) !== isNothing(after)) {
    const list = inline(pathInWords(t, path.slice(0, -1)))
    return t(isNothing(before) ? 'f1.added' : 'f1.removed', {
      ...said,
      field: list,
      entry: entryInWords({ t, entry }, last.name, before ?? after),
    })
  }
  const [was, is] = [before, after].map((value) => valueInWords({ t, entry }, value, key))
  if (!isShort(was!) || !isShort(is!)) return t('f1.long', said)
  if (isNothing(after)) return t('f1.cleared', said)
  return isNothing(before) ? t('f1.set', { ...said, after: is! }) : t('f1.changed', { ...said, before: was!, after: is! })
}

/** What is kept for how long is told with its value even among others: what goes is gone. */
const topInWords = (t: T, entry: AuditEntry, { path, after }: Leaf): string => {
  const [top] = path
  if (!top || !('key' in top)) return ''
  const field = fieldInWords(t, top.key)
  return top.key.endsWith('Months') ? t('f1.with', { field, after: valueInWords({ t, entry }, after, top.key) }) : field
}

const toldAtMost = 3
/** What was changed, by the names of the fields; a single one with its values. */
const changed = (t: T, entry: AuditEntry, name: string): string => {
  const leaves = changesOf(entry)
  const plain = name === '' ? objectOf(t, entry.subject, name) : marks.what
  if (leaves.length === 1 && entry.before !== null) return oneChange(t, entry, { ...leaves[0]!, what: plain })
  const tops = [...new Set(leaves.map((leaf) => topInWords(t, entry, leaf)))]
  if (tops.length === 0) return t('s.updated', { who: marks.who, what: plain })
  const shown = tops.slice(0, toldAtMost).map(inline)
  const more = tops.length - shown.length
  const list = [...shown, ...(more > 0 ? [t('f1.more', { count: more })] : [])]
  const fields = formatList(list)
  return t('f1.many', { who: marks.who, what: plain, fields })
}

const general = ['created', 'deleted', 'updated']
const phraseOf = (t: T, entry: AuditEntry, name: string): string => {
  const { action, subject, before, after } = entry
  const [, act = ''] = action.split('.')
  if (act === 'updated' && action !== 'channel.link_updated') return changed(t, entry, name)
  const state = (values: AuditEntry['before']): string => valueInWords({ t, entry }, values?.['state'], 'state')
  const plain = name === '' ? objectOf(t, subject, '') : marks.what
  const said = { who: marks.who, what: plain, venue: marks.venue, before: state(before), after: state(after) }
  if (action === 'export.requested' && name !== '') return t('export.of', said)
  if (has(t, `a.${action}`)) return t(`a.${action}` as Key, said)
  const what = objectOf(t, subject, name)
  if (act === 'undone') return t(before === null ? 's.revived' : 's.undone', { ...said, what })
  if (general.includes(act)) return t(`s.${act}` as Key, { ...said, what })
  return t('s.other', { ...said, act: actInWords(t, act) })
}

/** An entry as a sentence, in its parts: who did what to which thing. */
export const sentenceOf = (t: T, entry: AuditEntry): Part[] => {
  const name = entry.action === 'export.requested' ? exportInWords(t, entry) : aboutInWords(entry)
  const names = { who: whoInWords(t, entry), what: name, venue: entry.venueName ?? t('k.venue') }
  const nameOf = (text: string | undefined) => (['who', 'what', 'venue'] as const).find((one) => marks[one] === text)
  const parts = phraseOf(t, entry, name).split(/([\u0001-\u0003])/)
  return parts
    .map((text, at): Part => {
      const as = nameOf(text)
      if (as) return { text: names[as], as }
      const next = nameOf(parts[at + 1])
      return { text: next ? elided(currentLang(), text, names[next]) : text }
    })
    .filter(({ text }) => text !== '')
}
export const sentenceText = (t: T, entry: AuditEntry): string =>
  sentenceOf(t, entry)
    .map(({ text }) => text)
    .join('')
