import { styled } from '@mui/material/styles'
import { FindField, type FindOption } from '../form/FindField.tsx'
import { Filter } from './Filter.tsx'

const Place = styled('div')({ flex: '0 1 170px', minWidth: 130 })

type FilterFindProps = {
  /** What stands there while nothing is chosen. */
  label: string
  /** The choice that takes the filter away. */
  all: string
  /** What is chosen, in words; '' = nothing. */
  chosen: string
  options: readonly FindOption[]
  onType: (text: string) => void
  onChange: (id: string | undefined) => void
}

/** One filter among very many, found by typing; nothing chosen = everything. */
export const FilterFind = ({ label, all, chosen, options, onType, onChange }: FilterFindProps) => (
  <Filter name={label} words={chosen} onRemove={() => onChange(undefined)}>
    <Place>
      <FindField
        bare
        atOnce
        label={label}
        placeholder={label}
        value={chosen}
        options={chosen === '' ? options : [{ id: '', name: all }, ...options]}
        onType={onType}
        onChoose={({ id }) => onChange(id || undefined)}
      />
    </Place>
  </Filter>
)
