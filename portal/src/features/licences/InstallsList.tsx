import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { mdiStoreSearchOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { licences } from '@tablewire/contracts/estate/licences'
import { Link as RouterLink } from '@tanstack/react-router'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { countryOptions } from '#src/kit/form/options.ts'
import { countryName, formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FilterSelect, FilterText, ListBar } from '#src/kit/list/ListBar.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { type PendingDisconnect, DisconnectDialog } from './DisconnectDialog.tsx'
import { useT } from './use-t.ts'

export const installKinds = ['tripadvisor', 'meta', 'listing'] as const
export type InstallKind = (typeof installKinds)[number]
const endpoints = { tripadvisor: licences.withTripadvisor, meta: licences.withMeta, listing: licences.withListing } as const
type Row = Partial<Result<typeof licences.withTripadvisor>['data'][number]> &
  Partial<Result<typeof licences.withMeta>['data'][number]> & { id: string; name: string; city: string | null; countryCode: string }

const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  minWidth: 0,
  '& > strong': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > small': { color: theme.vars.palette.text.secondary },
}))
const phoneRow = ({ name, city, countryCode }: Row) => (
  <Phone>
    <strong>{name}</strong>
    <small>{[city, countryName(countryCode)].filter(Boolean).join(', ')}</small>
  </Phone>
)

type Install = Row['install']
const InstallTag = ({ install }: { install: Install | undefined }) => {
  const t = useT()
  if (!install) return <Tag tone="neutral">{t('install.none')}</Tag>
  const lost = install.state !== 'connected'
  return <Tag tone={lost ? 'danger' : 'success'}>{t(lost ? 'install.lost' : `install.${install.kind}`)}</Tag>
}
const pageOf = ({ pageId, install }: Row): string => install?.pageName ?? pageId ?? '–'

const useInstallColumns = (kind: InstallKind, onAsk: (pending: PendingDisconnect) => void): Column<Row>[] => {
  const t = useT()
  const may = useAbility().can('update', 'licences')
  const own: Column<Row>[] =
    kind === 'tripadvisor'
      ? [
          { id: 'tripadvisor', title: t('col.tripadvisorId'), width: 'minmax(120px, 1fr)', cell: ({ tripadvisorId }) => tripadvisorId },
          {
            id: 'live',
            title: t('col.onSale'),
            width: '130px',
            cell: ({ live }) => <Tag tone={live ? 'success' : 'neutral'}>{t(live ? 'state.live' : 'state.not_enabled')}</Tag>,
          },
          {
            id: 'link',
            title: t('col.bookingLink'),
            width: '150px',
            from: 900,
            cell: ({ name, bookingUrl }) =>
              bookingUrl ? (
                <a href={bookingUrl} target="_blank" rel="noreferrer" aria-label={`${t('open')}: ${name}`}>
                  {t('open')}
                </a>
              ) : (
                '–'
              ),
          },
        ]
      : [
          {
            id: 'since',
            title: t('col.since'),
            width: '170px',
            from: kind === 'meta' ? 880 : 640,
            cell: ({ enabledAt }) => (enabledAt ? formatInstant(enabledAt) : '–'),
          },
          ...(kind === 'meta'
            ? ([
                { id: 'page', title: t('col.page'), width: 'minmax(120px, 1fr)', from: 900, cell: pageOf },
                {
                  id: 'install',
                  title: t('col.install'),
                  width: '160px',
                  from: 560,
                  cell: ({ install }) => <InstallTag install={install} />,
                },
                {
                  id: 'sso',
                  title: t('col.sso'),
                  width: '120px',
                  from: 1000,
                  cell: ({ metaSSOEnabled }) => t(metaSSOEnabled ? 'yes' : 'no'),
                },
              ] satisfies Column<Row>[])
            : []),
          ...(may
            ? ([
                {
                  id: 'act',
                  title: t('disconnect'),
                  width: '120px',
                  align: 'end',
                  cell: (row) => (
                    <Button
                      size="small"
                      color="error"
                      aria-label={`${t('disconnect')}: ${row.name}`}
                      onClick={() => onAsk({ venue: row, product: { kind } })}
                    >
                      {t('disconnect')}
                    </Button>
                  ),
                },
              ] satisfies Column<Row>[])
            : []),
        ]
  return [
    {
      id: 'name',
      title: t('col.name'),
      width: 'minmax(170px, 2fr)',
      sort: 'name',
      always: true,
      cell: ({ id, name }) =>
        kind === 'meta' ? (
          <Link component={RouterLink} to="/meta" search={{ kind: 'venue', id } as never} color="inherit" underline="hover">
            <strong>{name}</strong>
          </Link>
        ) : (
          <strong>{name}</strong>
        ),
    },
    { id: 'city', title: t('col.city'), width: 'minmax(90px, 1fr)', from: 600, cell: ({ city }) => city ?? '–' },
    { id: 'country', title: t('col.country'), width: 'minmax(90px, 1fr)', from: 760, cell: ({ countryCode }) => countryName(countryCode) },
    ...own,
  ]
}

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
      <DataList<Row>
        label={t(`report.${kind}`)}
        rows={rows as never}
        columns={columns}
        sort={sort}
        onSort={(next) => setSearch({ sort: next })}
        rowLabel={({ name, city, countryCode }) => [name, city ?? '', countryName(countryCode)].filter(Boolean).join(', ')}
        phone={phoneRow}
        empty={<EmptyState icon={mdiStoreSearchOutline} title={t(filtered ? 'none.filtered' : `none.${kind}`)} />}
      />
      <DisconnectDialog pending={pendingDisconnect} onClose={() => setPendingDisconnect(undefined)} />
    </>
  )
}
