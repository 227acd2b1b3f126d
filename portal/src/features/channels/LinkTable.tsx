import { channels } from '@tablewire/contracts/channels'
import { type LinkState, linkStates } from '@tablewire/contracts/channels.rules'
import { links } from '@tablewire/contracts/links'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import type { BookingChannel } from '#src/api/session.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ConnectChosen } from './ConnectChosen.tsx'
import { notLive, trouble } from './link-groups.ts'
import { useTableColumns } from './link-columns.tsx'
import { useT } from './use-t.ts'

const statesOf = (text: string | undefined): LinkState[] | undefined => {
  if (text === 'not-live') return [...notLive]
  if (text === 'trouble') return [...trouble]
  const one = linkStates.find((state) => state === text)
  return one && [one]
}
const noChannels: readonly BookingChannel[] = []
/** CH1 for many venues: how each stands with each channel, and which are not where they should be. */
export const LinkTable = ({ onOpen }: { onOpen: (venueId: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', channel, state }, setSearch] = useUrlSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const known = useEndpoint(channels.mine, { query: { filters: { active: true, limit: -1 } } })
  const all = known.data?.data ?? noChannels
  const states = statesOf(state)
  const rows = useRows(links.venues, {
    query: {
      filters: { ...(q ? { criteria: q } : {}), ...(channel ? { channelId: channel } : {}), ...(states ? { state: states } : {}) },
    },
  })
  const { columns: tableColumns, phone } = useTableColumns(all)
  const columns = useColumns('channel-links', tableColumns)
  const stateOptions = [
    { value: 'not-live', label: t('filter.notLive') },
    { value: 'trouble', label: t('filter.trouble') },
    ...linkStates.map((value) => ({ value, label: t(`state.${value}`) })),
  ]
  const filtered = q !== '' || channel !== undefined || state !== undefined
  const clear = (): void => setSearch({ q: undefined, channel: undefined, state: undefined })
  return (
    <FullHeight>
      <PageTitle title={t('title')} hint={t('hint.table')} />
      <ListBar
        search={{ label: t('list.search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        filters={
          <>
            <FilterSelect
              label={t('filter.channel')}
              value={channel}
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(value) => setSearch({ channel: value })}
            />
            <FilterSelect
              label={t('filter.state')}
              value={state}
              options={stateOptions}
              onChange={(value) => setSearch({ state: value })}
            />
          </>
        }
        onClear={filtered ? clear : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
        actions={chosen.size > 0 ? <ConnectChosen chosen={chosen} all={all} onDone={() => setChosen(new Set())} /> : null}
      />
      <DataList
        label={t('list.label')}
        rows={rows}
        columns={columns.shown}
        onOpen={({ id }) => onOpen(id)}
        rowLabel={({ name, city }) => [name, city].filter(Boolean).join(', ')}
        phone={phone}
        empty={<EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
        {...(ability.can('update', 'channel-management') ? { selection: { ids: chosen, onChange: setChosen } } : {})}
      />
    </FullHeight>
  )
}
