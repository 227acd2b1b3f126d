import { companies } from '@tablewire/contracts/estate/companies'
import { groups } from '@tablewire/contracts/estate/groups'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FilterFind } from '#src/kit/list/FilterFind.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

type Props = { value: string | undefined; onChange: (id: string | undefined) => void }

const offered = 8

const CompanyFilter = ({ value, onChange }: Props) => {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const { data } = useEndpoint(companies.list, { query: { limit: offered, filters: { search } } }, keepRows)
  const chosen = useEndpoint(companies.get, { params: { id: value ?? '' } }, { enabled: value !== undefined, meta: { shown: true } })
  // Who has one company has nothing to choose.
  if (value === undefined && search === '' && text === '' && (data?.total ?? 0) < 2) return null
  return (
    <FilterFind
      label={t('company')}
      all={t('company.all')}
      chosen={value === undefined ? '' : (chosen.data?.name ?? '…')}
      options={(data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))}
      onType={setText}
      onChange={onChange}
    />
  )
}

const GroupFilter = ({ value, company, onChange }: Props & { company: string | undefined }) => {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const filters = { search, ...(company ? { companyId: company } : {}) }
  const { data } = useEndpoint(groups.list, { query: { limit: offered, filters } }, keepRows)
  const chosen = useEndpoint(
    groups.get,
    { params: { id: value ?? '' }, query: { mode: 'min' } },
    { enabled: value !== undefined, meta: { shown: true } },
  )
  if (value === undefined && search === '' && text === '' && (data?.total ?? 0) === 0) return null
  return (
    <FilterFind
      label={t('group')}
      all={t('group.all')}
      chosen={value === undefined ? '' : (chosen.data?.name ?? '…')}
      options={(data?.data ?? []).map(({ id, name, companyName }) => ({ id, name, note: companyName }))}
      onType={setText}
      onChange={onChange}
    />
  )
}

type OwnerFiltersProps = {
  company: string | undefined
  group: string | undefined
  onChange: (patch: { company?: string | undefined; group?: string | undefined }) => void
}

/** VE1: venues of one company, or of one of its groups. */
export const OwnerFilters = ({ company, group, onChange }: OwnerFiltersProps) => {
  const ability = useAbility()
  return (
    <>
      {ability.can('read', 'companies') ? (
        <CompanyFilter value={company} onChange={(id) => onChange({ company: id, group: undefined })} />
      ) : null}
      {ability.can('read', 'groups') ? <GroupFilter value={group} company={company} onChange={(id) => onChange({ group: id })} /> : null}
    </>
  )
}
