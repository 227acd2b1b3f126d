import { useAbility } from '#src/api/ability.ts'
import { useCompanyName, useFoundCompanies, useFoundGroups, useGroupName } from '#src/api/finds.ts'
import { FilterFind } from '#src/kit/list/FilterFind.tsx'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type Props = { value: string | undefined; onChange: (id: string | undefined) => void }

const CompanyFilter = ({ value, onChange }: Props) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options, total } = useFoundCompanies(search)
  const chosen = useCompanyName(value)
  // Who has one company has nothing to choose.
  if (value === undefined && search === '' && total < 2) return null
  return <FilterFind label={t('company')} all={t('company.all')} chosen={chosen} options={options} onType={setText} onChange={onChange} />
}

const GroupFilter = ({ value, company, onChange }: Props & { company: string | undefined }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options, total } = useFoundGroups(search, { company })
  const chosen = useGroupName(value)
  if (value === undefined && search === '' && total === 0) return null
  return <FilterFind label={t('group')} all={t('group.all')} chosen={chosen} options={options} onType={setText} onChange={onChange} />
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
