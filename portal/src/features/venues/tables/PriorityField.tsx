import { priorityMost, usualPriority } from '@tablewire/contracts/booking/tables.rules'
import { TextField } from '#src/kit/TextField.tsx'
import { useTablesT } from './use-tables-t.ts'

/** Undefined = what was typed is none. */
export const priorityOf = (typed: string): number | undefined => {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= priorityMost ? number : undefined
}

type PriorityFieldProps = { typed: string; usual?: number; onType: (typed: string) => void }

/** Its number in the order of sale; `usual`: what holds where nothing is typed. */
export const PriorityField = ({ typed, usual, onType }: PriorityFieldProps) => {
  const t = useTablesT()
  const wrong = priorityOf(typed) === undefined && (typed !== '' || usual === undefined)
  const hint = usual === undefined ? t('priority.hint', { usual: usualPriority }) : t('priority.chain', { usual })
  return (
    <TextField
      label={t('priority')}
      value={typed}
      error={wrong}
      helperText={wrong ? t('priority.wrong', { most: priorityMost }) : hint}
      slotProps={{
        htmlInput: { inputMode: 'numeric', type: 'number', min: 1, max: priorityMost, ...(usual && { placeholder: String(usual) }) },
      }}
      onChange={({ target }) => onType(target.value)}
    />
  )
}
