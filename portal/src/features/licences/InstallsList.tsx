import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { mdiStoreSearchOutline } from '@mdi/js'
import { licences } from '@tablewire/contracts/estate/licences'
import { useState } from 'react'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { countryName } from '#src/kit/format.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FilterSelect, FilterText, ListBar } from '#src/kit/list/ListBar.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { type PendingDisconnect, DisconnectDialog } from './DisconnectDialog.tsx'
import { installKinds, type InstallKind, type InstallRow, phoneRows, useInstallColumns } from './install-columns.tsx'
import { useT } from './use-t.ts'

const endpoints = { tripadvisor: licences.withTripadvisor, meta: licences.withMeta, listing: licences.withListing } as const

export const InstallsList = ({ kind, onKind }: { kind: InstallKind; onKind: (kind: InstallKind) => void }) => {
  const t = useT()
  const [{ q = '', country, city: wanted, sort = 'name' }, setSearch] = useUrlSearch()
  const [pendingDisconnect, setPendingDisconnect] = useState<PendingDisconnect>()
  const filters = { ...(q ? { criteria: q } : {}), ...(country ? { countryCode: country } : {}), ...(wanted ? { city: wanted } : {}) }
  const rows = useRows(endpoints[kind] as typeof licences.withMeta, { query: { sort, filters } as never })
  const columns = useInstallColumns(kind, setPendingDisconnect)
  const filtered = Boolean(q || country || wanted)
  return (
    <>
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <TextField
              select
              style={{ width: 'auto', minWidth: 150 }}
              value={kind}
              slotProps={{ htmlInput: { 'aria-label': t('report') } }}
              onChange={({ target }) => onKind(target.value as InstallKind)}
            >
              {installKinds.map((one) => (
                <option key={one} value={one}>
                  {t(`report.${one}`)}
                </option>
              ))}
            </TextField>
            <FilterSelect
              label={t('col.country')}
              value={country}
              options={countryOptions(countryCodes)}
              onChange={(value) => setSearch({ country: value })}
            />
            <FilterText key={wanted ?? ''} label={t('col.city')} value={wanted ?? ''} onChange={(value) => setSearch({ city: value })} />
          </>
        }
        foldBelow={880}
        onClear={filtered ? () => setSearch({ q: undefined, country: undefined, city: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <DataList<InstallRow>
        label={t(`report.${kind}`)}
        rows={rows as never}
        columns={columns}
        sort={sort}
        onSort={(next) => setSearch({ sort: next })}
        rowLabel={({ name, city, countryCode }) => [name, city ?? '', countryName(countryCode)].filter(Boolean).join(', ')}
        phone={phoneRows[kind]}
        empty={<EmptyState icon={mdiStoreSearchOutline} title={t(filtered ? 'none.filtered' : `none.${kind}`)} />}
      />
      <DisconnectDialog pending={pendingDisconnect} onClose={() => setPendingDisconnect(undefined)} />
    </>
  )
}
