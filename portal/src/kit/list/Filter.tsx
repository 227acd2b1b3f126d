import { createContext, type ReactNode, use } from 'react'
import { FilterChip } from '../FilterChip.tsx'
import { useOfficeT } from '../office/use-office-t.ts'

/** Whether filters are told by what is chosen in them, as their fields stand behind a door. */
export const AsChips = createContext(false)

type FilterProps = {
  /** What it filters by. */
  name: string
  /** What is chosen; '' = nothing. */
  words: string
  onRemove: () => void
  children: ReactNode
}

/** One filter of a list's bar: its field, or, while the fields are put away, what is chosen in it. */
export const Filter = ({ name, words, onRemove, children }: FilterProps) => {
  const t = useOfficeT()
  if (!use(AsChips)) return children
  return words === '' ? null : <FilterChip text={words} label={t('list.unfilter', { filter: `${name}: ${words}` })} onRemove={onRemove} />
}
