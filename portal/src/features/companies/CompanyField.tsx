import type { Control } from 'react-hook-form'
import { useFoundCompanies } from '#src/api/finds.ts'
import { FindInput } from '#src/kit/form/FindInput.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import type { GroupFields } from './group-form.ts'
import { useT } from './use-t.ts'

/** Which company a new group is of; it stays so. */
export const CompanyField = ({ control }: { control: Control<GroupFields> }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundCompanies(search)
  return (
    <FindInput
      control={control}
      name="company"
      label={t('f.company')}
      hint={t('h.company')}
      options={options}
      onType={setText}
      required={t('required')}
    />
  )
}
