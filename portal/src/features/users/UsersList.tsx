import { mdiAccountGroupOutline, mdiAccountPlusOutline } from '@mdi/js'
import { users } from '@tablewire/contracts/identity/users'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { CompanyFilter } from './CompanyFinder.tsx'
import { useT } from './use-t.ts'
import { ExportUsers } from './ExportUsers.tsx'
import { phoneRow, useUserColumns } from './user-columns.tsx'
import { fullName, rolesInWords } from './user-words.tsx'

const roles = ['ROLE_ADMIN', 'ROLE_MANAGER', 'ROLE_RMS_AGENT', 'ROLE_BC_AGENT', 'ROLE_POS', 'ROLE_SUPER_ADMIN'] as const
const states = ['active', 'invited', 'disabled'] as const

const filterNames = ['role', 'state', 'company']

export const UsersList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', role, state, company, sort = 'name' }, setSearch] = useUrlSearch()
  const filters = {
    ...(q ? { search: q } : {}),
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
    ...(company ? { companyId: company } : {}),
  }
  const rows = useRows(users.list, { query: { sort, filters } as never })
  const columns = useUserColumns()
  return (
    <ListPage
      title={t('title')}
      hint={t('hint')}
      onNew={ability.can('create', 'users') ? { label: t('new'), icon: mdiAccountPlusOutline, run: () => onOpen('new') } : undefined}
      search={t('search')}
      foldBelow={880}
      filters={
        <>
          <FilterSelect
            label={t('f.role')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            onChange={(value) => setSearch({ role: value })}
          />
          {ability.can('read', 'companies') ? <CompanyFilter value={company} onChange={(value) => setSearch({ company: value })} /> : null}
          <FilterSelect
            label={t('f.state')}
            value={state}
            options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(value) => setSearch({ state: value })}
          />
        </>
      }
      filterNames={filterNames}
      actions={<ExportUsers ask={{ sort, filters: { ...filters, ...(role ? { role: [role] } : {}) } } as never} none={rows.total === 0} />}
      rows={rows}
      columns={columns}
      columnsName="users"
      sort={sort}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={(user) => `${fullName(user)}, ${user.email}, ${rolesInWords(t, user.roles)}, ${t(`state.${user.state}`)}`}
      phone={phoneRow}
      empty={{ icon: mdiAccountGroupOutline, title: t('none'), hint: t('none.hint'), filtered: { title: t('none.filtered') } }}
    />
  )
}
