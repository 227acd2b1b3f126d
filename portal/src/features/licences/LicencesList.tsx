import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { mdiCertificateOutline } from '@mdi/js'
import { channels } from '@tablewire/contracts/channels/channels'
import { type Licence, licences } from '@tablewire/contracts/estate/licences'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { countryName } from '#src/kit/format.ts'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FilterSelect, FilterText, ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { type PendingDisconnect, DisconnectDialog } from './DisconnectDialog.tsx'
import { phoneRow, useLicenceColumns } from './licence-columns.tsx'
import { LicenceDialog } from './LicenceDialog.tsx'
import { useT } from './use-t.ts'

/** Where each filter stands in the address, and what the server calls it. */
const filterNames = { q: 'criteria', product: 'product', channel: 'channelId', country: 'countryCode', city: 'city' } as const
const filtersOf = (address: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filterNames).flatMap(([name, filter]) => (address[name] ? [[filter, address[name]]] : [])))

const rowInWords = (t: ReturnType<typeof useT>, row: Licence): string =>
  [
    row.name,
    row.city ?? '',
    countryName(row.countryCode),
    ...row.channels.map(({ name }) => name),
    ...(row.metaEnabled ? [t('product.meta')] : []),
    ...(row.listingEnabled ? [t('product.listing')] : []),
  ]
    .filter(Boolean)
    .join(', ')

export const LicencesList = () => {
  const t = useT()
  const [address, setSearch] = useUrlSearch()
  const { q = '', product, channel, country, city, sort = 'name', venue } = address
  const [pendingDisconnect, setPendingDisconnect] = useState<PendingDisconnect>()
  const filters = filtersOf(address)
  const rows = useRows(licences.list, { query: { sort, filters } as never })
  const columns = useColumns('licences', useLicenceColumns())
  const known = useEndpoint(channels.mine, { query: { filters: { limit: -1 } } as never })
  const open = rows.rows.find((row) => row?.id === venue)
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <ListBar
        search={{ label: t('search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('col.products')}
              value={product}
              options={(['channel', 'meta', 'listing'] as const).map((value) => ({ value, label: t(`product.${value}`) }))}
              onChange={(value) => setSearch({ product: value })}
            />
            <FilterSelect
              label={t('product.channel')}
              value={channel}
              options={(known.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(value) => setSearch({ channel: value })}
            />
            <FilterSelect
              label={t('col.country')}
              value={country}
              options={countryOptions(countryCodes)}
              onChange={(value) => setSearch({ country: value })}
            />
            <FilterText key={city ?? ''} label={t('col.city')} value={city ?? ''} onChange={(value) => setSearch({ city: value })} />
          </>
        }
        foldBelow={880}
        onClear={
          filtered
            ? () => setSearch({ q: undefined, product: undefined, channel: undefined, country: undefined, city: undefined })
            : undefined
        }
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
      />
      <DataList
        label={t('title')}
        rows={rows}
        columns={columns.shown}
        sort={sort}
        onSort={(next) => setSearch({ sort: next })}
        onOpen={({ id }) => setSearch({ venue: id })}
        selectedId={venue}
        rowLabel={(row) => rowInWords(t, row)}
        phone={phoneRow}
        empty={<EmptyState icon={mdiCertificateOutline} title={t(filtered ? 'none.filtered' : 'none')} hint={t('none.hint')} />}
      />
      <LicenceDialog row={open} onAsk={setPendingDisconnect} onClose={() => setSearch({ venue: undefined })} />
      <DisconnectDialog pending={pendingDisconnect} onClose={() => setPendingDisconnect(undefined)} />
    </>
  )
}
