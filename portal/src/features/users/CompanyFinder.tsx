import { companies } from '@tablewire/contracts/companies'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type Found } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

type CompanyFinderProps = { value: Found | undefined; hint: string; error?: string | undefined; onChange: (company: Found) => void }

/** The company somebody belongs to, or the platform itself. */
export const CompanyFinder = ({ value, hint, error, onChange }: CompanyFinderProps) => {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const { data } = useEndpoint(companies.list, { query: { limit: 8, filters: { search } } }, keepRows)
  const platform: Found = { id: '', name: t('platform') }
  const options = [...(search === '' ? [platform] : []), ...(data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))]
  return (
    <FindField
      label={t('f.company')}
      hint={hint}
      error={error}
      value={value?.name ?? ''}
      options={options}
      onType={setText}
      onChoose={onChange}
    />
  )
}
