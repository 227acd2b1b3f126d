import { mdiCheckAll } from '@mdi/js'
import { differencesAtOnce, listingCopies } from '@tablewire/contracts/listing/copies'
import { type ReactNode, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { type Choice, noChoice } from '#src/kit/list/choice.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { ActButtons } from './ActButtons.tsx'
import { phoneRow, rowInWords, useDifferenceColumns } from './difference-columns.tsx'
import { DifferenceFilters } from './DifferenceFilters.tsx'
import { DifferencePanel } from './DifferencePanel.tsx'
import { useT } from './use-t.ts'

const docksFrom = 1080
const filterNames = {
  venue: 'venueId',
  channel: 'channelId',
  field: 'field',
  state: 'state',
  by: 'changedBy',
  company: 'companyId',
  brand: 'groupId',
  test: 'test',
} as const
const noFilters: Record<string, undefined> = Object.fromEntries(['part', ...Object.keys(filterNames)].map((name) => [name, undefined]))
const filtersOf = (address: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filterNames).flatMap(([name, filter]) => (address[name] ? [[filter, address[name]]] : [])))
/** What is shown otherwise, with filters in the address, and what to do about several at once. */
export const DifferencesList = ({ head }: { head: ReactNode }) => {
  const t = useT()
  const [ref, width] = useWidth()
  const [address, setSearch] = useUrlSearch()
  const nav = useRef<ListNav>(null)
  const [choice, setChoice] = useState<Choice>(noChoice)
  const { id } = address
  const filters = filtersOf(address)
  const rows = useRows(listingCopies.differences, { query: { filters } as never })
  const columns = useDifferenceColumns()
  const may = useAbility().can('update', 'listing')
  const filtered = Object.keys(filters).length > 0
  useShortcuts([
    { keys: 'j', label: t('keys.next'), run: () => nav.current?.step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => nav.current?.step(-1) },
  ])
  const shown = rows.rows.find((row) => row?.id === id)
  const close = (): void => setSearch({ id: undefined })
  const known = rows.rows.filter((row) => row !== undefined)
  const chosen = [...choice.ids].slice(0, differencesAtOnce)
  return (
    <FullHeight ref={ref}>
      {head}
      <ListBar
        filters={<DifferenceFilters address={address} onChange={setSearch} />}
        foldBelow={880}
        onClear={filtered ? () => setSearch(noFilters) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns}
          nav={nav}
          selectedId={id}
          onOpen={(row) => setSearch({ id: row.id })}
          onStep={(row) => (id && id !== row.id && width >= docksFrom ? setSearch({ id: row.id }) : undefined)}
          rowLabel={(row) => rowInWords(t, row)}
          phone={phoneRow(t)}
          {...(may && {
            selection: {
              choice,
              onChange: setChoice,
              acts: <ActButtons ids={chosen} differences={known} small onDone={() => setChoice(noChoice)} />,
            },
          })}
          empty={<EmptyState icon={mdiCheckAll} title={t(filtered ? 'none.filtered' : 'none')} hint={filtered ? '' : t('none.hint')} />}
        />
        {id && shown ? (
          <SidePanel label={t('difference')} of={id} docked={width >= docksFrom} onClose={close}>
            <DifferencePanel
              key={id}
              difference={shown}
              onDone={close}
              onPlaces={() => setSearch({ venue: shown.venueId, part: 'places', id: undefined })}
            />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
