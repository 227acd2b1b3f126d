import { mdiAccountGroupOutline, mdiAccountPlusOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { users } from '@tablewire/contracts/users'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { CompanyFilter } from './CompanyFinder.tsx'
import { useT } from './use-t.ts'
import { phoneRow, useUserColumns } from './user-columns.tsx'
import { fullName, rolesInWords } from './user-words.tsx'

const roles = ['ROLE_ADMIN', 'ROLE_MANAGER', 'ROLE_RMS_AGENT', 'ROLE_BC_AGENT', 'ROLE_POS', 'ROLE_SUPER_ADMIN'] as const
const states = ['active', 'invited', 'disabled'] as const

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
  const columns = useColumns('users', useUserColumns())
  const filtered = Boolean(q || role || state || company)
  return (
    <FullHeight>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          ability.can('create', 'users') ? (
            <Button variant="contained" startIcon={<Icon path={mdiAccountPlusOutline} />} onClick={() => onOpen('new')}>
              {t('new')}
            </Button>
          ) : null
        }
      />
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('f.role')}
              value={role}
              options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
              onChange={(value) => setSearch({ role: value })}
            />
            {ability.can('read', 'companies') ? (
              <CompanyFilter value={company} onChange={(value) => setSearch({ company: value })} />
            ) : null}
            <FilterSelect
              label={t('f.state')}
              value={state}
              options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(value) => setSearch({ state: value })}
            />
          </>
        }
        onClear={filtered ? () => setSearch({ q: undefined, role: undefined, state: undefined, company: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
      />
      <DataList
        label={t('title')}
        rows={rows}
        columns={columns.shown}
        sort={sort}
        onSort={(next) => setSearch({ sort: next })}
        onOpen={({ id }) => onOpen(id)}
        rowLabel={(user) => `${fullName(user)}, ${user.email}, ${rolesInWords(t, user.roles)}, ${t(`state.${user.state}`)}`}
        phone={phoneRow}
        empty={<EmptyState icon={mdiAccountGroupOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={t('none.hint')} />}
      />
    </FullHeight>
  )
}
