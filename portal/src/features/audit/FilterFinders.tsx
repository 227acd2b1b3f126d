import { users } from '@tablewire/contracts/identity/users'
import { useState } from 'react'
import { useFoundVenues } from '#src/api/finds.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { collator } from '#src/kit/format.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { fieldInWords } from './audit-words.ts'
import { fields } from './field-names.ts'
import { useT } from './use-t.ts'

const offered = 8
type FoundProps = { value: string; onChange: (id: string | undefined) => void }

type FinderProps = FoundProps & { label: string; options: readonly FindOption[]; onType: (text: string) => void }
/** What is chosen can be taken away where it was chosen. */
const Finder = ({ label, value, options, onType, onChange }: FinderProps) => {
  const t = useT()
  const all = value === '' ? options : [{ id: '', name: t('all.of') }, ...options]
  return <FindField atOnce label={label} value={value} options={all} onType={onType} onChoose={({ id }) => onChange(id || undefined)} />
}

export const VenueFilter = (props: FoundProps) => {
  const t = useT()
  const [criteria, setText] = useTyped()
  const { options } = useFoundVenues(criteria)
  return <Finder {...props} label={t('c.venue')} options={options} onType={setText} />
}
export const PersonFilter = (props: FoundProps) => {
  const t = useT()
  const [text, setText] = useTyped()
  const { data } = useEndpoint(users.list, { query: { limit: offered, filters: { search: text } } }, keepRows)
  const options = (data?.data ?? []).map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, note: email }))
  return <Finder {...props} label={t('c.person')} options={options} onType={setText} />
}

/** Of those with words of their own; those that are called alike are offered as one. */
export const inOrder = (names: readonly string[], say: (name: string) => string): FindOption[] => {
  const said = Map.groupBy(names, say)
  return [...said].map(([name, alike]) => ({ id: alike.join(','), name })).toSorted((a, b) => collator().compare(a.name, b.name))
}
export const FieldFilter = (props: FoundProps) => {
  const t = useT()
  const [text, setText] = useState('')
  const all = inOrder(fields, (name) => fieldInWords(t, name))
  const options = all.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())).slice(0, 40)
  return <Finder {...props} label={t('c.field')} options={options} onType={setText} />
}
