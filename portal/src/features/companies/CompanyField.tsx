import { type Control, Controller } from 'react-hook-form'
import { useFoundCompanies } from '#src/api/finds.ts'
import { FindField } from '#src/kit/form/FindField.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import type { GroupFields } from './group-form.ts'
import { useT } from './use-t.ts'

/** Which company a new group is of; it stays so. */
export const CompanyField = ({ control }: { control: Control<GroupFields> }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundCompanies(search)
  return (
    <Controller
      control={control}
      name="company"
      rules={{ validate: (value) => value !== null || t('required') }}
      render={({ field: { value, onChange }, fieldState }) => (
        <FindField
          label={t('f.company')}
          hint={t('h.company')}
          error={fieldState.error?.message}
          value={value?.name ?? ''}
          options={options}
          onType={setText}
          onChoose={onChange}
          required
        />
      )}
    />
  )
}
