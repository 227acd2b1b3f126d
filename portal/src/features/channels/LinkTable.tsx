import { channels } from '@tablewire/contracts/channels/channels'
import { type LinkState, linkStates } from '@tablewire/contracts/channels/channels.rules'
import { links } from '@tablewire/contracts/channels/links'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useRows } from '#src/api/rows.ts'
import type { BookingChannel } from '#src/api/stored-session.ts'
import { useChoice, noChoice } from '#src/kit/list/choice.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { ListPage } from '#src/kit/list/ListPage.tsx'
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
const filterNames = ['channel', 'state']
const noChannels: readonly BookingChannel[] = []
/** CH1 for many venues: how each stands with each channel, and which are not where they should be. */
export const LinkTable = ({ onOpen }: { onOpen: (venueId: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const [{ q = '', channel, state }, setSearch] = useUrlSearch()
  const [choice, setChoice] = useChoice('')
  const known = useEndpoint(channels.mine, { query: { filters: { active: true, limit: -1 } } })
  const all = known.data?.data ?? noChannels
  const states = statesOf(state)
  const rows = useRows(links.venues, {
    query: {
      filters: { ...(q ? { criteria: q } : {}), ...(channel ? { channelId: channel } : {}), ...(states ? { state: states } : {}) },
    },
  })
  const { columns, phone } = useTableColumns(all)
  const stateOptions = [
    { value: 'not-live', label: t('filter.notLive') },
    { value: 'trouble', label: t('filter.trouble') },
    ...linkStates.map((value) => ({ value, label: t(`state.${value}`) })),
  ]
  return (
    <ListPage
      title={t('title')}
      hint={t('hint.table')}
      label={t('list.label')}
      search={t('list.search')}
      filters={
        <>
          <FilterSelect
            label={t('filter.channel')}
            value={channel}
            options={all.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => setSearch({ channel: value })}
          />
          <FilterSelect label={t('filter.state')} value={state} options={stateOptions} onChange={(value) => setSearch({ state: value })} />
        </>
      }
      filterNames={filterNames}
      rows={rows}
      columns={columns}
      columnsName="channel-links"
      onOpen={({ id }) => onOpen(id)}
      rowLabel={({ name, city }) => [name, city].filter(Boolean).join(', ')}
      phone={phone}
      empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
      {...(ability.can('update', 'channel-management')
        ? {
            selection: {
              choice,
              onChange: setChoice,
              acts: <ConnectChosen chosen={choice.ids} all={all} onDone={() => setChoice(noChoice)} />,
            },
          }
        : {})}
    />
  )
}
