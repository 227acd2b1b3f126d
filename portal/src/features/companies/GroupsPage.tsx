import { mdiPlus, mdiStoreOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type Group, groups } from '@tablewire/contracts/estate/groups'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { Guide } from '#src/kit/Guide.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { onPhone, strong } from './cells.tsx'
import { GroupEditor } from './GroupEditor.tsx'
import { useT } from './use-t.ts'

/** Brands of restaurants: all of them, a new one, or one with its venues. */
export const GroupsPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next }, { push: true })
  if (id === 'new') return <GroupEditor onLeave={show} />
  if (id !== undefined) return <EditGroup key={id} id={id} onLeave={show} />
  return <GroupsList onOpen={show} />
}

const EditGroup = ({ id, onLeave }: { id: string; onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const query = useEndpoint(
    groups.get,
    { params: { id }, query: { mode: 'min' } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <GroupEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('groups.title')} back={t('groups.back')} onBack={() => onLeave(undefined)} query={query} fields={4} />
}

const phoneRow = ({ name, companyName }: Group) => onPhone(name, companyName)
const nameCell = ({ name }: Group) => strong(name)

const gains = ['gain.face', 'gain.people', 'gain.meta'] as const

const GroupsList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', sort = 'name' }] = useUrlSearch()
  const rows = useRows(groups.list, { query: { sort, filters: q ? { search: q } : {} } as never })
  const columns: Column<Group>[] = [
    { id: 'name', title: t('f.name'), width: 'minmax(180px, 1.5fr)', sort: 'name', always: true, cell: nameCell },
    { id: 'company', title: t('f.company'), width: 'minmax(160px, 1.5fr)', cell: ({ companyName }) => companyName },
    { id: 'venues', title: t('c.venues'), width: '110px', cell: ({ venueCount }) => formatNumber(venueCount) },
    { id: 'users', title: t('c.seers'), width: '140px', from: 700, cell: ({ userCount }) => formatNumber(userCount) },
  ]
  const mayAdd = ability.can('create', 'groups')
  return (
    <ListPage
      title={t('groups.title')}
      hint={t('groups.hint')}
      onNew={mayAdd ? { label: t('groups.new'), run: () => onOpen('new') } : undefined}
      search={t('groups.search')}
      rows={rows}
      columns={columns}
      sort={sort}
      onOpen={({ id }) => onOpen(id)}
      rowLabel={({ name, companyName, venueCount }) => `${name}, ${companyName}, ${t('count.venues', { count: venueCount })}`}
      phone={phoneRow}
      empty={{
        icon: mdiStoreOutline,
        title: t('groups.none'),
        hint: t('groups.none.hint'),
        action: (
          <>
            <Guide points={gains.map((gain) => ({ title: t(`groups.${gain}`), text: t(`groups.${gain}.text`) }))} />
            {mayAdd ? (
              <Button variant="outlined" sx={{ marginBlockStart: 2.5 }} startIcon={<Icon path={mdiPlus} />} onClick={() => onOpen('new')}>
                {t('groups.first')}
              </Button>
            ) : null}
          </>
        ),
        filtered: { title: t('none.filtered'), hint: '', action: null },
      }}
    />
  )
}
