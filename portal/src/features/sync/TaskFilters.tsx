import { syncKinds, syncStates } from '@tablewire/contracts/rms/sync'
import { systems } from '@tablewire/contracts/rms/systems'
import { useEndpoint } from '#src/api/query.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { useTaskSearch } from './use-task-search.ts'
import { useT } from './use-t.ts'

/** By partner, kind, state, and whether something went wrong; they live in the address. */
export const TaskFilters = () => {
  const t = useT()
  const [{ system, kind, state, trouble }, setSearch] = useTaskSearch()
  const names = useEndpoint(systems.names, { query: {} })
  const others = (names.data ?? []).filter(({ type }) => type !== 'built_in')
  return (
    <>
      <FilterSelect
        label={t('c.partner')}
        value={system}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => setSearch({ system: value })}
      />
      <FilterSelect
        label={t('c.task')}
        value={kind}
        options={syncKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => setSearch({ kind: value })}
      />
      <FilterSelect
        label={t('c.state')}
        value={state}
        options={syncStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(value) => setSearch({ state: value })}
      />
      <FilterSelect
        label={t('c.errors')}
        value={trouble}
        options={[
          { value: '1', label: t('errors.with') },
          { value: '0', label: t('errors.without') },
        ]}
        onChange={(value) => setSearch({ trouble: value })}
      />
    </>
  )
}
