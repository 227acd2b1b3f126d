import { traces } from '@tablewire/contracts/operations/traces'
import { useEndpoint } from '#src/api/query.ts'
import { FilterSelect } from '#src/kit/list/ListBar.tsx'
import { durationInWords } from './trace-words.ts'
import { flows, operations, outcomes, slownesses, spans } from './trace-search.ts'
import { namesOf, type useTraceFilters } from './use-trace-filters.ts'
import { useT } from './use-t.ts'

type Filters = ReturnType<typeof useTraceFilters>

export const TraceSelects = ({ filters: { search, setSearch } }: { filters: Filters }) => {
  const t = useT()
  const connections = useEndpoint(traces.connections, {}, { staleTime: 300_000 })
  return (
    <>
      <FilterSelect
        label={t('span.24')}
        name={t('f.span')}
        value={search.span === '24' ? undefined : search.span}
        options={spans.filter((one) => one !== '24').map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(value) => setSearch({ span: value })}
      />
      <FilterSelect
        label={t('f.flow')}
        value={search.flow}
        options={flows.map((value) => ({ value, label: t(`flow.${value}`) }))}
        onChange={(value) => setSearch({ flow: value })}
      />
      <FilterSelect
        label={t('c.outcome')}
        value={search.outcome}
        options={[{ value: 'trouble', label: t('outcome.trouble') }, ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
        onChange={(value) => setSearch({ outcome: value })}
      />
      <FilterSelect
        label={t('c.operation')}
        value={search.op}
        options={operations.map((value) => ({ value, label: t(`op.${value}`) }))}
        onChange={(value) => setSearch({ op: value })}
      />
      <FilterSelect
        label={t('f.channel')}
        value={search.channel}
        options={namesOf(connections.data, 'channel')}
        onChange={(value) => setSearch({ channel: value })}
      />
      <FilterSelect
        label={t('f.system')}
        value={search.system}
        options={namesOf(connections.data, 'system')}
        onChange={(value) => setSearch({ system: value })}
      />
      {search.key ? (
        <FilterSelect
          label={t('f.key')}
          value={search.key}
          options={[{ value: search.key, label: t('f.key.one') }]}
          onChange={(value) => setSearch({ key: value })}
        />
      ) : null}
      <FilterSelect
        label={t('f.slow')}
        value={search.slow}
        options={slownesses.map((value) => ({ value, label: `≥ ${durationInWords(t, Number(value))}` }))}
        onChange={(value) => setSearch({ slow: value })}
      />
      <FilterSelect
        label={t('c.attempt')}
        value={search.again}
        options={[{ value: '1', label: t('f.again') }]}
        onChange={(value) => setSearch({ again: value })}
      />
    </>
  )
}
