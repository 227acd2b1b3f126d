import { useState } from 'react'
import { readNumbers } from '#src/kit/read-numbers.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

const bounds = { min: 1, max: 1000 }

type PartyFilterProps = { sizes: readonly string[]; onChange: (sizes: string[]) => void }

/** Party sizes as people write them; what cannot be one stays there and is said, and the rest filters. */
export const PartyFilter = ({ sizes, onChange }: PartyFilterProps) => {
  const t = useT()
  const [wrong, setWrong] = useState<readonly string[]>([])
  return (
    <TextField
      label={t('filter.party')}
      helperText={wrong.length > 0 ? t('filter.partyWrong', { what: wrong.join(', ') }) : t('filter.partyHint')}
      error={wrong.length > 0}
      defaultValue={sizes.join(', ')}
      onChange={({ target }) => {
        const read = readNumbers(target.value, bounds)
        setWrong(read.wrong)
        onChange(read.numbers.map(String))
      }}
    />
  )
}
