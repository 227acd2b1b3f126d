import { companies } from '@tablewire/contracts/estate/companies'
import { useCompanyName, useFoundCompanies } from '#src/api/finds.ts'
import { useEndpoint } from '#src/api/query.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type CompanyFinderProps = {
  value: FindOption | undefined
  hint: string
  error?: string | undefined
  onChange: (company: FindOption) => void
}

/** The company somebody belongs to, or the platform itself. */
export const CompanyFinder = ({ value, hint, error, onChange }: CompanyFinderProps) => {
  const t = useT()
  const [search, setText] = useTyped()
  const found = useFoundCompanies(search)
  const platform: FindOption = { id: '', name: t('platform') }
  const options = [...(search === '' ? [platform] : []), ...found.options]
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

/** More than these nobody finds in a list by looking. */
const fewCompanies = 100

/** Only whoever keeps companies chooses among them; among many, by typing. */
export const CompanyFilter = ({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const first = useEndpoint(companies.list, { query: { limit: fewCompanies } })
  const many = (first.data?.total ?? 0) > fewCompanies
  const found = useFoundCompanies(search, { enabled: many })
  const chosen = useCompanyName(value, { enabled: many })
  const options = (first.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (!many) return options.length > 1 ? <FilterSelect label={t('f.company')} value={value} options={options} onChange={onChange} /> : null
  const all: FindOption = { id: '', name: t('f.company.all') }
  return (
    <FindField
      label={t('f.company')}
      hint=""
      value={chosen}
      options={[...(search === '' ? [all] : []), ...found.options]}
      onType={setText}
      onChoose={({ id }) => onChange(id || undefined)}
    />
  )
}
