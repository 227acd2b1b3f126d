import { systems } from '@tablewire/contracts/rms/systems'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { SelectField } from '#src/kit/form/Fields.tsx'
import { useT } from './use-t.ts'

/** Who owns the tables; the built-in book where nobody else does. */
export const SystemField = <F extends FieldValues>({ control, name }: { control: Control<F>; name: FieldPath<F> }) => {
  const t = useT()
  const { data = [] } = useEndpoint(systems.names, { query: {} }, { staleTime: 60_000 })
  return (
    <SelectField
      control={control}
      name={name}
      label={t('systemId')}
      hint={t('systemId.hint')}
      empty={data.find(({ type }) => type === 'built_in')?.name ?? '–'}
      options={data.filter(({ type }) => type !== 'built_in').map((system) => ({ value: system.id, label: system.name }))}
    />
  )
}
