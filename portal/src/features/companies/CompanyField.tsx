import { companies } from '@tablewire/contracts/estate/companies'
import { useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import type { GroupFields } from './group-form.ts'
import { useT } from './use-t.ts'

/** Which company a new group is of; it stays so. */
export const CompanyField = ({ control }: { control: Control<GroupFields> }) => {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const { data } = useEndpoint(companies.list, { query: { limit: 8, filters: { search } } }, keepRows)
  const options = (data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))
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
