import { mdiSync } from '@mdi/js'
import { sync } from '@tablewire/contracts/rms/sync'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useWidth } from '#src/kit/use-width.ts'
import { StartTask } from './StartTask.tsx'
import { TaskPanel } from './TaskPanel.tsx'
import { TaskFilters } from './TaskFilters.tsx'
import { phoneRow, rowWords, useTaskColumns } from './task-columns.tsx'
import { useLiveTasks } from './use-live-tasks.ts'
import { useTaskSearch } from './use-task-search.ts'
import { useT } from './use-t.ts'

const docksFrom = 1080
const named = ['system', 'kind', 'state', 'trouble'] as const

/** HU5: what is brought in line with reservation systems: how far it is, what went wrong, and doing it again. */
export const SyncPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [{ id, system, kind, state, trouble }, setSearch] = useTaskSearch()
  useLiveTasks()
  const filters = {
    ...(system ? { systemId: system } : {}),
    ...(kind ? { kind } : {}),
    ...(state ? { state } : {}),
    ...(trouble ? { troubled: trouble } : {}),
  }
  const rows = useRows(sync.list, { query: { filters } as never })
  const columns = useTaskColumns()
  const filtered = Object.keys(filters).length > 0
  const show = (next: string | undefined): void => setSearch({ id: next })
  return (
    <FullHeight ref={ref}>
      <PageTitle title={t('title')} hint={t('hint')} actions={<StartTask systemId={system} onStarted={show} />} />
      <ListBar
        foldBelow={880}
        filters={<TaskFilters />}
        onClear={filtered ? () => setSearch(Object.fromEntries(named.map((name) => [name, undefined]))) : undefined}
        total={rows.loading ? undefined : rows.total}
        columns={<ColumnsMenu columns={columns} />}
      />
      <div className="work">
        <DataList
          label={t('title')}
          rows={rows}
          columns={columns.shown}
          selectedId={id}
          onOpen={(task) => show(task.id)}
          rowLabel={(task) => rowWords(t, task)}
          phone={phoneRow}
          empty={
            <EmptyState
              icon={mdiSync}
              title={t(filtered ? 'none.filtered' : 'none.title')}
              {...(filtered ? {} : { hint: t('none.hint') })}
            />
          }
        />
        {id ? (
          <SidePanel label={t('detail')} of={id} docked={width >= docksFrom} onClose={() => show(undefined)}>
            <TaskPanel key={id} id={id} onShow={show} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
