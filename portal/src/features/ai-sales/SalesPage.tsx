import { mdiLinkVariant, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { salesLinks, salesLinkStates } from '@tablewire/contracts/rms/sales-links'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { phoneRow, rowInWords, useLinkColumns } from './link-columns.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { NewLink } from './NewLink.tsx'
import { useLiveLinks } from './use-live-links.ts'
import { useT } from './use-t.ts'

const docksFrom = 1080

/** ON2: pages for single restaurants of what they would gain. */
export const SalesPage = () => {
  const t = useT()
  const ability = useAbility()
  const [ref, width] = useWidth()
  const [{ id, q = '', state }, setSearch] = useUrlSearch()
  const [making, setMaking] = useState(false)
  const columns = useLinkColumns()
  const known = salesLinkStates.find((one) => one === state)
  const filters = { ...(q ? { search: q } : {}), ...(known ? { state: [known] } : {}) }
  const filtered = Object.keys(filters).length > 0
  const rows = useRows(salesLinks.list, { query: { filters } })
  useLiveLinks()
  return (
    <FullHeight ref={ref}>
      <PageTitle title={t('title')} hint={t('hint')} />
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text || undefined }) }}
        filters={
          <FilterSelect
            label={t('c.state')}
            value={known}
            options={salesLinkStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(value) => setSearch({ state: value })}
          />
        }
        onClear={filtered ? () => setSearch({ q: undefined, state: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
        actions={
          ability.can('create', 'sales-links') ? (
            <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setMaking(true)}>
              {t('new')}
            </Button>
          ) : null
        }
      />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          selectedId={id}
          onOpen={(link) => setSearch({ id: link.id })}
          rowLabel={(link) => rowInWords(t, link)}
          phone={phoneRow}
          empty={<EmptyState icon={mdiLinkVariant} title={t(filtered ? 'none.found' : 'none')} hint={filtered ? '' : t('none.hint')} />}
        />
        {id ? (
          <SidePanel label={t('link')} of={id} docked={width >= docksFrom} onClose={() => setSearch({ id: undefined })}>
            <LinkPanel key={id} id={id} />
          </SidePanel>
        ) : null}
      </div>
      {making ? <NewLink onClose={() => setMaking(false)} onMade={(made) => setSearch({ id: made })} /> : null}
    </FullHeight>
  )
}
