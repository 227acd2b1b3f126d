import { type Channel, channelTypes } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { useMemo } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

const OnOff = ({ active }: { active: boolean }) => {
  const t = useT()
  return <Tag tone={active ? 'success' : 'neutral'}>{t(active ? 'active' : 'inactive')}</Tag>
}

const useListColumns = (): Column<Channel>[] => {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        width: 'minmax(160px, 2fr)',
        always: true,
        cell: ({ name }) => <span className="clip main">{name}</span>,
      },
      { id: 'type', title: t('column.type'), width: 'minmax(110px, 1fr)', from: 640, cell: ({ type }) => t(`type.${type}`) },
      { id: 'active', title: t('column.active'), width: '130px', cell: ({ active }) => <OnOff active={active} /> },
      { id: 'venues', title: t('column.venues'), width: '130px', align: 'end', cell: ({ venueCount }) => formatNumber(venueCount) },
      {
        id: 'self',
        title: t('column.self'),
        width: '130px',
        from: 780,
        cell: ({ selfSubscription }) => t(selfSubscription ? 'yes' : 'no'),
      },
      {
        id: 'rate',
        title: t('column.rate'),
        width: '140px',
        align: 'end',
        from: 920,
        cell: ({ rateLimitPerMinute }) => formatNumber(rateLimitPerMinute),
      },
      {
        id: 'created',
        title: t('column.created'),
        width: '160px',
        from: 1080,
        extra: true,
        cell: ({ createdAt }) => formatInstant(createdAt),
      },
    ],
    [t],
  )
}

const PhoneRow = ({ channel: { name, type, active, venueCount } }: { channel: Channel }) => {
  const t = useT()
  return (
    <>
      <span className="clip main">{name}</span>
      <span className="clip quiet">
        {t(`type.${type}`)} · {t(active ? 'active' : 'inactive')} · {t('column.venues')}: {formatNumber(venueCount)}
      </span>
    </>
  )
}
const phoneRow = (channel: Channel) => <PhoneRow channel={channel} />

const filterNames = ['type', 'active']

export const ChannelList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', type, active }, setSearch] = useUrlSearch()
  const kind = channelTypes.find((one) => one === type)
  const rows = useRows(channels.list, {
    query: {
      filters: {
        ...(q ? { criteria: q } : {}),
        ...(kind ? { type: kind } : {}),
        ...(active === undefined ? {} : { active: active === '1' }),
      },
    },
  })
  const columns = useListColumns()
  return (
    <ListPage
      title={t('title')}
      hint={t('hint')}
      onNew={ability.can('create', 'booking-channels') ? { label: t('new'), run: () => onOpen('new') } : undefined}
      search={t('search')}
      filters={
        <>
          <FilterSelect
            label={t('filter.type')}
            value={type}
            options={channelTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
            onChange={(value) => setSearch({ type: value })}
          />
          <FilterSelect
            label={t('filter.active')}
            value={active}
            options={[
              { value: '1', label: t('active') },
              { value: '0', label: t('inactive') },
            ]}
            onChange={(value) => setSearch({ active: value })}
          />
        </>
      }
      filterNames={filterNames}
      rows={rows}
      columns={columns}
      columnsName="booking-channels"
      onOpen={({ id }) => onOpen(id)}
      rowLabel={({ name, type: ofType }) => `${name}, ${t(`type.${ofType}`)}`}
      phone={phoneRow}
      empty={{ title: t('empty'), hint: t('empty.hint') }}
    />
  )
}
